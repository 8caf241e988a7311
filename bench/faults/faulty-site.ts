import { type Agent, get } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pages } from '../../src/site/addresses.ts';
import { readLocalCounts } from '../../src/store/counts/day-counts.ts';
import { readFromState } from '../../src/store/state/state.ts';
import {
  type Environment,
  type ServerProcess,
  startServerProcess,
} from '../../tests/support/server-process.ts';
import { summariseTimes } from '../load.ts';
import { BROWSER } from '../measured.ts';

export type FaultySite = {
  readonly dataDir: string;
  readonly statePath: string;
  /** Starts the built server on the data folder. */
  readonly start: (options?: StartOptions) => Promise<ServerProcess>;
  /** What its servers have printed. */
  readonly output: () => string;
};

type StartOptions = {
  /** A program that becomes the server. */
  readonly launcher?: readonly string[];
  readonly environment?: Environment;
};

/** What readers noticed of a fault, and whether that is what is wanted. */
export type FaultOutcome = { readonly measured: string; readonly isHeld: boolean };

export type FaultScenario = {
  readonly name: string;
  readonly wanted: string;
  readonly run: (site: FaultySite) => Promise<FaultOutcome>;
};

export const SLUG = 'keyword-match-types';
export const WATCHED_ARTICLE = pages.article(
  { category: 'google-ads', subcategory: 'google-search', slug: SLUG },
  undefined,
);

export function createFaultySite(dataDir: string) {
  const lines: string[] = [];
  const running: ServerProcess[] = [];
  const site: FaultySite = {
    dataDir,
    statePath: `${dataDir}/state.sqlite`,
    start: async ({ launcher, environment }: StartOptions = {}) => {
      const env = { CONTENT_DIR: 'content', DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', ...environment };
      const server = await startServerProcess(env, (line) => lines.push(line), { launcher });
      running.push(server);
      return server;
    },
    output: () => lines.join('\n'),
  };
  const stop = async () => {
    for (const server of running) {
      server.kill('SIGKILL');
      await server.ended();
    }
  };
  return { site, stop };
}

type FetchOptions = { readonly headers?: Readonly<Record<string, string>>; readonly agent?: Agent };

/** Returns the status, or why there was no answer; on a new connection unless there is an agent. */
export function fetchStatus(url: string, { headers, agent }: FetchOptions = {}): Promise<number | string> {
  return new Promise((resolve) => {
    const all = { 'user-agent': BROWSER, ...headers };
    const sent = get(url, { agent: agent ?? false, headers: all }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.setTimeout(15_000, () => sent.destroy(new Error('no answer in 15 s')));
    sent.on('error', ({ message }) => resolve(message));
  });
}

export async function fetchBody(url: string): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
  return { status: response.status, body: await response.text() };
}

/** Returns how long readers wait for a cached page, twenty a second, until `isOver`. */
export async function measureReader(origin: string, isOver: () => boolean) {
  const times: number[] = [];
  const failed: (number | string)[] = [];
  while (!isOver()) {
    const start = performance.now();
    const status = await fetchStatus(`${origin}${WATCHED_ARTICLE}`);
    if (status === 200) times.push(performance.now() - start);
    else failed.push(status);
    await setTimeout(50);
  }
  return { ...summariseTimes(times), answers: times.length, failed };
}

/** Sends a view by a reader of an address of its own. */
export function sendView(origin: string, number: number): Promise<number | string> {
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  return fetchStatus(`${origin}${endpoints.viewPost.address({ id: 1 })}`, {
    headers: { 'x-forwarded-for': address },
  });
}

/** Views of the article with the id 1, as they are on disk. */
export function countViews(statePath: string): number {
  return readFromState(statePath, (state) =>
    state === undefined
      ? 0
      : [...readLocalCounts(state, 0).totals.values()].reduce((sum, count) => sum + count, 0),
  );
}

/** Locks the state as another program would, until it is closed. */
export function lockState(statePath: string): DatabaseSync {
  const lock = new DatabaseSync(statePath);
  lock.exec('BEGIN IMMEDIATE');
  return lock;
}

/** Tries every quarter of a second; returns how many seconds it took, or undefined after two minutes. */
export async function waitFor(isThere: () => boolean | Promise<boolean>): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < 120_000) {
    if (await isThere()) return (performance.now() - start) / 1_000;
    await setTimeout(250);
  }
  return undefined;
}

export function formatMs(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
