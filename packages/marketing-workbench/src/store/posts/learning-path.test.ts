import { expect, test } from 'vitest';
import {
  createCategoryRecord,
  createPostRecord,
  createTaxonomyRecords,
  daysAgo,
  NOW,
} from '../../../../../tests/support/records.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import { createTestStore } from '../../../../../tests/support/temporary-store.ts';
import { type ContentRecord, recordKey } from '../../site/records.ts';
import { findCategory } from '../pages/taxonomy.ts';
import { findPost } from './posts.ts';

const POSTS = [
  createPostRecord({ slug: 'first', publishedAt: daysAgo(1) }),
  createPostRecord({ slug: 'second', publishedAt: daysAgo(3) }),
  createPostRecord({ slug: 'later', publishedAt: NOW + 1 }),
  createPostRecord({ slug: 'beside' }),
];

/** Returns the categories and subcategories, SEO with this path, and the posts. */
function createWithPath(...learningPath: readonly string[]): ContentRecord[] {
  const seo = createCategoryRecord({ slug: 'seo', position: 4, learningPath });
  const others = createTaxonomyRecords().filter((record) => recordKey(record) !== 'category:seo');
  return [...others, seo, ...POSTS];
}

const listPath = (store: ReturnType<typeof createTestStore>, now = NOW) =>
  findCategory(store, 'seo', now)?.learningPath?.map(({ slug }) => slug);

test('a scheduled step joins the path when it is published', () => {
  const store = createTestStore(createWithPath('first', 'later', 'second'));
  expect(listPath(store)).toEqual(['first', 'second']);
  expect(listPath(store, NOW + 1)).toEqual(['first', 'later', 'second']);
});

test.each([
  ['whose steps are all scheduled', ['later']],
  ['whose steps do not exist', ['none']],
])('a category %s has no learning path', (_, steps) => {
  const store = createTestStore(createWithPath(...steps));
  expect(Object.keys(findCategory(store, 'seo', NOW) ?? {})).not.toContain('learningPath');
});

test('a changed path replaces the old one', () => {
  const store = createTestStore(createWithPath('first', 'second'));
  expect(syncStore(store, createWithPath('second', 'beside'), NOW)).toMatchObject({ changed: 1 });
  expect(listPath(store)).toEqual(['second', 'beside']);
  syncStore(store, createWithPath(), NOW);
  expect(listPath(store)).toBeUndefined();
});

test('a post has its number among the published steps, and the next step', () => {
  const store = createTestStore(createWithPath('second', 'later', 'first'));
  const next = { slug: 'first', title: 'Title of first', categoryId: 4, subcategoryId: 16 };
  expect(findPost(store, 'second', NOW)?.pathStep).toStrictEqual({ number: 1, total: 2, next });
  expect(findPost(store, 'first', NOW)?.pathStep).toStrictEqual({ number: 2, total: 2 });
  expect(findPost(store, 'first', NOW + 1)?.pathStep).toStrictEqual({ number: 3, total: 3 });
  expect(findPost(store, 'beside', NOW)).not.toHaveProperty('pathStep');
});
