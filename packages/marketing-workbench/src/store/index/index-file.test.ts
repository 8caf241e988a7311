import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContent, NOW } from '../../../../../tests/support/records.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import {
  createDataDir,
  executeSql,
  openTestStore,
} from '../../../../../tests/support/temporary-store.ts';
import { listPosts } from '../posts/posts.ts';
import { openStore } from '../store.ts';
import { replaceDamagedIndex } from './index-file.ts';
import { StoreUnavailableError } from './index-reader.ts';

const CONTENT = createContent({ slug: 'first' }, { slug: 'second' });

const PAGE_BYTES = 4_096;

const DAMAGES = {
  'that is missing': (path: string) => rmSync(path),
  'of another version': (path: string) => executeSql(path, 'PRAGMA user_version = 999'),
  'of another program': (path: string) => executeSql(path, 'DROP TABLE meta'),
  'that is not a database': (path: string) =>
    writeFileSync(path, 'This is no database. '.repeat(1_000)),
  'that is empty': (path: string) => truncateSync(path),
  'cut short': (path: string) => truncateSync(path, statSync(path).size / 2),
  'with a changed letter': (path: string) => changeLetter(path),
  'that lacks a table': (path: string) => executeSql(path, 'DROP TABLE media'),
  'whose pages are overwritten': (path: string) => overwriteAllButFirstPage(path),
  'with leftovers of a killed rebuild': (path: string) => {
    executeSql(path, 'PRAGMA user_version = 999');
    writeFileSync(`${path}.new`, 'half of an index');
    writeFileSync(`${path}.new-wal`, 'its log');
  },
};

test.for(Object.entries(DAMAGES))('an index %s is replaced by an unfilled one', ([, damage]) => {
  const dataDir = createFilledDataDir();
  damage(join(dataDir, 'index.sqlite'));
  const store = openTestStore(dataDir);
  replaceDamagedIndex(store);
  expect(store.index.isFilled()).toBe(false);
  expect(() => listPosts(store, {}, NOW)).toThrow(StoreUnavailableError);
  syncStore(store, CONTENT, NOW);
  expect(listPosts(store, {}, NOW).items).toMatchObject([
    { slug: 'second', id: 2 },
    { slug: 'first', id: 1 },
  ]);
});

test('an index filled with no content counts as filled and is kept', () => {
  const dataDir = createDataDir();
  const store = openTestStore(dataDir);
  expect(store.index.isFilled()).toBe(false);
  syncStore(store, [], NOW);
  expect(listPosts(store, {}, NOW)).toEqual({ items: [], total: 0 });
  const said: string[] = [];
  const reopened = openStore({ dataDir, log: (line) => said.push(line) });
  replaceDamagedIndex(reopened);
  expect(reopened.index.isFilled()).toBe(true);
  reopened.close();
  expect(said).toEqual([]);
});

test('an index without a seal is checked, then kept or replaced', () => {
  const dataDir = createFilledDataDir();
  rmSync(join(dataDir, 'index.sqlite-seal'));
  const store = openTestStore(dataDir);
  replaceDamagedIndex(store);
  expect(listPosts(store, {}, NOW).total).toBe(2);
  executeSql(store.indexPath, 'DROP TABLE media');
  replaceDamagedIndex(store);
  expect(store.index.isFilled()).toBe(false);
});

test('a state of another site is refused until the index is deleted', () => {
  const dataDir = createFilledDataDir();
  const backup = createDataDir();
  const other = openStore({ dataDir: backup });
  syncStore(other, createContent({ slug: 'second' }), NOW);
  other.close();
  cpSync(join(backup, 'state.sqlite'), join(dataDir, 'state.sqlite'));
  expect(() => openStore({ dataDir })).toThrow(
    /state\.sqlite was replaced by another state, and index\.sqlite /,
  );
  rmSync(join(dataDir, 'index.sqlite'));
  const store = openTestStore(dataDir);
  syncStore(store, CONTENT, NOW);
  expect(listPosts(store, {}, NOW).items).toMatchObject([
    { slug: 'first', id: 2 },
    { slug: 'second', id: 1 },
  ]);
});

test('an older state gives no id that the index already holds', () => {
  const dataDir = createDataDir();
  const path = join(dataDir, 'state.sqlite');
  openStore({ dataDir }).close();
  cpSync(path, `${path}.backup`);
  const store = openStore({ dataDir });
  syncStore(store, CONTENT, NOW);
  store.close();
  cpSync(`${path}.backup`, path);
  const restored = openTestStore(dataDir);
  syncStore(restored, [...CONTENT, ...createContent({ slug: 'third' }).slice(-1)], NOW);
  expect(listPosts(restored, {}, NOW).items.map(({ slug, id }) => [slug, id])).toEqual([
    ['third', 3],
    ['second', 2],
    ['first', 1],
  ]);
});

function createFilledDataDir(): string {
  const dataDir = createDataDir();
  const store = openStore({ dataDir });
  syncStore(store, CONTENT, NOW);
  store.close();
  return dataDir;
}

/** Inside a text, where SQLite can't notice it. */
function changeLetter(path: string): void {
  const bytes = readFileSync(path);
  bytes.write('K', bytes.indexOf('Content of first'));
  writeFileSync(path, bytes);
}

function overwriteAllButFirstPage(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(statSync(path).size - PAGE_BYTES, 'x'), 0, null, PAGE_BYTES);
  closeSync(file);
}
