import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createContent, NOW } from '../../../../../tests/support/records.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import {
  createDataDir,
  executeSql,
  openTestStore,
} from '../../../../../tests/support/temporary-store.ts';
import { findPost, listPosts } from '../posts/posts.ts';
import type { Store } from '../store.ts';
import { readRevision } from './status.ts';

const PUBLISHER = fileURLToPath(
  new URL('../../../../../tests/support/sync-child.ts', import.meta.url),
);

/** Before another process publishes. */
const EVENTS = {
  'as it is': () => undefined,
  'after the index was deleted': (path: string) => rmSync(path),
  'after another version replaced the index': (path: string) =>
    executeSql(path, 'PRAGMA user_version = 999'),
  'after the index became unreadable': (path: string) =>
    writeFileSync(path, 'no database '.repeat(1_000)),
};

test.for(Object.entries(EVENTS))(
  'an open store sees at once what another process publishes, %s',
  ([, happen]) => {
    const store = createReader();
    const before = readRevision(store);
    happen(store.indexPath);
    execFileSync(process.execPath, [
      PUBLISHER,
      store.indexPath.replace(/index\.sqlite$/, ''),
      'never',
    ]);
    expect(readRevision(store)).not.toBe(before);
    expect(listPosts(store, {}, NOW).total).toBe(120);
    expect(findPost(store, 'post-42', NOW)?.title).toBe('New title 42');
  },
);

test('an open store keeps answering after the index is deleted', () => {
  const store = createReader();
  rmSync(store.indexPath);
  expect(listPosts(store, {}, NOW).total).toBe(1);
});

test('an open store keeps answering after the index is replaced by one of another version', () => {
  const store = createReader();
  rmSync(store.indexPath);
  executeSql(store.indexPath, 'PRAGMA user_version = 999; CREATE TABLE other (id INTEGER)');
  expect(listPosts(store, {}, NOW).total).toBe(1);
  expect(listPosts(store, {}, NOW).total).toBe(1);
});

function createReader(): Store {
  const store = openTestStore(createDataDir());
  syncStore(store, createContent({}), NOW);
  return store;
}
