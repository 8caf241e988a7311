import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createCategoryRecord,
  createContent,
  createLegacyPostRecord,
  createMediaRecord,
  createPostRecord,
  createTaxonomyRecords,
  daysAgo,
  NOW,
} from '../../../../../tests/support/records.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import { createTestStore } from '../../../../../tests/support/temporary-store.ts';
import { searchPosts } from '../../search/search-posts.ts';
import type { ContentRecord } from '../../site/records.ts';
import { readRevision } from '../index/status.ts';
import { findMedia } from '../media/stored-media.ts';
import { findLegacyPost, listLegacyPosts } from '../pages/legacy-posts.ts';
import { findCategory } from '../pages/taxonomy.ts';
import { findPost, listPosts } from '../posts/posts.ts';
import { findPreview } from '../posts/previews.ts';
import type { Store } from '../store.ts';
import { readPostAddresses } from './post-addresses.ts';
import { createMapSource, createRecordsSource } from './source.ts';
import { syncSource } from './sync.ts';

test('a second sync of the same content changes nothing', () => {
  const store = createTestStore([]);
  const content = createContent({ slug: 'a' }, { slug: 'b' });
  const first = syncStore(store, content, NOW);
  expect(first).toEqual({ added: 23, changed: 0, removed: 0, revision: readRevision(store) });
  const before = listPosts(store, {}, NOW);
  expect(syncStore(store, content.toReversed(), NOW)).toEqual({ ...first, added: 0 });
  expect(listPosts(store, {}, NOW)).toEqual(before);
});

test('added, changed and removed posts are counted, and change the revision', () => {
  const store = createTestStore(
    createContent({ slug: 'kept' }, { slug: 'edited' }, { slug: 'gone', text: 'zebra' }),
  );
  const before = readRevision(store);
  const result = syncStore(
    store,
    createContent({ slug: 'kept' }, { slug: 'edited', title: 'Another title' }, { slug: 'new' }),
    NOW,
  );
  expect(result).toMatchObject({ added: 1, changed: 1, removed: 1 });
  expect(result.revision).not.toBe(before);
  expect(readRevision(store)).toBe(result.revision);
  expect(listSlugs(store)).toEqual(['new', 'kept', 'edited']);
  expect(findPost(store, 'edited', NOW)?.title).toBe('Another title');
  expect(searchPosts(store, { text: 'another' }, NOW).items.map(({ slug }) => slug)).toEqual([
    'edited',
  ]);
  expect(searchPosts(store, { text: 'zebra' }, NOW).total).toBe(0);
});

test('the same content has the same revision, whatever came between', () => {
  const content = createContent({ slug: 'a' });
  const store = createTestStore(content);
  const revision = readRevision(store);
  syncStore(store, createContent({ slug: 'b' }), NOW);
  expect(readRevision(store)).not.toBe(revision);
  syncStore(store, content, NOW);
  expect(readRevision(store)).toBe(revision);
});

test('an undefined field equals a missing field', () => {
  const { subcategory: _, ...withoutSubcategory } = createPostRecord();
  const store = createTestStore([...createTaxonomyRecords(), withoutSubcategory]);
  expect(syncStore(store, createContent({ subcategory: undefined }), NOW)).toMatchObject({
    added: 0,
    changed: 0,
  });
});

test('new posts are numbered from the oldest, and by slug on the same day', () => {
  const store = createTestStore(
    createContent(
      { slug: 'young', publishedAt: daysAgo(1) },
      { slug: 'old', publishedAt: daysAgo(9) },
      { slug: 'b', publishedAt: daysAgo(5) },
      { slug: 'a', publishedAt: daysAgo(5) },
    ),
  );
  expect(listIds(store)).toEqual({ old: 1, a: 2, b: 3, young: 4 });
});

test('a post keeps its id even after a removal, and no other post gets it', () => {
  const store = createTestStore(
    createContent({ slug: 'first', publishedAt: daysAgo(3) }, { slug: 'second' }),
  );
  expect(listIds(store)).toEqual({ second: 1, first: 2 });
  syncStore(
    store,
    createContent({ slug: 'second', publishedAt: daysAgo(1) }, { slug: 'third' }),
    NOW,
  );
  expect(listIds(store)).toEqual({ second: 1, third: 3 });
  syncStore(store, createContent({ slug: 'first', title: 'Back again' }, { slug: 'third' }), NOW);
  expect(listIds(store)).toEqual({ first: 2, third: 3 });
});

test('legacy posts have separate, stable ids', () => {
  const store = createTestStore([
    createLegacyPostRecord({ slug: 'b' }),
    createLegacyPostRecord({ slug: 'a' }),
  ]);
  expect(findLegacyPost(store, 'a')?.id).toBe(1);
  syncStore(
    store,
    [createLegacyPostRecord({ slug: 'c' }), createLegacyPostRecord({ slug: 'b', title: 'New' })],
    NOW,
  );
  expect(listLegacyPosts(store).map(({ slug, id }) => [slug, id])).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
});

test('categories that swap positions keep their posts', () => {
  const post = createPostRecord({ category: 'ads', subcategory: undefined });
  const store = createTestStore([
    createCategoryRecord({ slug: 'ads', position: 1 }),
    createCategoryRecord({ slug: 'seo', position: 2 }),
    post,
  ]);
  syncStore(
    store,
    [
      createCategoryRecord({ slug: 'ads', position: 2 }),
      createCategoryRecord({ slug: 'seo', position: 1 }),
      post,
    ],
    NOW,
  );
  expect(findCategory(store, 'ads', NOW)).toMatchObject({ id: 2, postCount: 1 });
  expect(findPost(store, post.slug, NOW)?.categoryId).toBe(2);
});

test('a picture counts as changed if its bytes changed', () => {
  const store = createTestStore([createMediaRecord({ bytes: Uint8Array.of(1, 2, 3) })]);
  expect(
    syncStore(store, [createMediaRecord({ bytes: Uint8Array.of(1, 2, 3) })], NOW),
  ).toMatchObject({
    changed: 0,
  });
  expect(
    syncStore(store, [createMediaRecord({ bytes: Uint8Array.of(1, 2, 4) })], NOW),
  ).toMatchObject({
    changed: 1,
  });
  const { sha256 = '' } = findMedia(store, 'funnel-3f2a.svg') ?? {};
  expect([...readFileSync(store.media.locate(sha256))]).toEqual([1, 2, 4]);
});

test('invalid content throws and changes nothing', () => {
  const store = createTestStore(createContent({ slug: 'kept' }));
  const revision = readRevision(store);
  const orphan = createPostRecord({ slug: 'orphan', subcategory: 'no-such-subcategory' });
  expect(() => syncStore(store, [...createContent({ slug: 'new' }), orphan], NOW)).toThrow(
    /FOREIGN KEY/,
  );
  const twice = createContent({ slug: 'twice' }, { slug: 'twice' });
  expect(() => syncStore(store, twice, NOW)).toThrow('Two records have the key post:twice');
  expect(listSlugs(store)).toEqual(['kept']);
  expect(readRevision(store)).toBe(revision);
});

test('a source that lacks a record of its manifest throws and changes nothing', () => {
  const store = createTestStore(createContent({ slug: 'kept' }));
  const source = createMapSource(new Map(), () => new Map([['post:named', 'hash']]));
  expect(() => syncSource(store, source, NOW)).toThrow('post:named');
  expect(listSlugs(store)).toEqual(['kept']);
});

test('only new and changed records are read from a source', () => {
  const store = createTestStore([createLegacyPostRecord({ slug: 'same' })]);
  const asked: string[] = [];
  const records = [
    createLegacyPostRecord({ slug: 'same' }),
    createLegacyPostRecord({ slug: 'new' }),
  ];
  syncStore(store, records, NOW);
  const source = {
    ...createRecordsSource(records),
    manifest: () =>
      new Map([
        ['legacy:same', 'another hash'],
        ['legacy:new', 'another hash'],
      ]),
    records: (keys: readonly string[]) => {
      asked.push(...keys);
      return records;
    },
  };
  syncSource(store, source, NOW);
  syncSource(store, source, NOW);
  expect(asked).toEqual(['legacy:same', 'legacy:new']);
});

function listSlugs(store: Store): string[] {
  return listPosts(store, {}, NOW).items.map(({ slug }) => slug);
}

function listIds(store: Store): Record<string, number> {
  return Object.fromEntries(listPosts(store, {}, NOW).items.map(({ slug, id }) => [slug, id]));
}

test('redirects and synonyms are replaced, and removed with their record', () => {
  const store = createTestStore(createContent({}));
  const countRows = () =>
    ['redirects', 'search_synonyms'].map(
      (table) => store.index.all(`SELECT * FROM ${table}`).length,
    );
  const withRules = (target: string, ...meant: readonly string[]): ContentRecord[] => [
    ...createContent({}),
    {
      kind: 'redirects',
      slug: 'redirects',
      redirects: [{ from: '/old', isPrefix: false, status: 301, to: target, activeFrom: 0 }],
    },
    { kind: 'synonyms', slug: 'synonyms', names: [{ typed: 'ppc', meant }] },
  ];
  syncStore(store, withRules('/seo', 'pay per click'), NOW);
  syncStore(store, withRules('/google-ads', 'pay per click', 'google ads'), NOW);
  expect(countRows()).toEqual([1, 2]);
  syncStore(store, createContent({}), NOW);
  expect(countRows()).toEqual([0, 0]);
});

test('every public address of a post is recorded', () => {
  const store = createTestStore(
    createContent({ slug: 'moved', subcategory: 'local-seo' }, { slug: 'gone' }),
  );
  syncStore(store, createContent({ slug: 'moved', subcategory: undefined }), NOW);
  syncStore(
    store,
    createContent({ slug: 'moved', subcategory: undefined, publishedAt: daysAgo(-30) }),
    NOW,
  );
  expect(readPostAddresses(store, NOW).published).toEqual([
    { category: 'seo', subcategory: 'local-seo', slug: 'gone' },
    { category: 'seo', slug: 'moved' },
    { category: 'seo', subcategory: 'local-seo', slug: 'moved' },
  ]);
});

test('a post moved or removed before it is public leaves no address', () => {
  const later = { publishedAt: daysAgo(-5) };
  const store = createTestStore(
    createContent({ slug: 'moved', ...later }, { slug: 'gone', ...later }),
  );
  syncStore(store, createContent({ slug: 'moved', subcategory: 'link-building', ...later }), NOW);
  expect(readPostAddresses(store, NOW).published).toEqual([]);
  expect(readPostAddresses(store, daysAgo(-5)).published).toEqual([
    { category: 'seo', subcategory: 'link-building', slug: 'moved' },
  ]);
});

test('a draft is stored beside the posts, and replaced by its post when it is published', () => {
  const store = createTestStore([]);
  const draft = { ...createPostRecord({ slug: 'a', text: 'zebra' }), kind: 'draft' as const };
  syncStore(store, [...createContent({ slug: 'other' }), draft], NOW);
  expect(findPreview(store, 'a', NOW)).toMatchObject({
    kind: 'draft',
    text: { id: 0, title: 'Title of a' },
  });
  expect(listPosts(store, {}, NOW).items.map(({ slug }) => slug)).toEqual(['other']);
  expect(searchPosts(store, { text: 'zebra' }, NOW).total).toBe(0);
  expect(readPostAddresses(store, NOW).published.map(({ slug }) => slug)).toEqual(['other']);
  const published = createContent({ slug: 'other' }, { slug: 'a', text: 'zebra' });
  expect(syncStore(store, published, NOW)).toMatchObject({ added: 1, changed: 0, removed: 1 });
  expect(findPreview(store, 'a', NOW)?.kind).toBe('published');
  syncStore(store, createContent({ slug: 'other' }), NOW);
  expect(findPreview(store, 'a', NOW)).toBeUndefined();
});
