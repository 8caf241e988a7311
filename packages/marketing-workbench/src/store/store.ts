import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureIndex, findIndexOwner, type Log } from './index/index-file.ts';
import { type IndexReader, openIndexReader } from './index/index-reader.ts';
import { DEFAULT_SLICING, type Slicing } from './lists/slices.ts';
import { createMediaFiles, type MediaFiles } from './media/media-files.ts';
import { type FollowedState, openFollowedState } from './state/followed-state.ts';
import { readStateKey } from './state/state.ts';

/** The first argument of every query. */
export type Store = Disposable & {
  readonly indexPath: string;
  readonly statePath: string;
  readonly index: IndexReader;
  /** Ids, views and published addresses, which can't be rebuilt. */
  readonly state: FollowedState;
  readonly media: MediaFiles;
  readonly log: Log;
  /** How long lists are read. */
  readonly slicing: Slicing;
  /** May be called twice. */
  readonly close: () => void;
};

export type StoreOptions = {
  readonly dataDir: string;
  readonly log?: Log;
  readonly slicing?: Slicing;
};

/**
 * Opens or creates `index.sqlite` and `state.sqlite`. Replaces an unusable index, throws a
 * StateError for an unusable state.
 */
export function openStore({
  dataDir,
  log = () => undefined,
  slicing = DEFAULT_SLICING,
}: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true });
  const indexPath = join(dataDir, 'index.sqlite');
  const statePath = join(dataDir, 'state.sqlite');
  const state = openFollowedState(statePath, findIndexOwner(indexPath), log);
  try {
    ensureIndex({ indexPath, state, log });
    const index = openIndexReader({
      indexPath,
      statePath,
      readStateKey: () => readStateKey(state),
    });
    const media = createMediaFiles(dataDir);
    const close = () => [index, state].forEach((part) => void part.close());
    return {
      indexPath,
      statePath,
      index,
      state,
      media,
      log,
      slicing,
      close,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    state.close();
    throw error;
  }
}
