import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { ensureIndex, findIndexOwner, type Log } from './index-file.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { openState, readStateKey } from './state.ts';

/** What every query of this folder takes first. */
export type Store = {
  readonly indexPath: string;
  /** The content, with views and ids beside it as `state`; read only. */
  readonly index: IndexReader;
  /** What can't be rebuilt: ids once given, views, addresses once published. */
  readonly state: Database;
  readonly log: Log;
  /** May be called twice. */
  readonly close: () => void;
};

export type StoreOptions = {
  readonly dataDir: string;
  /** Called when the index had to be replaced. */
  readonly log?: Log;
};

/**
 * Opens `index.sqlite` and `state.sqlite` in the folder, making what is missing. An index that can't be used is replaced by
 * one that was never filled, from which nothing can be read. Throws a StateError where the state can't be used.
 */
export function openStore({ dataDir, log = () => undefined }: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true });
  const indexPath = join(dataDir, 'index.sqlite');
  const statePath = join(dataDir, 'state.sqlite');
  const state = openState(statePath, findIndexOwner(indexPath));
  try {
    ensureIndex({ indexPath, state, log });
    const index = openIndexReader({ indexPath, statePath, stateKey: readStateKey(state) });
    const close = () => [index, state].forEach((part) => void part.close());
    return { indexPath, index, state, log, close };
  } catch (error) {
    state.close();
    throw error;
  }
}
