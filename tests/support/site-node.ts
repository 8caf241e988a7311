import { rm } from 'node:fs/promises';
import { expect, inject, vi } from 'vitest';
import { machineFiles } from '../../packages/marketing-workbench/src/site/addresses.ts';
import type { Health } from '../../packages/marketing-workbench/src/site/entities.ts';
import { FIXTURE_CONTENT } from './fixture-content.ts';
import { copyPublished } from './published-data.ts';
import { type Environment, type ServerProcess, startServerProcess } from './server-process.ts';

export type SiteNode = Awaited<ReturnType<typeof createSiteNode>>;

/** The follower may still write while it exits. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };
const FOLLOWER = /"pid":(\d+),"name":"follower"/g;
const PATIENCE = { timeout: 60_000, interval: 50 };
const DEFAULTS = {
  CONTENT_DIR: FIXTURE_CONTENT,
  TRUST_PROXY: '127.0.0.1',
  // More often than by default, so that tests wait less.
  DATABASE_POLL_SECONDS: '1',
  DATABASE_ANSWER_SECONDS: '6',
};

type SiteNodeOptions = {
  /** Changes the data folder before the node starts. */
  readonly prepare?: (dataDir: string) => void;
  /**
   * Starts with the published fixture content; otherwise the node fills its index from its content
   * folder.
   */
  readonly isPublished?: boolean;
  /** Returns only when the node has content. */
  readonly isWaitedFor?: boolean;
  /** A program that becomes the server. */
  readonly launcher?: readonly string[];
};

/** Starts a server as operators run it: a separate process with its own data folder. */
export async function createSiteNode(
  environment: Environment,
  { prepare, isPublished = false, isWaitedFor = true, launcher }: SiteNodeOptions = {},
) {
  const dataDir = await copyPublished(inject('publishedDir'), isPublished ? 'published' : 'empty');
  prepare?.(dataDir);
  const output: string[] = [];
  let server: ServerProcess | undefined;
  /** Starts with additional environment variables; resolves when the server listens. */
  const start = async (more: Environment = {}) => {
    const own = { ...DEFAULTS, DATA_DIR: dataDir, ...environment, ...more };
    server = await startServerProcess(own, (line) => output.push(line), { launcher });
  };
  const origin = () => server?.origin ?? '';
  const ended = async () => server?.ended();
  const kill = () => {
    server?.kill('SIGKILL');
    return ended();
  };
  const remove = () => kill().then(() => rm(dataDir, REMOVE));
  const get = (path: string) => fetchText(`${origin()}${path}`);
  /** Resolves when the node has content. */
  const ready = () =>
    vi.waitFor(
      async () => expect((await get(machineFiles.readiness())).status).toBe(200),
      PATIENCE,
    );
  try {
    await start();
    if (isWaitedFor) await ready();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    dataDir,
    origin,
    start,
    ready,
    kill,
    ended,
    get,
    terminate: () => server?.kill('SIGTERM'),
    /** Sends SIGTERM; resolves when the process has exited. */
    stop: async () => server?.stop(),
    health: async (): Promise<Health> => JSON.parse((await get('/api/system/health')).text),
    pid: () => server?.pid ?? 0,
    /** The process id of the follower: the last one that logged a line. */
    followerPid: () => Number([...output.join('\n').matchAll(FOLLOWER)].at(-1)?.[1]),
    /** The whole output so far. */
    output: () => output.join('\n'),
    [Symbol.asyncDispose]: remove,
  };
}

async function fetchText(address: string) {
  const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  return { status: response.status, text: await response.text() };
}
