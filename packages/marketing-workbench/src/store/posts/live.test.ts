/**
 * Random changes of the clock and of the content, compared with a model of which posts are live.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContent, NOW } from '../../../../../tests/support/records.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import {
  createDataDir,
  executeSql,
  openTestStore,
} from '../../../../../tests/support/temporary-store.ts';
import { searchPosts } from '../../search/search-posts.ts';
import type { PostSummary } from '../../site/entities.ts';
import { TAG_POSTS_MIN } from '../../site/limits.ts';
import { nextScheduledAt } from '../index/status.ts';
import { listPostsInSlices } from '../lists/post-slices.ts';
import { DEFAULT_SLICING } from '../lists/slices.ts';
import { listCategories } from '../pages/taxonomy.ts';
import { formatIsoDate } from '../rows.ts';
import { createLocalNotices } from '../state/notices.ts';
import type { Store } from '../store.ts';
import { readPostAddresses } from '../sync/post-addresses.ts';
import { createLiveTest, readLiveTest } from './live.ts';
import { findPost, hasPost, listPosts } from './posts.ts';
import { listSitemapPosts } from './sitemap.ts';
import { findTag, listSitemapTags } from './tags.ts';

const DAY_MS = 86_400_000;
const SLUGS = ['ant', 'bee', 'cat', 'dog', 'elk'];
const STEPS = 25;
/** One tag, which each post spells in its own way. */
const TAG_NAMES: Readonly<Record<string, string>> = {
  ant: 'one tag',
  bee: 'One tag',
  cat: 'one Tag',
  dog: 'One Tag',
  elk: 'ONE TAG',
};

/** The dates of the posts, and the latest date under which each was ever live. */
type Model = { readonly dates: Map<string, number>; readonly live: Map<string, number> };

test.for([1, 2, 3, 4, 5, 6])(
  'posts are live by the clock or because they were, in every query (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const dataDir = createDataDir();
    const store = openTestStore(dataDir);
    const model: Model = { dates: new Map(), live: new Map() };
    for (let step = 0; step < STEPS; step += 1) {
      const now = NOW + random(-8, 8) * DAY_MS;
      if (step === 0 || random(0, 2) > 0) {
        for (const slug of SLUGS) changePost(model, slug, random);
        noteInModel(model, now);
        syncStore(store, listRecords(model), now);
      } else {
        noteInModel(model, now);
        await createLocalNotices(store, () => now).note([]);
      }
      const later = NOW + random(-8, 8) * DAY_MS;
      expect([step, await observe(store, later)]).toEqual([step, expectAt(model, later)]);
      const next = nextScheduledAt(store, later) ?? Number.POSITIVE_INFINITY;
      expect(next).toBeGreaterThan(later);
      expect(next).toBeLessThanOrEqual(findNext(model, later));
      const tests = [createLiveTest(store.state, later), readLiveTest({ dataDir }, later)];
      for (const isLive of tests)
        expect(
          [...model.dates]
            .filter(([slug, date]) => isLive('post', slug, date))
            .map(([slug]) => slug)
            .toSorted(),
        ).toEqual(listLive(model, later).toSorted());
    }
  },
);

/** Adds, removes or dates the post, or leaves it as it is. */
function changePost({ dates }: Model, slug: string, random: ReturnType<typeof createRandom>): void {
  const choice = random(0, 5);
  if (choice === 0) dates.delete(slug);
  // No two posts have the same date, so that one of them is the newest.
  if (choice > 3) dates.set(slug, NOW + random(-8, 8) * DAY_MS + SLUGS.indexOf(slug) * 1_000);
}

function noteInModel({ dates, live }: Model, now: number): void {
  for (const [slug, date] of dates)
    if (date <= now) live.set(slug, Math.max(date, live.get(slug) ?? 0));
}

function listLive({ dates, live }: Model, now: number): readonly string[] {
  return [...dates]
    .filter(([slug, date]) => date <= Math.max(now, live.get(slug) ?? 0))
    .map(([slug]) => slug);
}

/** Returns when the next of the posts that nobody sees goes live. */
function findNext(model: Model, now: number): number {
  const live = listLive(model, now);
  return Math.min(...[...model.dates].flatMap(([slug, date]) => (live.includes(slug) ? [] : date)));
}

function listRecords({ dates }: Model) {
  return createContent(
    ...[...dates].map(([slug, publishedAt]) => ({
      slug,
      publishedAt,
      text: 'Shared words.',
      tags: [TAG_NAMES[slug] ?? ''],
      authors: ['zoe'],
    })),
  );
}

function expectAt(model: Model, now: number) {
  const slugs = listLive(model, now).toSorted();
  const dateOf = (slug: string) => model.dates.get(slug) ?? 0;
  const [newest = ''] = slugs.toSorted((a, b) => dateOf(b) - dateOf(a));
  const isTag = slugs.length >= TAG_POSTS_MIN;
  return {
    tagged: slugs,
    written: slugs,
    both: slugs,
    sliced: slugs,
    tag: isTag ? { slug: 'one-tag', name: TAG_NAMES[newest], postCount: slugs.length } : undefined,
    tagOfSitemap: isTag ? [{ slug: 'one-tag', lastChanged: formatIsoDate(dateOf(newest)) }] : [],
    slugs,
    found: slugs,
    mapped: slugs,
    opened: slugs,
    known: slugs,
    total: slugs.length,
    counted: slugs.length,
  };
}

async function observe(store: Store, now: number) {
  const { items, total } = listPosts(store, { categoryId: 4 }, now);
  const slugsOf = (posts: readonly { readonly slug: string }[]) =>
    posts.map(({ slug }) => slug).toSorted();
  const opened = SLUGS.flatMap((slug) => findPost(store, slug, now) ?? []);
  const sliced: PostSummary[] = [];
  const slicing = { ...DEFAULT_SLICING, rows: 2 };
  const slices = listPostsInSlices({ ...store, slicing }, { tag: 'one-tag', author: 'zoe' }, now);
  for await (const posts of slices) sliced.push(...posts);
  return {
    tagged: slugsOf(listPosts(store, { tag: 'one-tag' }, now).items),
    written: slugsOf(listPosts(store, { author: 'zoe' }, now).items),
    both: slugsOf(listPosts(store, { tag: 'one-tag', author: 'zoe', categoryId: 4 }, now).items),
    sliced: slugsOf(sliced),
    tag: findTag(store, 'one-tag', now),
    tagOfSitemap: listSitemapTags(store, now, ''),
    slugs: slugsOf(items),
    found: slugsOf(searchPosts(store, { text: 'shared' }, now).items),
    mapped: slugsOf(listSitemapPosts(store, now)),
    opened: slugsOf(opened),
    known: slugsOf(opened.filter(({ id }) => hasPost(store, id, now))),
    total,
    counted: listCategories(store, now).find(({ slug }) => slug === 'seo')?.postCount,
  };
}

test('an address that was public stays protected when a post is moved or removed while the clock is behind', () => {
  const store = openTestStore(createDataDir());
  const post = { slug: 'ant', publishedAt: NOW - DAY_MS };
  const never = { slug: 'bee', publishedAt: NOW + DAY_MS };
  syncStore(store, createContent(post, never), NOW);
  const behind = NOW - 30 * DAY_MS;
  syncStore(
    store,
    createContent(
      { ...post, subcategory: 'digital-marketing-news' },
      { ...never, subcategory: 'digital-marketing-news' },
    ),
    behind,
  );
  syncStore(store, createContent(), behind);
  for (const now of [behind, NOW])
    expect(readPostAddresses(store, now).published).toEqual([
      { slug: 'ant', category: 'seo', subcategory: 'digital-marketing-news' },
      { slug: 'ant', category: 'seo', subcategory: 'local-seo' },
    ]);
});

test('an older state knows what is live when it is opened, and what is still to be announced', async () => {
  const dataDir = createDataDir();
  const start = Date.now();
  const content = createContent(
    { slug: 'ant', publishedAt: start - 3 * DAY_MS },
    { slug: 'bee', publishedAt: start - DAY_MS },
    { slug: 'cat', publishedAt: start + DAY_MS },
  );
  const older = openTestStore(dataDir);
  syncStore(older, content, start);
  older.close();
  executeSql(
    join(dataDir, 'state.sqlite'),
    `DROP TABLE live_texts; PRAGMA user_version = 7; INSERT INTO live_until VALUES (1, ${start - 2 * DAY_MS})`,
  );
  rmSync(join(dataDir, 'index.sqlite'));
  const store = openTestStore(dataDir);
  const behind = start - 30 * DAY_MS;
  syncStore(store, content, behind);
  expect(listPosts(store, {}, behind).items.map(({ slug }) => slug)).toEqual(['bee', 'ant']);
  const queue = createLocalNotices(store, () => start);
  await queue.note(['PURGE_URL']);
  expect(await queue.claim('PURGE_URL')).toEqual([{ slug: 'bee', attempts: 1 }]);
});

/** Whole numbers of a range, both ends included, by a linear congruential generator. */
function createRandom(seed: number) {
  let state = seed * 7_919 + 1;
  return (from: number, to: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return from + (Math.floor(state / 2 ** 12) % (to - from + 1));
  };
}
