import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { machineFiles, pages } from '../site/addresses.ts';
import { listPostCacheTags, SITE_TAG } from '../site/cache-tags.ts';
import { listFeeds } from '../site/catalogue.ts';
import { findSettings } from '../site/default-site.ts';
import { formatOrigin, type SiteSettings } from '../site/settings.ts';
import { readMessage } from '../store/database.ts';
import { readSite } from '../store/pages/known-site.ts';
import { listSitemapPosts } from '../store/posts/sitemap.ts';
import type { Store } from '../store/store.ts';
import type { ManifestDifference } from '../store/sync/source.ts';

/** Address of IndexNow, which forwards to all participating search engines (indexnow.org). */
const INDEX_NOW = 'https://api.indexnow.org/indexnow';
/** IndexNow's limit. */
const ADDRESSES_MAX = 10_000;
/** Limit for tags; with more of them, everything is purged. */
const TAGS_MAX = 500;
const ANSWER_WITHIN_MS = 10_000;

export type AnnounceConfig = Pick<Config, 'indexNowKey' | 'origin' | 'purgeUrl' | 'webSubHub'>;

type CategorisedPost = { readonly slug: string; readonly category: string };

type PublishedChanges = ManifestDifference & {
  readonly before: ArticleSnapshot;
  readonly after: ArticleSnapshot;
  /** Milliseconds to wait before shared caches are purged. */
  readonly purgeDelayMs?: number;
};

/** What a channel answered, as a line for the operator. */
export type ChannelAnswer = { readonly isDone: boolean; readonly line: string };

/** Prints how search engines, shared caches and the hub answered. */
export async function announceChanges(
  { indexNowKey: key, purgeUrl, webSubHub, ...config }: AnnounceConfig,
  { texts, records }: Pick<LargeCompilation, 'texts' | 'records'>,
  { before, after, purgeDelayMs = 0, ...difference }: PublishedChanges,
): Promise<void> {
  const paths = listChangedPaths(before, after);
  const site = findSettings(records);
  const origin = config.origin ?? formatOrigin(site);
  if (key !== undefined) console.log((await submitToIndexNow({ key, origin, paths })).line);
  if (purgeUrl === undefined && webSubHub === undefined) return;
  await setTimeout(purgeDelayMs);
  if (webSubHub !== undefined && paths.length > 0)
    console.log((await pingHub(webSubHub, { origin, site })).line);
  if (purgeUrl === undefined) return;
  const posts = texts.flatMap(({ outline }) => (outline.kind === 'post' ? outline : []));
  console.log((await purgeCaches(purgeUrl, listPurgeTags(difference, posts))).line);
}

/** Day on which each article last changed in substance, by path. */
type ArticleSnapshot = ReadonlyMap<string, string>;

export function takeSnapshot(store: Store, now: number): ArticleSnapshot {
  if (!store.index.isFilled()) return new Map();
  const { news } = readSite(store);
  return new Map(
    listSitemapPosts(store, now).map((post) => [pages.article(post, news), post.lastChanged]),
  );
}

export function listChangedPaths(
  before: ArticleSnapshot,
  after: ArticleSnapshot,
): readonly string[] {
  const written = [...after]
    .filter(([path, changed]) => before.get(path) !== changed)
    .map(([path]) => path);
  return [...written, ...[...before.keys()].filter((path) => !after.has(path))];
}

type IndexNowSubmission = {
  readonly key: string;
  readonly origin: string;
  readonly paths: readonly string[];
  readonly endpoint?: string;
  readonly signal?: AbortSignal | undefined;
};

/** Submits changed paths to IndexNow. Never throws, since publishing must not depend on it. */
export async function submitToIndexNow({
  key,
  origin,
  paths,
  signal,
  ...to
}: IndexNowSubmission): Promise<ChannelAnswer> {
  if (paths.length === 0) return { isDone: true, line: 'IndexNow: nothing to announce.' };
  const urlList = paths.slice(0, ADDRESSES_MAX).map((path) => `${origin}${path}`);
  const keyLocation = `${origin}${machineFiles.indexNowKey(key)}`;
  try {
    const body = JSON.stringify({ host: new URL(origin).host, key, keyLocation, urlList });
    const { ok, status } = await sendPost(to.endpoint ?? INDEX_NOW, {
      type: JSON_TYPE,
      body,
      signal,
    });
    return {
      isDone: ok,
      line: `IndexNow: announced ${urlList.length} addresses, answered ${status}.`,
    };
  } catch (error) {
    return { isDone: false, line: `IndexNow: could not be reached (${readMessage(error)}).` };
  }
}

type HubPing = {
  readonly origin: string;
  readonly site: Pick<SiteSettings, 'categories' | 'news'>;
  readonly signal?: AbortSignal | undefined;
};

/** Tells a WebSub hub that the feeds have changed. Never throws. */
export async function pingHub(
  hub: string,
  { origin, site, signal }: HubPing,
): Promise<ChannelAnswer> {
  const feeds = listFeeds(site).map((path) => `${origin}${path}`);
  const form = new URLSearchParams([
    ['hub.mode', 'publish'],
    ...feeds.map((url) => ['hub.url', url]),
  ]);
  try {
    const type = 'application/x-www-form-urlencoded';
    const { ok, status } = await sendPost(hub, { type, body: form.toString(), signal });
    return { isDone: ok, line: `WebSub: WEBSUB_HUB answered ${status}.` };
  } catch (error) {
    return {
      isDone: false,
      line: `WebSub: WEBSUB_HUB could not be reached (${readMessage(error)}).`,
    };
  }
}

/**
 * Lists the tags to purge. A removed record, or a changed one that is not a post, purges
 * everything. A changed picture has a new address, so nothing is purged.
 */
export function listPurgeTags(
  { added, changed, removed }: ManifestDifference,
  posts: readonly CategorisedPost[],
): readonly string[] {
  const isShown = (key: string) => !/^(?:media|draft|pageDraft):/.test(key);
  const written = new Set([...added, ...changed].filter(isShown));
  const isGone = removed.some(isShown);
  if (written.size === 0 && !isGone) return [];
  const touched = posts.filter(({ slug }) => written.has(`post:${slug}`));
  if (isGone || touched.length < written.size) return [SITE_TAG];
  return joinPostTags(touched);
}

/** Lists the tags that purge everything that shows the posts. */
export function joinPostTags(posts: readonly CategorisedPost[]): readonly string[] {
  const tags = [...new Set(posts.flatMap(listPostCacheTags))];
  return tags.length > TAGS_MAX ? [SITE_TAG] : tags;
}

/** Purges shared caches. Never throws. */
export async function purgeCaches(
  url: string,
  tags: readonly string[],
  signal?: AbortSignal,
): Promise<ChannelAnswer> {
  if (tags.length === 0) return { isDone: true, line: 'Purge: nothing to purge.' };
  const failed = (reason: string) => ({
    isDone: false,
    line: `Purge: PURGE_URL ${reason}; shared caches may be stale for a minute.`,
  });
  try {
    const { ok, status } = await sendPost(url, {
      type: JSON_TYPE,
      body: JSON.stringify({ tags }),
      signal,
    });
    return ok
      ? { isDone: true, line: `Purge: ${tags.length} tags, answered ${status}.` }
      : failed(`answered ${status}`);
  } catch (error) {
    return failed(`could not be reached (${readMessage(error)})`);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

type PostRequest = {
  readonly type: string;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
};

async function sendPost(
  url: string,
  { type, body, signal }: PostRequest,
): Promise<Pick<Response, 'ok' | 'status'>> {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  // An unread body would keep the connection.
  await answer.body?.cancel();
  return answer;
}
