import { existsSync, renameSync, rmSync } from 'node:fs';
import { type Database, enableWal, openDatabase, readSqliteCode } from './database.ts';
import { INDEX_SCHEMA, INDEX_VERSION } from './index-schema.ts';
import { readInteger } from './rows.ts';
import { readStateKey } from './state.ts';
import { hashManifest } from './sync/manifest.ts';

const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

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

function isUnreadable(error: unknown): boolean {
  const code = readSqliteCode(error);
  return code === SQLITE_ERROR || code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

function removeFiles(...paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}
