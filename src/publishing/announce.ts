import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { files, pages } from '../site/addresses.ts';
import { listPostTags, SITE_TAG } from '../site/cache-tags.ts';
import { findSettings } from '../site/default-site.ts';
import { formatOrigin } from '../site/site.ts';
import { readMessage } from '../store/database.ts';
import { readSite } from '../store/site.ts';
import { listSitemapPosts } from '../store/sitemap.ts';
import type { Store } from '../store/store.ts';
import type { ManifestDifference } from '../store/sync/source.ts';

/** Forwards to all participating search engines (indexnow.org). */
const INDEX_NOW = 'https://api.indexnow.org/indexnow';
/** IndexNow's limit. */
const ADDRESSES_MAX = 10_000;
/** With more tags than this, everything is purged. */
const TAGS_MAX = 500;
const ANSWER_WITHIN_MS = 10_000;

type Changes = ManifestDifference & {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Before shared caches are purged. */
  readonly purgeDelayMs?: number;
};

/** Prints how search engines and shared caches answered. */
export async function announceChanges(
  { indexNowKey: key, purgeUrl, ...config }: Pick<Config, 'indexNowKey' | 'origin' | 'purgeUrl'>,
  { texts, records }: Pick<LargeCompilation, 'texts' | 'records'>,
  { before, after, purgeDelayMs = 0, ...difference }: Changes,
): Promise<void> {
  const paths = listChangedPaths(before, after);
  const origin = config.origin ?? formatOrigin(findSettings(records));
  if (key !== undefined) console.log(await announce({ key, origin, paths }));
  if (purgeUrl === undefined) return;
  await setTimeout(purgeDelayMs);
  const posts = texts.flatMap(({ outline }) => (outline.kind === 'post' ? outline : []));
  console.log(await purge(purgeUrl, listPurgeTags(difference, posts)));
}

/** When each article last changed in substance, by path. */
type Snapshot = ReadonlyMap<string, string>;

export function takeSnapshot(store: Store, now: number): Snapshot {
  if (!store.index.isFilled()) return new Map();
  const { news } = readSite(store);
  return new Map(listSitemapPosts(store, now).map((post) => [pages.article(post, news), post.lastChanged]));
}

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

/** Returns a line for the log; never throws, since publishing must not depend on it. */
export async function announce({ key, origin, paths, endpoint = INDEX_NOW }: Announcement): Promise<string> {
  if (paths.length === 0) return 'IndexNow: nothing to announce.';
  const urlList = paths.slice(0, ADDRESSES_MAX).map((path) => `${origin}${path}`);
  const keyLocation = `${origin}${files.indexNowKey(key)}`;
  try {
    const { status } = await postJson(endpoint, { host: new URL(origin).host, key, keyLocation, urlList });
    return `IndexNow: announced ${urlList.length} addresses, answered ${status}.`;
  } catch (error) {
    return `IndexNow: could not be reached (${readMessage(error)}).`;
  }
}

/** A removed record, or a changed one that is not a post, purges everything. A changed picture has a new address, so nothing is purged. */
export function listPurgeTags(
  { added, changed, removed }: ManifestDifference,
  posts: readonly { readonly slug: string; readonly category: string }[],
): readonly string[] {
  const isShown = (key: string) => !/^(?:media|draft|pageDraft):/.test(key);
  const written = new Set([...added, ...changed].filter(isShown));
  const isGone = removed.some(isShown);
  if (written.size === 0 && !isGone) return [];
  const touched = posts.filter(({ slug }) => written.has(`post:${slug}`));
  if (isGone || touched.length < written.size) return [SITE_TAG];
  const tags = [...new Set(touched.flatMap(listPostTags))];
  return tags.length > TAGS_MAX ? [SITE_TAG] : tags;
}

/** Returns a line for the log; never throws. */
export async function purge(url: string, tags: readonly string[]): Promise<string> {
  if (tags.length === 0) return 'Purge: nothing to purge.';
  const failed = (reason: string) => `Purge: PURGE_URL ${reason}; shared caches may be stale for a minute.`;
  try {
    const { ok, status } = await postJson(url, { tags });
    return ok ? `Purge: ${tags.length} tags, answered ${status}.` : failed(`answered ${status}`);
  } catch (error) {
    return failed(`could not be reached (${readMessage(error)})`);
  }
}

function postJson(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
}
