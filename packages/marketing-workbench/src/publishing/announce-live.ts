import { setTimeout } from 'node:timers/promises';
import { pages } from '../site/addresses.ts';
import { formatOrigin } from '../site/settings.ts';
import { readMessage } from '../store/database.ts';
import { readSite } from '../store/pages/known-site.ts';
import { noteLive } from '../store/posts/live.ts';
import { findSitemapPosts, type SitemapPost } from '../store/posts/sitemap.ts';
import {
  createLocalNotices,
  type Notice,
  type NoticeChannel,
  type NoticeQueue,
} from '../store/state/notices.ts';
import type { Store } from '../store/store.ts';
import {
  type AnnounceConfig,
  type ChannelAnswer,
  joinPostTags,
  pingHub,
  purgeCaches,
  submitToIndexNow,
} from './announce.ts';

type AnnounceLiveOptions = {
  readonly config: AnnounceConfig;
  readonly store: Store;
  readonly log: (message: string) => void;
  readonly signal?: AbortSignal;
};

/** Limit for attempts; the last one is more than an hour after the first. */
const ATTEMPTS_MAX = 12;
const NOTE_EVERY_MS = 1_000;

/** Lists the channels that the operator has configured. */
export function listChannels({
  indexNowKey,
  purgeUrl,
  webSubHub,
}: AnnounceConfig): readonly NoticeChannel[] {
  return [
    ...(indexNowKey === undefined ? [] : (['IndexNow'] as const)),
    ...(purgeUrl === undefined ? [] : (['PURGE_URL'] as const)),
    ...(webSubHub === undefined ? [] : (['WEBSUB_HUB'] as const)),
  ];
}

/** Records what goes live on a site without PostgreSQL, and announces it, until it is stopped. */
export function announceWhileRunning({ config, store, log }: AnnounceLiveOptions): {
  readonly stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = createLocalNotices(store);
  const running = repeatUntilStopped(() => announceLive(queue, { config, store, log, signal }), {
    log,
    signal,
  });
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Records what goes live on a node of a cluster, where another queue announces it, as long as the
 * process runs.
 */
export function noteLiveWhileRunning({
  store,
  log,
}: Pick<AnnounceLiveOptions, 'store' | 'log'>): Promise<void> {
  const { state, index } = store;
  const record = async () => void (index.isFilled() && noteLive(state, index, Date.now()));
  return repeatUntilStopped(record, { log, signal: new AbortController().signal });
}

async function repeatUntilStopped(
  work: () => Promise<void>,
  { log, signal }: Required<Pick<AnnounceLiveOptions, 'log' | 'signal'>>,
): Promise<void> {
  let lastFailure = '';
  while (!signal.aborted) {
    try {
      await work();
      lastFailure = '';
    } catch (error) {
      const failure = readMessage(error);
      if (failure !== lastFailure)
        log(`What goes live can’t be recorded or announced: ${failure}.`);
      lastFailure = failure;
    }
    await setTimeout(NOTE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Notes which articles have gone live, and announces each to the channels that have not confirmed
 * it yet.
 */
export async function announceLive(
  queue: NoticeQueue,
  options: AnnounceLiveOptions,
): Promise<void> {
  const { store, config } = options;
  if (!store.index.isFilled()) return;
  const channels = listChannels(config);
  await queue.note(channels);
  for (const channel of channels) {
    const notices = await queue.claim(channel);
    if (notices.length > 0) await notifyChannel(channel, notices, { ...options, queue });
  }
}

async function notifyChannel(
  channel: NoticeChannel,
  notices: readonly Notice[],
  { queue, log, ...options }: AnnounceLiveOptions & { readonly queue: NoticeQueue },
): Promise<void> {
  const slugs = notices.map(({ slug }) => slug);
  const live = new Map(
    findSitemapPosts(options.store, slugs, Date.now()).map((post) => [post.slug, post]),
  );
  const posts = slugs.flatMap((slug) => live.get(slug) ?? []);
  if (posts.length > 0) {
    const { isDone, line } = await sendToChannel(channel, posts, options);
    log(isDone ? line : `${line} ${describeNextAttempt(notices)}`);
    if (isDone)
      await queue.finish(
        channel,
        posts.map(({ slug }) => slug),
      );
    if (isDone && posts.length === notices.length) return;
  }
  await postponeNotices(channel, notices, queue);
}

/**
 * Postpones notices: an article that the node does not hold may be on its way from the database, or
 * removed.
 */
async function postponeNotices(
  channel: NoticeChannel,
  notices: readonly Notice[],
  queue: NoticeQueue,
): Promise<void> {
  for (const { slug, attempts } of notices) {
    if (attempts >= ATTEMPTS_MAX) await queue.finish(channel, [slug]);
    else await queue.postpone(channel, [slug], 2 ** attempts);
  }
}

function describeNextAttempt(notices: readonly Notice[]): string {
  const attempts = Math.max(...notices.map((notice) => notice.attempts));
  const slugs = notices.map(({ slug }) => slug).slice(0, 3);
  const names = `${slugs.join(', ')}${notices.length > slugs.length ? ' and others' : ''}`;
  if (attempts >= ATTEMPTS_MAX)
    return `${attempts} attempts failed for ${names}; there will be no further attempt.`;
  return `The next attempt for ${names} is in ${2 ** attempts} seconds.`;
}

function sendToChannel(
  channel: NoticeChannel,
  posts: readonly SitemapPost[],
  { config, store, signal }: Pick<AnnounceLiveOptions, 'config' | 'store' | 'signal'>,
): Promise<ChannelAnswer> {
  const site = readSite(store);
  const origin = config.origin ?? formatOrigin(site);
  switch (channel) {
    case 'IndexNow': {
      const indexed = posts.filter(({ isIndexed }) => isIndexed);
      const paths = indexed.map((post) => pages.article(post, site.news));
      return submitToIndexNow({ key: config.indexNowKey ?? '', origin, paths, signal });
    }
    case 'PURGE_URL':
      return purgeCaches(config.purgeUrl ?? '', joinPostTags(posts), signal);
    case 'WEBSUB_HUB':
      return pingHub(config.webSubHub ?? '', { origin, site, signal });
  }
}
