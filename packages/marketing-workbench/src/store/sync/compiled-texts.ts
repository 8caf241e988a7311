import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes, readInteger, readText } from '../../search-engine/database.ts';
import {
  type Database,
  enableWal,
  openDatabase,
  readSqliteCode,
  removeDatabase,
  SQLITE_BUSY,
} from '../database.ts';

/** `hash` is that of the record, or empty if the text gives none. */
type StoredParts = {
  readonly facts: string;
  readonly hash: string;
  readonly sketches: Uint8Array;
  readonly words: Uint8Array;
};

/** A persistent cache. Damaged entries are misses; no method throws. */
export type CompiledTexts = Disposable & {
  readonly find: (key: string) => Pick<StoredParts, 'facts' | 'hash'> | undefined;
  readonly findPart: (key: string, part: 'sketches' | 'words') => Uint8Array | undefined;
  readonly keep: (texts: ReadonlyMap<string, StoredParts>) => void;
  readonly listSettled: () => ReadonlySet<string>;
  readonly settle: (keys: ReadonlySet<string>) => void;
};

const VERSION = 1;
/** Facts have a table of their own: every run reads all of them, but few of the parts. */
const SCHEMA = `
CREATE TABLE text_facts (key TEXT PRIMARY KEY, seal TEXT NOT NULL, facts TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TABLE text_parts (
  key TEXT NOT NULL, part TEXT NOT NULL, seal TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (key, part)
) STRICT;
CREATE TABLE settled_texts (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
`;
const SEAL_LENGTH = 16;

/** Replaces an unusable `compiled.sqlite`. */
export function openCompiledTexts({ dataDir }: { readonly dataDir: string }): CompiledTexts {
  const database = openTextCache(dataDir);
  const attempt = <Result>(otherwise: Result, work: (cache: Database) => Result): Result => {
    try {
      return database === undefined ? otherwise : work(database);
    } catch {
      return otherwise;
    }
  };
  return {
    find: (key) => attempt(undefined, (cache) => findFacts(cache, key)),
    findPart: (key, part) => attempt(undefined, (cache) => findTextPart(cache, key, part)),
    keep: (texts) => attempt(undefined, (cache) => cache.transaction(() => keepAll(cache, texts))),
    listSettled: () => attempt(new Set(), listSettled),
    settle: (keys) => attempt(undefined, (cache) => cache.transaction(() => settle(cache, keys))),
    [Symbol.dispose]: () => database?.close(),
  };
}

function openTextCache(dataDir: string): Database | undefined {
  const path = join(dataDir, 'compiled.sqlite');
  try {
    mkdirSync(dataDir, { recursive: true });
    return openUsable(path);
  } catch (error) {
    // Another process writes to it: this one runs without a cache.
    if (readSqliteCode(error) === SQLITE_BUSY) return undefined;
    try {
      removeDatabase(path);
      return openUsable(path);
    } catch {
      return undefined;
    }
  }
}

/** Opens the cache without synchronous writes: a file ruined by a power failure costs only time. */
function openUsable(path: string): Database {
  const cache = openDatabase(path);
  try {
    enableWal(cache);
    cache.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -16000');
    cache.transaction(() => {
      const version = readInteger(cache.get('PRAGMA user_version'), 'user_version');
      if (version !== 0 && version !== VERSION)
        throw new Error(`The cache has version ${version}.`);
      if (version === 0) cache.exec(SCHEMA);
    });
    return cache;
  } catch (error) {
    cache.close();
    throw error;
  }
}

function findFacts(cache: Database, key: string): Pick<StoredParts, 'facts' | 'hash'> | undefined {
  const row = cache.get('SELECT seal, facts, hash FROM text_facts WHERE key = :key', { key });
  if (row === undefined) return undefined;
  const found = { facts: readText(row, 'facts'), hash: readText(row, 'hash') };
  return row.seal === sealTextPart(key, found.hash, found.facts) ? found : undefined;
}

function findTextPart(cache: Database, key: string, part: string): Uint8Array | undefined {
  const row = cache.get('SELECT seal, bytes FROM text_parts WHERE key = :key AND part = :part', {
    key,
    part,
  });
  if (row === undefined) return undefined;
  const bytes = readBytes(row, 'bytes');
  return row.seal === sealTextPart(key, part, bytes) ? bytes : undefined;
}

function keepAll(cache: Database, texts: ReadonlyMap<string, StoredParts>): void {
  for (const [key, { facts, hash, ...parts }] of texts) {
    cache.run(
      'INSERT OR REPLACE INTO text_facts (key, seal, facts, hash) VALUES (:key, :seal, :facts, :hash)',
      { key, facts, hash, seal: sealTextPart(key, hash, facts) },
    );
    for (const [part, bytes] of Object.entries(parts)) {
      cache.run(
        'INSERT OR REPLACE INTO text_parts (key, part, seal, bytes) VALUES (:key, :part, :seal, :bytes)',
        { key, part, bytes, seal: sealTextPart(key, part, bytes) },
      );
    }
  }
}

function listSettled(cache: Database): ReadonlySet<string> {
  return new Set(cache.all('SELECT key FROM settled_texts').map((row) => readText(row, 'key')));
}

/**
 * Unsettled texts, such as those of another branch, are kept until they outnumber the settled ones.
 */
function settle(cache: Database, keys: ReadonlySet<string>): void {
  cache.run('DELETE FROM settled_texts');
  for (const key of keys) cache.run('INSERT INTO settled_texts (key) VALUES (:key)', { key });
  const total = readInteger(cache.get('SELECT count(*) AS total FROM text_facts'), 'total');
  if (total <= 2 * keys.size) return;
  for (const table of ['text_facts', 'text_parts']) {
    cache.run(`DELETE FROM ${table} WHERE key NOT IN (SELECT key FROM settled_texts)`);
  }
}

/** Detects damage that SQLite does not. */
function sealTextPart(key: string, name: string, value: string | Uint8Array): string {
  const text = typeof value === 'string' ? value : hash('sha256', value);
  return hash('sha256', `${key}\n${name}\n${text}`).slice(0, SEAL_LENGTH);
}
