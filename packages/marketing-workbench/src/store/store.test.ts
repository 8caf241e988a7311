import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countView } from '../../../../tests/support/count-view.ts';
import { createContent, daysAgo, NOW } from '../../../../tests/support/records.ts';
import { syncStore } from '../../../../tests/support/sync-store.ts';
import {
  createDataDir,
  createTestStore,
  executeSql,
  openTestStore,
} from '../../../../tests/support/temporary-store.ts';
import { listRelatedPosts } from '../search/related-posts.ts';
import { searchPosts } from '../search/search-posts.ts';
import { StoreUnavailableError } from './index/index-reader.ts';
import { nextScheduledAt, readRevision } from './index/status.ts';
import { listLegacyPosts } from './pages/legacy-posts.ts';
import { listCategories, listSubcategories } from './pages/taxonomy.ts';
import {
  findPost,
  listFeaturedPosts,
  listPopularPosts,
  listPosts,
  listRecentPosts,
} from './posts/posts.ts';
import { listPicturedPosts, listSitemapPosts, START_OF_LIST } from './posts/sitemap.ts';
import { openStore } from './store.ts';

test('a missing folder opens as an unfilled store, which throws when it is read', () => {
  const store = openTestStore(join(createDataDir(), 'site', 'data'));
  expect(store.index.isFilled()).toBe(false);
  expect(() => listPosts(store, {}, NOW)).toThrow(StoreUnavailableError);
  expect(() => readRevision(store)).toThrow(StoreUnavailableError);
});

test('a store filled with no content answers empty listings', () => {
  const store = createTestStore([]);
  expect(listPosts(store, {}, NOW)).toEqual({ items: [], total: 0 });
  expect(listPosts(store, { categoryId: 1 }, NOW)).toEqual({ items: [], total: 0 });
  expect(listCategories(store, NOW)).toEqual([]);
  expect(listSubcategories(store, {}, NOW)).toEqual([]);
  expect(listFeaturedPosts(store, NOW)).toEqual([]);
  expect(listRecentPosts(store, NOW)).toEqual([]);
  expect(listPopularPosts(store, 3, NOW)).toEqual([]);
  expect(listRelatedPosts(store, 1, NOW)).toBeUndefined();
  expect(searchPosts(store, { text: 'reviews' }, NOW)).toEqual({ items: [], total: 0 });
  expect(listLegacyPosts(store)).toEqual([]);
  expect(listSitemapPosts(store, NOW)).toEqual([]);
  expect(nextScheduledAt(store, NOW)).toBeUndefined();
  expect(readRevision(store)).toMatch(/^[0-9a-f]{64}$/);
});

test('a closed store throws instead of answering, and may be closed again', () => {
  const store = createTestStore(createContent({}));
  store.close();
  store.close();
  expect(() => listPosts(store, {}, NOW)).toThrow('not open');
  expect(() => countView(store, 1)).toThrow(/not open|finalized/);
});

test('a store that breaks while it is open throws instead of answering', () => {
  const store = createTestStore(createContent({}));
  executeSql(store.indexPath, 'DROP TABLE post_texts; DROP TABLE posts');
  expect(() => listPosts(store, {}, NOW)).toThrow('no such table');
  expect(() => findPost(store, 'google-reviews', NOW)).toThrow('no such table');
  expect(() => searchPosts(store, { text: 'reviews' }, NOW)).toThrow('no such table');
});

const HOW_TO_GO_ON =
  /.*npm run content -- restore <file>\. .*delete state\.sqlite and index\.sqlite/.source;

test.for([
  ['missing', `is missing${HOW_TO_GO_ON}`, (path: string) => rmSync(path)],
  ['of zero bytes', `is empty${HOW_TO_GO_ON}`, (path: string) => truncateSync(path)],
  ['of another program', `is a database of another program${HOW_TO_GO_ON}`, replaceByForeign],
  [
    'not a database',
    `can't be used.*not a database${HOW_TO_GO_ON}`,
    (path: string) => writeFileSync(path, 'These were views once. '.repeat(1_000)),
  ],
  ['cut to one page', `can't be used${HOW_TO_GO_ON}`, (path: string) => truncateSync(path, 4_096)],
  [
    'cut within a page',
    `can't be used${HOW_TO_GO_ON}`,
    (path: string) => truncateSync(path, statSync(path).size - 5_000),
  ],
  [
    'of a newer program',
    'has version 99, and this program reads versions up to \\d+; run the newer program',
    (path: string) => executeSql(path, 'PRAGMA user_version = 99'),
  ],
] as const)('a state that is %s is refused and left as it is', ([, says, lose]) => {
  const dataDir = createDataDir();
  const path = join(dataDir, 'state.sqlite');
  const store = openStore({ dataDir });
  syncStore(store, createContent({}), NOW);
  store.close();
  lose(path);
  const left = existsSync(path) && readFileSync(path);
  expect(() => openStore({ dataDir })).toThrow(new RegExp(`state\\.sqlite ${says}`));
  expect(existsSync(path) && readFileSync(path)).toEqual(left);
});

test('a state to which a newer program only added is used', () => {
  const dataDir = createDataDir();
  const store = openStore({ dataDir });
  syncStore(store, createContent({}), NOW);
  countView(store, 1);
  store.close();
  executeSql(
    join(dataDir, 'state.sqlite'),
    'CREATE TABLE of_the_future (id INTEGER); PRAGMA user_version = 49',
  );
  const reopened = openStore({ dataDir });
  expect(listPosts(reopened, {}, NOW)).toMatchObject({ items: [{ popular: 1 }] });
  countView(reopened, 1);
  expect(listPosts(reopened, {}, NOW)).toMatchObject({ items: [{ popular: 2 }] });
  reopened.close();
});

function replaceByForeign(path: string): void {
  rmSync(path);
  executeSql(path, 'CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 3');
}

test('ids and views survive the loss of the index', () => {
  const dataDir = createDataDir();
  const content = createContent({ slug: 'b' }, { slug: 'a' });
  const store = openStore({ dataDir });
  syncStore(store, createContent({ slug: 'b' }), NOW);
  syncStore(store, content, NOW);
  countView(store, 1);
  const posts = listPosts(store, {}, NOW);
  store.close();
  rmSync(join(dataDir, 'index.sqlite'));
  const reopened = openTestStore(dataDir);
  syncStore(reopened, content, NOW);
  expect(listPosts(reopened, {}, NOW)).toEqual(posts);
  expect(posts.items).toMatchObject([
    { slug: 'a', id: 2 },
    { slug: 'b', id: 1, popular: 1 },
  ]);
});

test('the next scheduled post is the earliest after now', () => {
  const store = createTestStore(
    createContent(
      { slug: 'past', publishedAt: daysAgo(1) },
      { slug: 'second', publishedAt: NOW + 2_000 },
      { slug: 'first', publishedAt: NOW + 1_000 },
    ),
  );
  expect(nextScheduledAt(store, NOW)).toBe(NOW + 1_000);
  expect(nextScheduledAt(store, NOW + 1_000)).toBe(NOW + 2_000);
  expect(nextScheduledAt(store, NOW + 2_000)).toBeUndefined();
});

test('the pictures of all posts are listed', () => {
  const shown = [
    '<figure><img src="/media/1f2e-map.svg" alt="A map"></figure><p>é src="/media/no.png"</p>',
    '<picture><source srcset="/media/a.avif"><img src="/media/b-480.jpg" alt="B"></picture>',
    '<img src="/media/1f2e-map.svg" alt="The same map"><img src="/media/c.png" alt="C">',
  ].join('');
  const store = createTestStore(
    createContent(
      { slug: 'first', content: shown },
      { slug: 'plain', content: '<p>No picture.</p>' },
      { slug: 'last', content: shown },
    ),
  );
  const addresses = ['/media/1f2e-map.svg', '/media/b-480.jpg', '/media/c.png'];
  const listed = listPicturedPosts(store, START_OF_LIST, NOW);
  expect(Object.fromEntries(listed.map(({ slug, pictures }) => [slug, pictures]))).toEqual({
    first: addresses,
    plain: [],
    last: addresses,
  });
});
