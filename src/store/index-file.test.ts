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
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createContent, NOW } from '../../tests/support/records.ts';
import { createDataDir, openTestStore } from '../../tests/support/temporary-store.ts';
import { replaceDamagedIndex } from './index-file.ts';
import { StoreUnavailableError } from './index-reader.ts';
import { listPosts } from './posts.ts';
import { openStore } from './store.ts';
import { syncStore } from './sync/sync.ts';

const CONTENT = createContent({ slug: 'first' }, { slug: 'second' });

const PAGE_BYTES = 4_096;

const DAMAGES = {
  'that is missing': (path: string) => rmSync(path),
  'of another version': (path: string) => execute(path, 'PRAGMA user_version = 999'),
  'of another program': (path: string) => execute(path, 'DROP TABLE meta'),
  'that is no database': (path: string) => writeFileSync(path, 'This is no database. '.repeat(1_000)),
  'that is empty': (path: string) => truncateSync(path),
  'cut short': (path: string) => truncateSync(path, statSync(path).size / 2),
  'with a letter that changed': (path: string) => changeLetter(path),
  'with a table less': (path: string) => execute(path, 'DROP TABLE media'),
  'whose pages are overwritten': (path: string) => overwriteAllButFirstPage(path),
  'with the remains of a rebuild that was killed': (path: string) => {
    execute(path, 'PRAGMA user_version = 999');
    writeFileSync(`${path}.new`, 'half of an index');
    writeFileSync(`${path}.new-wal`, 'its log');
  },
};

test.for(Object.entries(DAMAGES))(
  'an index %s is replaced by one that nothing is read from until it is filled again',
  ([, damage]) => {
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
  },
);

test('an index that was filled with nothing is read as such, and stays', () => {
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

test('an index that another program sealed in no way is checked and kept', () => {
  const dataDir = createFilledDataDir();
  rmSync(join(dataDir, 'index.sqlite-seal'));
  const store = openTestStore(dataDir);
  replaceDamagedIndex(store);
  expect(listPosts(store, {}, NOW).total).toBe(2);
  execute(store.indexPath, 'DROP TABLE media');
  replaceDamagedIndex(store);
  expect(store.index.isFilled()).toBe(false);
});

test('an index that goes wrong while the store is open is replaced by the next sync', () => {
  const dataDir = createFilledDataDir();
  const store = openTestStore(dataDir);
  execute(store.indexPath, 'PRAGMA user_version = 999');
  expect(syncStore(store, CONTENT, NOW)).toMatchObject({ added: CONTENT.length });
  expect(listPosts(store, {}, NOW).total).toBe(2);
});

test('a state of another site beside the index is refused, and taken on purpose once the index is gone', () => {
  const dataDir = createFilledDataDir();
  const backup = createDataDir();
  const other = openStore({ dataDir: backup });
  syncStore(other, createContent({ slug: 'second' }), NOW);
  other.close();
  cpSync(join(backup, 'state.sqlite'), join(dataDir, 'state.sqlite'));
  expect(() => openStore({ dataDir })).toThrow(/state\.sqlite is another one, and index\.sqlite /);
  rmSync(join(dataDir, 'index.sqlite'));
  const store = openTestStore(dataDir);
  syncStore(store, CONTENT, NOW);
  expect(listPosts(store, {}, NOW).items).toMatchObject([
    { slug: 'first', id: 2 },
    { slug: 'second', id: 1 },
  ]);
});

test('an older backup of the state never gives an id that the index holds', () => {
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

/** In a text, where SQLite takes it as it is. */
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

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
