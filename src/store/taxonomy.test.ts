import { expect, test } from 'vitest';
import { createContent, createTaxonomyRecords, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { findCategory, findSubcategory, listCategories, listSubcategories } from './taxonomy.ts';

const SEO = 4;

const CONTENT = createContent(
  { slug: 'local-1' },
  { slug: 'local-2' },
  { slug: 'news', subcategory: 'digital-marketing-news' },
  { slug: 'seo-only', subcategory: undefined },
  { slug: 'later', publishedAt: NOW + 1 },
  { slug: 'video', category: 'google-ads', subcategory: 'youtube' },
);

test('categories come in the built-in order, each with the number of its published posts', () => {
  const categories = listCategories(createTestStore(CONTENT), NOW);
  expect(categories.map(({ id, slug, postCount }) => [id, slug, postCount])).toEqual([
    [1, 'google-ads', 1],
    [2, 'facebook-ads', 0],
    [3, 'email-marketing', 0],
    [4, 'seo', 4],
  ]);
});

test('a post to come counts from its moment on', () => {
  const store = createTestStore(CONTENT);
  expect(findCategory(store, 'seo', NOW + 1)?.postCount).toBe(5);
  expect(findSubcategory(store, 'local-seo', NOW)?.postCount).toBe(2);
  expect(findSubcategory(store, 'local-seo', NOW + 1)?.postCount).toBe(3);
});

test('subcategories are listed of all categories or of one', () => {
  const store = createTestStore(CONTENT);
  expect(listSubcategories(store, {}, NOW)).toHaveLength(17);
  expect(
    listSubcategories(store, { categoryId: SEO }, NOW).map(({ slug, postCount }) => [slug, postCount]),
  ).toEqual([
    ['on-page-seo', 0],
    ['technical-seo', 0],
    ['link-building', 0],
    ['local-seo', 2],
    ['digital-marketing-news', 1],
  ]);
  expect(listSubcategories(store, { categoryId: 99 }, NOW)).toEqual([]);
});

test('a category and a subcategory carry every field', () => {
  const store = createTestStore(createTaxonomyRecords());
  expect(findCategory(store, 'seo', NOW)).toStrictEqual({
    id: SEO,
    slug: 'seo',
    name: 'SEO',
    description: 'Description of seo.',
    icon: 'BiSearch',
    postCount: 0,
  });
  expect(findSubcategory(store, 'youtube', NOW)).toStrictEqual({
    id: 4,
    categoryId: 1,
    slug: 'youtube',
    name: 'YouTube',
    description: 'Description of youtube.',
    postCount: 0,
  });
});

test('an unknown slug finds no category and no subcategory', () => {
  const store = createTestStore(createTaxonomyRecords());
  expect(findCategory(store, 'youtube', NOW)).toBeUndefined();
  expect(findSubcategory(store, 'seo', NOW)).toBeUndefined();
});
