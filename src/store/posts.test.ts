import { expect, test } from 'vitest';
import { createContent, createTaxonomyRecords, daysAgo, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { findPost, hasPost, listPosts, type PostFilter } from './posts.ts';
import type { Store } from './store.ts';
import { countView } from './views.ts';

const SEO = 4;
const LINK_BUILDING = 15;
const LOCAL_SEO = 16;

test('a post carries every field that has a value, its dates in ISO 8601', () => {
  const store = createTestStore(
    createContent({
      slug: 'google-reviews',
      title: 'Google reviews',
      updatedAt: Date.UTC(2026, 10, 15),
      publishedAt: Date.UTC(2026, 10, 10, 8, 30),
    }),
  );
  countView(store, 1);
  expect(findPost(store, 'google-reviews', NOW)).toStrictEqual({
    id: 1,
    slug: 'google-reviews',
    title: 'Google reviews',
    excerpt: 'Excerpt of google-reviews.',
    metaDescription: 'Description of google-reviews.',
    readTime: 5,
    publishedAt: '2026-11-10T08:30:00.000Z',
    updatedAt: '2026-11-15T00:00:00.000Z',
    categoryId: SEO,
    subcategoryId: LOCAL_SEO,
    popular: 1,
    wordCount: 3,
    content: '<p>Content of google-reviews.</p>',
  });
});

test('a post in a list carries no content, and fields without a value are left out', () => {
  const store = createTestStore(createContent({ slug: 'plain', subcategory: undefined }));
  const [post] = listPosts(store, {}, NOW).items;
  expect(Object.keys(post ?? {})).toEqual([
    ...['id', 'slug', 'title', 'excerpt', 'metaDescription', 'readTime', 'publishedAt', 'categoryId'],
  ]);
});

test('posts are listed newest first, and of the same moment the higher id first', () => {
  const store = createTestStore(
    createContent(
      { slug: 'b', publishedAt: daysAgo(2) },
      { slug: 'old', publishedAt: daysAgo(3) },
      { slug: 'a', publishedAt: daysAgo(2) },
      { slug: 'new', publishedAt: daysAgo(1) },
    ),
  );
  expect(listSlugs(store, {})).toEqual(['new', 'b', 'a', 'old']);
});

test('filters pick a category with all its subcategories, one subcategory, or where both agree', () => {
  const store = createTestStore(
    createContent(
      { slug: 'local' },
      { slug: 'links', subcategory: 'link-building' },
      { slug: 'seo-only', subcategory: undefined },
      { slug: 'video', category: 'google-ads', subcategory: 'youtube' },
    ),
  );
  expect(listSlugs(store, { categoryId: SEO })).toEqual(['seo-only', 'local', 'links']);
  expect(listSlugs(store, { subcategoryId: LINK_BUILDING })).toEqual(['links']);
  expect(listSlugs(store, { categoryId: SEO, subcategoryId: LOCAL_SEO })).toEqual(['local']);
  expect(listPosts(store, { categoryId: 1, subcategoryId: LOCAL_SEO }, NOW)).toEqual({ items: [], total: 0 });
  expect(listPosts(store, { categoryId: 99 }, NOW)).toEqual({ items: [], total: 0 });
  expect(listPosts(store, { subcategoryId: 99 }, NOW)).toEqual({ items: [], total: 0 });
});

test('pages hold what is asked for, with the true total, also past the end', () => {
  const slugs = Array.from({ length: 60 }, (_, index) => `post-${String(index).padStart(2, '0')}`);
  const store = createTestStore(
    createContent(...slugs.map((slug, index) => ({ slug, publishedAt: daysAgo(index) }))),
  );
  expect(listPosts(store, {}, NOW)).toMatchObject({ total: 60, items: { length: 60 } });
  expect(listSlugs(store, { page: 1 })).toEqual(slugs.slice(0, 24));
  expect(listSlugs(store, { page: 2, limit: 10 })).toEqual(slugs.slice(10, 20));
  expect(listSlugs(store, { limit: 2 })).toEqual(slugs.slice(0, 2));
  expect(listSlugs(store, { categoryId: SEO, page: 3 })).toEqual(slugs.slice(48));
  expect(listPosts(store, { page: 4 }, NOW)).toEqual({ items: [], total: 60 });
  expect(listPosts(store, { page: Number.MAX_SAFE_INTEGER, limit: 100 }, NOW)).toEqual({
    items: [],
    total: 60,
  });
});

test('a post to come is in no list and no total until its moment', () => {
  const store = createTestStore(createContent({ slug: 'now' }, { slug: 'later', publishedAt: NOW + 1 }));
  expect(listPosts(store, { categoryId: SEO }, NOW)).toMatchObject({ total: 1, items: [{ slug: 'now' }] });
  expect(findPost(store, 'later', NOW)).toBeUndefined();
  expect(hasPost(store, 2, NOW)).toBe(false);
  expect(listPosts(store, { categoryId: SEO }, NOW + 1).total).toBe(2);
  expect(findPost(store, 'later', NOW + 1)?.id).toBe(2);
  expect(hasPost(store, 2, NOW + 1)).toBe(true);
});

test('an unknown slug or id finds nothing', () => {
  const store = createTestStore(createTaxonomyRecords());
  expect(findPost(store, "x' OR '1'='1", NOW)).toBeUndefined();
  expect(hasPost(store, 1, NOW)).toBe(false);
});

function listSlugs(store: Store, filter: PostFilter): string[] {
  return listPosts(store, filter, NOW).items.map(({ slug }) => slug);
}
