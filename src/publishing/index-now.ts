import { files, pages } from '../site/addresses.ts';
import { listSitemapPosts } from '../store/posts/sitemap.ts';
import type { Store } from '../store/store.ts';

/** Passes an announcement on to all search engines that take part (indexnow.org). */
const ENDPOINT = 'https://api.indexnow.org/indexnow';
/** As many addresses as one announcement may hold. */
const ADDRESSES_MAX = 10_000;
const WAIT_MS = 10_000;

/** Paths of articles, with when each last changed in substance. */
export type Snapshot = ReadonlyMap<string, string>;

export function takeSnapshot(store: Store, now: number): Snapshot {
  if (!store.index.isFilled()) return new Map();
  return new Map(listSitemapPosts(store, now).map((post) => [pages.article(post), post.lastChanged]));
}

/** The articles that are new, changed or gone. */
export function listChangedPaths(before: Snapshot, after: Snapshot): readonly string[] {
  const written = [...after].filter(([path, changed]) => before.get(path) !== changed).map(([path]) => path);
  return [...written, ...[...before.keys()].filter((path) => !after.has(path))];
}

type Announcement = {
  readonly key: string;
  readonly origin: string;
  readonly paths: readonly string[];
  readonly endpoint?: string;
};

/** Tells search engines what changed; says in a line what came of it, and never throws: publishing does not hang on it. */
export async function announce({ key, origin, paths, endpoint = ENDPOINT }: Announcement): Promise<string> {
  if (paths.length === 0) return 'IndexNow: nothing to announce.';
  const body = {
    host: new URL(origin).host,
    key,
    keyLocation: `${origin}${files.indexNowKey(key)}`,
    urlList: paths.slice(0, ADDRESSES_MAX).map((path) => `${origin}${path}`),
  };
  try {
    const { status } = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return `IndexNow: announced ${body.urlList.length} addresses, answered ${status}.`;
  } catch (error) {
    return `IndexNow: could not be reached (${error instanceof Error ? error.message : String(error)}).`;
  }
}
