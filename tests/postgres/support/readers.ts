import { expect, vi } from 'vitest';
import type { SiteNode } from '../../support/site-node.ts';
import { READER } from '../../support/test-site.ts';
import { runSql } from './postgres-server.ts';

const PATHS = [
  '/',
  '/seo',
  '/seo/local-seo/ask-for-reviews',
  '/search?q=ads',
  '/api/posts/ad-rank',
  '/api/posts/recent',
];
/** Between two requests of an address, if the first was answered meanwhile. */
const PAUSE_MS = 1_000;
const ANSWER_WITHIN_MS = 30_000;

/**
 * Requests each address of each node again and again; when disposed of, expects that every answer
 * was right.
 */
export function startReaders(
  nodes: readonly SiteNode[],
  paths: readonly string[] = PATHS,
): AsyncDisposable {
  const failures: string[] = [];
  const read = async (url: string) => {
    const failure = await findFailure(url);
    if (failure !== undefined) failures.push(`${url}: ${failure}`);
  };
  const stops = nodes.flatMap((node) =>
    paths.map((path) => repeat(() => read(`${node.origin()}${path}`))),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(stops.map((stop) => stop()));
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

/**
 * Reads again and again, one request at a time; returns a function that stops it after the last
 * answer.
 */
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

const LOOK_EVERY_MS = 100;
/** Generous, for a busy machine. */
const WITHIN_MS = 120_000;

/** Until `isSo` doesn't throw and doesn't return false. */
export async function waitUntil(isSo: () => Promise<unknown>, withinMs = WITHIN_MS): Promise<void> {
  const look = async () => {
    if ((await isSo()) === false) throw new Error(`Not so within ${withinMs} ms.`);
  };
  await vi.waitFor(look, { timeout: withinMs, interval: LOOK_EVERY_MS });
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

type ReadPost = { readonly id: number; readonly title: string; readonly popular?: number };

export async function readPost(node: SiteNode, slug = 'ad-rank'): Promise<ReadPost> {
  return JSON.parse((await node.get(`/api/posts/${slug}`)).text);
}

export function waitForTitle(
  nodes: readonly SiteNode[],
  title: string,
  slug = 'ad-rank',
): Promise<void> {
  return waitUntil(async () => {
    for (const node of nodes) expect((await readPost(node, slug)).title).toBe(title);
  });
}

/** Until what health says of the database contains this. */
export function waitForDatabase(node: SiteNode, says: string | RegExp): Promise<void> {
  return waitUntil(async () => expect((await node.health()).database).toMatch(says));
}
