import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../../tests/support/records.ts';
import { createTestStore } from '../../../tests/support/temporary-store.ts';
import { listPublishedAddresses } from './post-addresses.ts';
import { syncStore } from './sync.ts';

test('every address that a post has been published under stays known', () => {
  const store = createTestStore(createContent({ slug: 'moved', subcategory: 'local-seo' }, { slug: 'gone' }));
  syncStore(store, createContent({ slug: 'moved', subcategory: undefined }), NOW);
  syncStore(store, createContent({ slug: 'moved', subcategory: undefined, publishedAt: daysAgo(-30) }), NOW);
  expect(listPublishedAddresses(store, NOW)).toEqual([
    { category: 'seo', subcategory: 'local-seo', slug: 'gone' },
    { category: 'seo', slug: 'moved' },
    { category: 'seo', subcategory: 'local-seo', slug: 'moved' },
  ]);
});

test('a post moved or removed before its time leaves no address behind', () => {
  const later = { publishedAt: daysAgo(-5) };
  const store = createTestStore(createContent({ slug: 'moved', ...later }, { slug: 'gone', ...later }));
  syncStore(store, createContent({ slug: 'moved', subcategory: 'link-building', ...later }), NOW);
  expect(listPublishedAddresses(store, NOW)).toEqual([]);
  expect(listPublishedAddresses(store, daysAgo(-5))).toEqual([
    { category: 'seo', subcategory: 'link-building', slug: 'moved' },
  ]);
});
