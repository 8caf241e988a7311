import { existsSync, renameSync, rmSync } from 'node:fs';
import {
  type Database,
  enableWal,
  formatReason,
  isUnreadable,
  openDatabase,
  type Reader,
} from './database.ts';
import { INDEX_SCHEMA, INDEX_VERSION } from './index-schema.ts';
import { findDamage, sealPathOf } from './index-seal.ts';
import { readInteger, readText } from './rows.ts';
import { readStateKey } from './state.ts';

type IndexPlace = { readonly indexPath: string; readonly state: Database; readonly log: Log };

export type Log = (line: string) => void;

/** Replaces an index that is missing, of another version, of another state or no database by an unfilled one. Reads two rows. */
export function ensureIndex(place: IndexPlace): void {
  const stateKey = readStateKey(place.state);
  replaceWhere(place, () => findFault(place.indexPath, stateKey));
}

/** Also replaces a damaged index. Reads the whole file: about 0.1 s for 10,000 articles. */
export function replaceDamagedIndex(place: IndexPlace): void {
  const { indexPath, state } = place;
  const stateKey = readStateKey(state);
  replaceWhere(place, () => findFault(indexPath, stateKey) ?? findDamage(indexPath));
}

/** The state's write lock keeps two processes from replacing the index at once. */
function replaceWhere({ indexPath, state, log }: IndexPlace, findReason: () => string | undefined): void {
  if (findReason() === undefined) return;
  state.transaction(() => {
    const reason = findReason();
    if (reason === undefined) return;
    replaceIndex(indexPath, readStateKey(state));
    if (reason !== MISSING) log(`${indexPath} ${reason}; it is rebuilt from the content.`);
  });
}

const MISSING = 'is missing';

export function isUsableIndex(path: string, stateKey: string): boolean {
  return findFault(path, stateKey) === undefined;
}

function findFault(path: string, stateKey: string): string | undefined {
  if (!existsSync(path)) return MISSING;
  const index = openDatabase(path);
  try {
    const version = readInteger(index.get('PRAGMA user_version'), 'user_version');
    if (version !== INDEX_VERSION) return `is of version ${version} and not of ${INDEX_VERSION}`;
    const row = index.get('SELECT 1 FROM meta WHERE state_key = :stateKey', { stateKey });
    return row === undefined ? 'was made for another state' : undefined;
  } catch (error) {
    if (isUnreadable(error)) return `is no index of this site (${formatReason(error)})`;
    throw error;
  } finally {
    index.close();
  }
}

/** Whether content was ever published to it, be it an empty folder. */
export function isFilledIndex(index: Pick<Reader, 'get'>): boolean {
  return index.get("SELECT 1 FROM meta WHERE revision <> ''") !== undefined;
}

/** The key of the state that gave the index its ids; undefined if no index is filled. */
export function findIndexOwner(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const index = openDatabase(path);
  try {
    const row = index.get("SELECT state_key FROM meta WHERE revision <> ''");
    return row && readText(row, 'state_key');
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  } finally {
    index.close();
  }
}

/** Removes the old index's log before the rename: SQLite would apply it to the new index. */
function replaceIndex(path: string, stateKey: string): void {
  const newPath = `${path}.new`;
  removeFiles(newPath, `${newPath}-wal`, `${newPath}-shm`);
  createIndex(newPath, stateKey);
  removeFiles(`${path}-shm`, `${path}-wal`, sealPathOf(path));
  renameSync(newPath, path);
}

function createIndex(path: string, stateKey: string): void {
  const index = openDatabase(path);
  try {
    enableWal(index);
    index.transaction(() => {
      index.exec(INDEX_SCHEMA);
      index.run("INSERT INTO meta (id, state_key, revision) VALUES (1, :stateKey, '')", { stateKey });
      index.exec(`PRAGMA user_version = ${INDEX_VERSION}`);
    });
  } finally {
    index.close();
  }
}

function removeFiles(...paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}
