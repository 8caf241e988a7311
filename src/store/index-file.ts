import { existsSync, renameSync, rmSync } from 'node:fs';
import { type Database, enableWal, isUnreadable, openDatabase } from './database.ts';
import { INDEX_SCHEMA, INDEX_VERSION } from './index-schema.ts';
import { readInteger, readText } from './rows.ts';
import { readStateKey } from './state.ts';
import { hashManifest } from './sync/manifest.ts';

/**
 * Makes sure that an index of this program stands at the path. One that is missing, of another version, built for another
 * state or no database at all gives way to an empty one. The state's write lock keeps two processes from doing so at once.
 */
export function ensureIndex(path: string, state: Database): void {
  const stateKey = readStateKey(state);
  if (isUsableIndex(path, stateKey)) return;
  state.transaction(() => {
    if (!isUsableIndex(path, stateKey)) replaceIndex(path, stateKey);
  });
}

/** Whether the file is an index that this program can read, with the ids of this state. */
export function isUsableIndex(path: string, stateKey: string): boolean {
  if (!existsSync(path)) return false;
  const index = openDatabase(path);
  try {
    const version = readInteger(index.get('PRAGMA user_version'), 'user_version');
    if (version !== INDEX_VERSION) return false;
    return index.get('SELECT state_key FROM meta WHERE state_key = :stateKey', { stateKey }) !== undefined;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  } finally {
    index.close();
  }
}

/** The key of the state whose ids the index holds; undefined where there is no index that says so. */
export function findIndexOwner(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const index = openDatabase(path);
  try {
    const row = index.get('SELECT state_key FROM meta');
    return row && readText(row, 'state_key');
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  } finally {
    index.close();
  }
}

/** The new index is whole before it takes the old one's place, which must not leave its log to the new one. */
function replaceIndex(path: string, stateKey: string): void {
  const newPath = `${path}.new`;
  removeFiles(newPath, `${newPath}-wal`, `${newPath}-shm`);
  createIndex(newPath, stateKey);
  removeFiles(`${path}-shm`, `${path}-wal`);
  renameSync(newPath, path);
}

function createIndex(path: string, stateKey: string): void {
  const index = openDatabase(path);
  try {
    enableWal(index);
    index.transaction(() => {
      index.exec(INDEX_SCHEMA);
      index.run('INSERT INTO meta (id, state_key, revision) VALUES (1, :stateKey, :revision)', {
        stateKey,
        revision: hashManifest(new Map()),
      });
      index.exec(`PRAGMA user_version = ${INDEX_VERSION}`);
    });
  } finally {
    index.close();
  }
}

function removeFiles(...paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}
