import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import type { PostSummary } from '../site/entities.ts';
import { listPopularPosts } from './posts.ts';
import type { Store } from './store.ts';
import { syncStore } from './sync/sync.ts';
import { countView } from './views.ts';

test('one view of last week counts more than many of three years ago, and the count stays the plain one', () => {
  const store = createAgedStore();
  view(store, 'day-6', 50);
  // A view's worth halves in 30 days.
  store.state.run('UPDATE views SET heat = heat - 3 * 365 / 30.0');
  view(store, 'day-4', 1);
  const popular = listPopularPosts(store, 2, NOW);
  expect(popular.map(({ slug, popular: count }) => [slug, count])).toEqual([
    ['day-4', 1],
    ['day-6', 50],
  ]);
});

test('of posts with as many views the newest comes first, then the higher id', () => {
  const store = createTestStore(createContent({ slug: 'numbered-first' }));
  const dates = { 'numbered-first': 1, b: 5, a: 5, old: 9 };
  const posts = Object.entries(dates).map(([slug, days]) => ({ slug, publishedAt: daysAgo(days) }));
  syncStore(store, createContent(...posts), NOW);
  for (const id of [1, 2, 3, 4]) countView(store, id);
  expect(listSlugs(listPopularPosts(store, 4, NOW))).toEqual(['numbered-first', 'b', 'a', 'old']);
});

test('views of a post that is gone count nowhere', () => {
  const store = createAgedStore();
  countView(store, 99);
  expect(listSlugs(listPopularPosts(store, 1, NOW))).toEqual(['day-1']);
});

/** Six posts, one a day. */
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
