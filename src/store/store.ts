import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { ensureIndex, findIndexOwner } from './index-file.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { openState, readStateKey } from './state.ts';

/** What every query of this folder takes first. */
export type Store = {
  readonly indexPath: string;
  /** The content, with views and ids beside it as `state`; read only. */
  readonly index: IndexReader;
  /** What can't be rebuilt: ids once given, views, addresses once published. */
  readonly state: Database;
  /** May be called twice. */
  readonly close: () => void;
};

/**
 * Opens `index.sqlite` and `state.sqlite` in the folder, making what is missing. An index never filled is empty; one that
 * can't be used is replaced by an empty one. Throws a StateError where the state can't be used.
 */
export function openStore({ dataDir }: { readonly dataDir: string }): Store {
  mkdirSync(dataDir, { recursive: true });
  const indexPath = join(dataDir, 'index.sqlite');
  const statePath = join(dataDir, 'state.sqlite');
  const state = openState(statePath, findIndexOwner(indexPath));
  try {
    ensureIndex(indexPath, state);
    const index = openIndexReader({ indexPath, statePath, stateKey: readStateKey(state) });
    return { indexPath, index, state, close: () => [index, state].forEach((part) => void part.close()) };
  } catch (error) {
    state.close();
    throw error;
  }
}
