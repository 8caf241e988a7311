import { expect, test } from 'vitest';
import { countView } from '../../../../../tests/support/count-view.ts';
import {
  createContent,
  createPostRecord,
  createTaxonomyRecords,
  daysAgo,
  NOW,
} from '../../../../../tests/support/records.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import {
  createDataDir,
  createTestStore,
  openTestStore,
} from '../../../../../tests/support/temporary-store.ts';
import type { PostSummary } from '../../site/entities.ts';
import { findPost, listPopularPosts } from '../posts/posts.ts';
import { openStore, type Store } from '../store.ts';
import { createRecordsSource } from '../sync/source.ts';
import { syncSource } from '../sync/sync.ts';
import {
  dropViewBatch,
  showTotals,
  takeShownViews,
  takeViewBatch,
  type ViewBatch,
} from './views.ts';

const CONTENT = createContent({ slug: 'first' }, { slug: 'second', publishedAt: NOW - 1_000 });

function countPopular(store: Store, slug: string): number | undefined {
  return findPost(store, slug, NOW)?.popular;
}

function listCounts(batch: ViewBatch | undefined) {
  return [...(batch?.views ?? [])].map(([slug, { count }]) => [slug, count]);
}

test('waiting views form a batch, which stays the same until it is dropped, even after a restart', () => {
  const dataDir = createDataDir();
  const store = openStore({ dataDir });
  syncStore(store, CONTENT, NOW);
  countView(store, 1);
  countView(store, 1);
  countView(store, 2);
  const batch = takeViewBatch(store);
  expect(listCounts(batch)).toEqual([
    ['first', 2],
    ['second', 1],
  ]);
  countView(store, 1);
  store.close();
  const reopened = openTestStore(dataDir);
  expect(takeViewBatch(reopened)).toEqual(batch);
  if (batch !== undefined) dropViewBatch(reopened, batch);
  const next = takeViewBatch(reopened);
  expect(listCounts(next)).toEqual([['first', 1]]);
  expect(next?.id).not.toBe(batch?.id);
});

test('the shown views are the totals plus the views that wait here', () => {
  const store = createTestStore(CONTENT);
  countView(store, 1);
  takeViewBatch(store);
  countView(store, 1);
  showTotals(store, new Map([['first', { count: 10, heat: 700 }]]));
  expect(countPopular(store, 'first')).toBe(12);
  expect(countPopular(store, 'second')).toBeUndefined();
  showTotals(store, new Map());
  expect(countPopular(store, 'first')).toBe(2);
});

test('views stay with their posts when a source gives new ids', () => {
  const store = createTestStore(CONTENT);
  countView(store, 1);
  const records = [
    ...createTaxonomyRecords(),
    createPostRecord({ slug: 'second' }),
    createPostRecord({ slug: 'first', title: 'New' }),
  ];
  const ids = new Map([
    ['post:first', 2],
    ['post:second', 1],
  ]);
  syncSource(store, { ...createRecordsSource(records), ids }, NOW);
  expect(findPost(store, 'first', NOW)).toMatchObject({ id: 2, popular: 1 });
  expect(findPost(store, 'second', NOW)?.popular).toBeUndefined();
});

test('all shown views can be carried over once, including those from other machines', () => {
  const store = createTestStore(CONTENT);
  showTotals(store, new Map([['first', { count: 6, heat: 700 }]]));
  countView(store, 1);
  const { totals, batches } = takeShownViews(store);
  expect(totals.get('first')?.count).toBe(7);
  expect(batches).toEqual([takeViewBatch(store)?.id]);
  countView(store, 1);
  countView(store, 2);
  const again = takeShownViews(store);
  expect(again.batches).toEqual(batches);
  expect([...again.totals].map(([slug, { count }]) => [slug, count])).toEqual([['first', 7]]);
  expect(again.totals.get('first')?.heat).toBeCloseTo(totals.get('first')?.heat ?? 0, 0);
});

test('views counted while the clock was ten years ahead count as views of today', () => {
  const store = createTestStore(CONTENT);
  countView(store, 1);
  store.state.exec(
    'UPDATE views SET heat = heat + 3650 / 30.0; UPDATE waiting_views SET heat = heat + 3650 / 30.0',
  );
  countView(store, 2);
  countView(store, 2);
  expect(listPopularPosts(store, 2, NOW).map(({ slug }) => slug)).toEqual(['second', 'first']);
  const heats = [...(takeViewBatch(store)?.views.values() ?? [])].map(({ heat }) => heat);
  expect(Math.abs((heats[1] ?? 0) - (heats[0] ?? 0) - 1)).toBeLessThan(0.1);
});

test('a recent view outweighs many of three years ago, and the shown count is unweighted', () => {
  const store = createAgedStore();
  view(store, 'day-6', 50);
  // Heat drops by one for every 30 days of age.
  store.state.run('UPDATE views SET heat = heat - 3 * 365 / 30.0');
  view(store, 'day-4', 1);
  const popular = listPopularPosts(store, 2, NOW);
  expect(popular.map(({ slug, popular: count }) => [slug, count])).toEqual([
    ['day-4', 1],
    ['day-6', 50],
  ]);
});

test('ties of views are broken by date, then by id', () => {
  const store = createTestStore(createContent({ slug: 'numbered-first' }));
  const dates = { 'numbered-first': 1, b: 5, a: 5, old: 9 };
  const posts = Object.entries(dates).map(([slug, days]) => ({ slug, publishedAt: daysAgo(days) }));
  syncStore(store, createContent(...posts), NOW);
  for (const id of [1, 2, 3, 4]) countView(store, id);
  expect(listSlugs(listPopularPosts(store, 4, NOW))).toEqual(['numbered-first', 'b', 'a', 'old']);
});

test('views of a deleted post are ignored', () => {
  const store = createAgedStore();
  countView(store, 99);
  expect(listSlugs(listPopularPosts(store, 1, NOW))).toEqual(['day-1']);
});

/** Creates six posts, one a day. */
function createAgedStore(): Store {
  const days = [1, 2, 3, 4, 5, 6];
  return createTestStore(
    createContent(...days.map((day) => ({ slug: `day-${day}`, publishedAt: daysAgo(day) }))),
  );
}

function view(store: Store, slug: string, times: number): void {
  const post = listPopularPosts(store, 50, NOW + 1).find((candidate) => candidate.slug === slug);
  for (let time = 0; time < times; time++) countView(store, post?.id ?? 0);
}

function listSlugs(posts: readonly PostSummary[]): string[] {
  return posts.map(({ slug }) => slug);
}
