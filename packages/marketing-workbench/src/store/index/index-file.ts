import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { readInteger, readText } from '../../search-engine/database.ts';
import {
  type Database,
  enableWal,
  formatSqliteReason,
  hasLog,
  isUnreadable,
  openDatabase,
  openForReading,
  type Reader,
  removeDatabase,
  removeLogs,
} from '../database.ts';
import { type IndexOwner, readStateKey } from '../state/state.ts';
import { INDEX_SCHEMA, INDEX_VERSION } from './index-schema.ts';

type IndexPlace = { readonly indexPath: string; readonly state: Database; readonly log: Log };

export type Log = (line: string) => void;

/**
 * Replaces an index that is missing, not a database, or of another version or state, by an unfilled
 * one. Reads two rows.
 */
export function ensureIndex(place: IndexPlace): void {
  replaceWhere(place, findIndexProblem);
}

/**
 * Replaces an index that can't be used or is damaged. Reads the whole file: about 0.1 s for 10,000
 * articles.
 */
export function replaceDamagedIndex(place: IndexPlace): void {
  replaceWhere(place, (path, stateKey) => findIndexProblem(path, stateKey) ?? findDamage(path));
}

/** The state's write lock keeps two processes from replacing the index at once. */
function replaceWhere(
  { indexPath, state, log }: IndexPlace,
  findReason: typeof findIndexProblem,
): void {
  const stateKey = readStateKey(state);
  if (findReason(indexPath, stateKey) === undefined) return;
  state.transaction(() => {
    const reason = findReason(indexPath, stateKey);
    if (reason === undefined) return;
    replaceIndex(indexPath, stateKey);
    if (reason !== MISSING) log(`${indexPath} ${reason}; it is rebuilt from the content.`);
  });
}

const MISSING = 'is missing';

/** Returns why this program can't use the index at all. */
export function findIndexProblem(path: string, stateKey: string): string | undefined {
  if (!existsSync(path)) return MISSING;
  try {
    using index = openForReading(path);
    const version = readInteger(index.get('PRAGMA user_version'), 'user_version');
    if (version !== INDEX_VERSION)
      return `has format version ${version}, but this program needs version ${INDEX_VERSION}`;
    const row = index.get('SELECT 1 FROM meta WHERE state_key = :stateKey', { stateKey });
    return row === undefined ? 'belongs to another state' : undefined;
  } catch (error) {
    if (isUnreadable(error)) return `is not an index of this site (${formatSqliteReason(error)})`;
    throw error;
  }
}

/** Returns whether content was ever published to the index, even an empty folder. */
export function isFilledIndex(index: Pick<Reader, 'get'>): boolean {
  return index.get("SELECT 1 FROM meta WHERE revision <> ''") !== undefined;
}

/** Returns the state that gave the index its ids; undefined if no index is filled. */
export function findIndexOwner(path: string): IndexOwner | undefined {
  if (!existsSync(path)) return undefined;
  try {
    using index = openForReading(path);
    const row = index.get("SELECT state_key FROM meta WHERE revision <> ''");
    return (
      row && { key: readText(row, 'state_key'), isCertain: () => findDamage(path) === undefined }
    );
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

function replaceIndex(path: string, stateKey: string): void {
  const newPath = `${path}.new`;
  removeDatabase(newPath);
  createIndex(newPath, stateKey);
  removeLogs(path);
  breakSeal(path);
  renameSync(newPath, path);
}

function createIndex(path: string, stateKey: string): void {
  using index = openDatabase(path);
  enableWal(index);
  index.transaction(() => {
    index.exec(INDEX_SCHEMA);
    index.run("INSERT INTO meta (id, state_key, revision) VALUES (1, :stateKey, '')", { stateKey });
    index.exec(`PRAGMA user_version = ${INDEX_VERSION}`);
  });
}

const CHUNK_BYTES = 1 << 20;

/** Returns the file that holds the length and CRC-32 of the index as of its last write. */
function sealPathOf(indexPath: string): string {
  return `${indexPath}-seal`;
}

/** Call it with the index's write lock held. */
export function breakSeal(indexPath: string): void {
  rmSync(sealPathOf(indexPath), { force: true });
}

/**
 * Checkpoints the write-ahead log and seals the file; does nothing while a reader keeps the
 * checkpoint from completing.
 */
export function sealIndex(indexPath: string, index: Database): void {
  index.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  index.transaction(() => {
    const sealPath = sealPathOf(indexPath);
    if (hasLog(indexPath) || readSeal(indexPath) !== undefined) return;
    writeFileSync(`${sealPath}.new`, computeSeal(indexPath));
    renameSync(`${sealPath}.new`, sealPath);
  });
}

/**
 * Returns what is wrong with the index. Without a seal (older release, killed publisher) runs
 * `quick_check` and compares the schema.
 */
function findDamage(indexPath: string): string | undefined {
  try {
    const seal = readSeal(indexPath);
    if (seal === undefined || hasLog(indexPath)) return checkStructure(indexPath);
    if (computeSeal(indexPath) === seal) return undefined;
    // A concurrent publisher removes the seal before it writes, so a missing seal means no damage.
    return readSeal(indexPath) === seal ? 'does not hold the bytes that were published' : undefined;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return `is damaged (${formatSqliteReason(error)})`;
  }
}

function readSeal(indexPath: string): string | undefined {
  const sealPath = sealPathOf(indexPath);
  return statSync(sealPath, { throwIfNoEntry: false }) && readFileSync(sealPath, 'utf8');
}

function computeSeal(path: string): string {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let length = 0;
    let sum = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      sum = crc32(chunk.subarray(0, read), sum);
      length += read;
    }
    return `${length} ${sum.toString(16)}\n`;
  } finally {
    closeSync(file);
  }
}

function checkStructure(indexPath: string): string | undefined {
  using index = openForReading(indexPath);
  const found = readText(index.get('PRAGMA quick_check(1)'), 'quick_check');
  if (found !== 'ok') return `is damaged (${formatSqliteReason(found)})`;
  using model = openDatabase(':memory:');
  model.exec(INDEX_SCHEMA);
  return readSchema(index) === readSchema(model) ? undefined : 'has other tables than this program';
}

function readSchema(index: Database): string {
  return JSON.stringify(index.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name'));
}
