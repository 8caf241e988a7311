import { appendFile } from 'node:fs/promises';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { SiteNode } from '../../support/site-node.ts';
import { READER } from '../../support/test-site.ts';
import { runSql } from './postgres-server.ts';
import type { Fault } from './prepare.ts';

/** Requests each address of each node again and again. */
export type Readers = {
  /** Stops, expects that every answer was right, and adds a row to the table of faults. */
  readonly report: (fault: string, agreedAfter: number | string) => Promise<void>;
};

const PATHS = [
  '/',
  '/seo',
  '/seo/local-seo/ask-for-reviews',
  '/search?q=ads',
  '/api/posts/ad-rank',
  '/api/posts/recent',
];
/** Between two requests of an address, if the first was answered meanwhile. */
const PAUSE_MS = 500;
const ANSWER_WITHIN_MS = 30_000;

export function startReaders(nodes: readonly SiteNode[], paths: readonly string[] = PATHS): Readers {
  const failures: string[] = [];
  let requests = 0;
  let slowestMs = 0;
  const read = async (node: SiteNode, path: string) => {
    const start = performance.now();
    requests += 1;
    const failure = await findFailure(`${node.origin()}${path}`);
    if (failure !== undefined) failures.push(`${path}: ${failure}`);
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - start));
  };
  const running = nodes.flatMap((node) => paths.map((path) => repeat(() => read(node, path))));
  const end = () => Promise.all(running.map((stop) => stop()));
  // Also if the test fails before it reports.
  onTestFinished(() => void end());
  return {
    report: async (fault, agreedAfter) => {
      await end();
      const line: Fault = {
        ...{ fault, slowestMs, requests },
        failed: failures.length,
        agreedAfter: typeof agreedAfter === 'number' ? `${agreedAfter} ms` : agreedAfter,
      };
      await appendFile(inject('faultFile'), `${JSON.stringify(line)}\n`);
      expect(failures).toEqual([]);
    },
  };
}

async function findFailure(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.arrayBuffer();
    return response.status === 200 ? undefined : String(response.status);
  } catch (error) {
    return String(error);
  }
}

/** Reads again and again, one request at a time; returns a function that stops it after the last answer. */
function repeat(read: () => Promise<void>): () => Promise<void> {
  let isWaiting = false;
  let last = Promise.resolve();
  const readNext = () => {
    if (isWaiting) return;
    isWaiting = true;
    last = read().finally(() => {
      isWaiting = false;
    });
  };
  readNext();
  const timer = setInterval(readNext, PAUSE_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}

const LOOK_EVERY_MS = 25;
/** Generous, for a busy machine. */
const WITHIN_MS = 120_000;

/** Returns the milliseconds until `isSo` returned true; it may throw until then. */
export async function waitUntil(isSo: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<number> {
  const start = performance.now();
  const look = async () => {
    if (!(await isSo())) throw new Error(`Not so within ${withinMs} ms.`);
  };
  await vi.waitFor(look, { timeout: withinMs, interval: LOOK_EVERY_MS });
  return Math.round(performance.now() - start);
}

/** Views a post as so many readers, each with an address of its own. */
export async function view(
  node: SiteNode,
  postId: number,
  readers: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let reader = readers.from; reader < readers.to; reader += 1) {
    const { status } = await fetch(`${node.origin()}/api/posts/${postId}/view`, {
      headers: { 'user-agent': READER, 'x-forwarded-for': `10.0.${reader >> 8}.${reader & 255}` },
    });
    expect(status).toBe(204);
  }
}

export async function countViews(url: string): Promise<number> {
  const [row] = await runSql(url, "SELECT count FROM post_views WHERE slug = 'ad-rank'");
  return Number(row?.count ?? 0);
}

export async function readTitle(node: SiteNode, slug: string): Promise<string> {
  return JSON.parse((await node.get(`/api/posts/${slug}`)).text).title;
}
