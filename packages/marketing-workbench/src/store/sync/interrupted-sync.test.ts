import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NOW } from '../../../../../tests/support/records.ts';
import { NEW_CONTENT, OLD_CONTENT, STOPS } from '../../../../../tests/support/sync-scenario.ts';
import { syncStore } from '../../../../../tests/support/sync-store.ts';
import {
  createDataDir,
  createTestStore,
  openTestStore,
} from '../../../../../tests/support/temporary-store.ts';
import { searchPosts } from '../../search/search-posts.ts';
import { readRevision } from '../index/status.ts';
import { findMedia } from '../media/stored-media.ts';
import { listLegacyPosts } from '../pages/legacy-posts.ts';
import { listCategories } from '../pages/taxonomy.ts';
import { listPosts } from '../posts/posts.ts';
import type { Store } from '../store.ts';

const CHILD = fileURLToPath(new URL('../../../../../tests/support/sync-child.ts', import.meta.url));

test.for(STOPS)(
  'a publisher killed at "%s" leaves either the old content or the new',
  async (stop) => {
    const dataDir = createDataDir();
    const reader = openTestStore(dataDir);
    syncStore(reader, OLD_CONTENT, NOW);
    const old = readEverything(reader);

    const publisher = spawn(process.execPath, [CHILD, dataDir, stop], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(publisher.stdout, 'data');
    const seenMeanwhile = readEverything(reader);
    await kill(publisher);
    reader.close();

    const reopened = openTestStore(dataDir);
    const found = readEverything(reopened);
    syncStore(reopened, NEW_CONTENT, NOW);
    const finished = readEverything(reopened);
    expect(found).toEqual(stop === 'committed' ? finished : old);
    expect(seenMeanwhile).toEqual(found);
    expect(withoutIds(finished)).toEqual(withoutIds(readEverything(createTestStore(NEW_CONTENT))));
  },
);

test('publishers that start at once on a new folder leave consistent content', async () => {
  const dataDir = createDataDir();
  const publishers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, [CHILD, dataDir, 'never']),
  );
  const exits = await Promise.all(publishers.map((publisher) => once(publisher, 'exit')));
  expect(exits).toEqual(publishers.map(() => [0, null]));
  expect(readEverything(openTestStore(dataDir))).toEqual(
    readEverything(createTestStore(NEW_CONTENT)),
  );
});

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

function readEverything(store: Store) {
  return {
    revision: readRevision(store),
    categories: listCategories(store, NOW),
    posts: listPosts(store, {}, NOW).items,
    postsWithOldTitle: searchPosts(store, { text: 'old' }, NOW).total,
    postsWithNewTitle: searchPosts(store, { text: 'new' }, NOW).total,
    legacyPosts: listLegacyPosts(store),
    media: ['old.svg', '0.png', '79.png'].map((name) => readMedia(store, name)),
  };
}

/** Returns the hash of the bytes and the number of bytes that are there. */
function readMedia(store: Store, name: string) {
  const media = findMedia(store, name);
  return media && [media.sha256, statSync(store.media.locate(media.sha256)).size];
}

function withoutIds({ posts, ...rest }: ReturnType<typeof readEverything>) {
  return { ...rest, posts: posts.map(({ id: _, ...post }) => post) };
}
