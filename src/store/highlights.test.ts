import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import type { PostSummary } from '../site/entities.ts';
import { listFeaturedPosts, listPopularPosts, listRecentPosts } from './posts.ts';
import type { Store } from './store.ts';
import { syncStore } from './sync/sync.ts';
import { countView } from './views.ts';

const FUTURE = { publishedAt: NOW + 1, featured: true };

test('featured are the three newest that are marked', () => {
  const store = createAgedStore({ featured: ['day-2', 'day-4', 'day-5', 'day-6'] });
  expect(listSlugs(listFeaturedPosts(store, NOW))).toEqual(['day-2', 'day-4', 'day-5']);
});

test('featured are filled up with the newest others', () => {
  expect(listSlugs(listFeaturedPosts(createAgedStore({ featured: ['day-5'] }), NOW))).toEqual([
    ...['day-5', 'day-1', 'day-2'],
  ]);
});

test('recent are the four newest', () => {
  expect(listSlugs(listRecentPosts(createAgedStore({}), NOW))).toEqual(['day-1', 'day-2', 'day-3', 'day-4']);
});

test('popular are the most viewed, then the newest of as many views, then those never viewed', () => {
  const store = createAgedStore({});
  view(store, 'day-6', 3);
  view(store, 'day-4', 1);
  view(store, 'day-3', 1);
  const popular = listPopularPosts(store, 5, NOW);
  expect(popular.map(({ slug, popular }) => [slug, popular])).toEqual([
    ['day-6', 3],
    ['day-3', 1],
    ['day-4', 1],
    ['day-1', undefined],
    ['day-2', undefined],
  ]);
  expect(popular[3]).not.toHaveProperty('popular');
  expect(listSlugs(listPopularPosts(store, 2, NOW))).toEqual(['day-6', 'day-3']);
  expect(listPopularPosts(store, 50, NOW)).toHaveLength(6);
});

test('one view of last week counts more than many of three years ago, and the count stays the plain one', () => {
  const store = createAgedStore({});
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

test('a post to come is neither featured nor recent nor popular', () => {
  const store = createTestStore(
    createContent({ slug: 'now', publishedAt: NOW }, { slug: 'later', ...FUTURE }),
  );
  view(store, 'later', 9);
  expect(listSlugs(listFeaturedPosts(store, NOW))).toEqual(['now']);
  expect(listSlugs(listRecentPosts(store, NOW))).toEqual(['now']);
  expect(listSlugs(listPopularPosts(store, 3, NOW))).toEqual(['now']);
  expect(listSlugs(listFeaturedPosts(store, NOW + 1))).toEqual(['later', 'now']);
  expect(listSlugs(listPopularPosts(store, 3, NOW + 1))).toEqual(['later', 'now']);
});

test('views of a post that is gone count nowhere', () => {
  const store = createAgedStore({});
  countView(store, 99);
  expect(listSlugs(listPopularPosts(store, 1, NOW))).toEqual(['day-1']);
});

/** Six posts, one a day. */
function createAgedStore({ featured = [] }: { readonly featured?: readonly string[] }): Store {
  const slugs = [1, 2, 3, 4, 5, 6].map((days) => ({ slug: `day-${days}`, publishedAt: daysAgo(days) }));
  return createTestStore(
    createContent(...slugs.map((post) => ({ ...post, featured: featured.includes(post.slug) }))),
  );
}

function view(store: Store, slug: string, times: number): void {
  const post = listPopularPosts(store, 50, NOW + 1).find((candidate) => candidate.slug === slug);
  for (let time = 0; time < times; time++) countView(store, post?.id ?? 0);
}

function listSlugs(posts: readonly PostSummary[]): string[] {
  return posts.map(({ slug }) => slug);
}
