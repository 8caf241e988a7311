import { existsSync } from 'node:fs';
import { readInteger, readText } from '../../search-engine/database.ts';
import {
  DamageError,
  type Database,
  enableWal,
  formatSqliteReason,
  hasLog,
  isUnreadable,
  isUnwritable,
  openDatabase,
  openImmutable,
  type Reader,
  readSqliteCode,
  SQLITE_BUSY,
} from '../database.ts';

/**
 * Each entry takes the state from one version to the next; never edited once merged. New ones only
 * add to the tables.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state_key (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL) STRICT;
  INSERT INTO state_key (id, key) VALUES (1, lower(hex(randomblob(16))));

  CREATE TABLE given_ids (
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (kind, slug),
    UNIQUE (kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE views (post_id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
  CREATE INDEX views_by_count ON views (count);

  CREATE TABLE post_addresses (
    slug TEXT NOT NULL,
    category TEXT NOT NULL,
    subcategory TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    PRIMARY KEY (slug, category, subcategory)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE waiting_views (slug TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO waiting_views (slug, count)
    SELECT slug, count FROM views JOIN given_ids ON kind = 'post' AND id = post_id;

  CREATE TABLE view_batch (
    id TEXT NOT NULL,
    slug TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (id, slug)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE agreement (id INTEGER PRIMARY KEY CHECK (id = 1), agreed_at INTEGER NOT NULL) STRICT;
  `,
  // A view's weight halves every 30 days. Heat is the logarithm of the sum, so that it is constant
  // over time. Existing views count as views of today.
  `
  ALTER TABLE views ADD COLUMN heat REAL NOT NULL DEFAULT 0;
  UPDATE views SET heat = round(log2(max(count, 1)) + unixepoch() / 86400 / 30.0, 6);
  CREATE TRIGGER heat_first AFTER INSERT ON views BEGIN
    UPDATE views SET heat = round(log2(max(new.count, 1)) + unixepoch() / 86400 / 30.0, 6) WHERE post_id = new.post_id;
  END;
  CREATE TRIGGER heat_more AFTER UPDATE OF count ON views WHEN new.count > old.count BEGIN
    UPDATE views SET heat = (
      SELECT round(max(old.heat, more) + log2(1 + pow(2, -abs(old.heat - more))), 6)
      FROM (SELECT log2(new.count - old.count) + unixepoch() / 86400 / 30.0 AS more)
    ) WHERE post_id = new.post_id;
  END;
  DROP INDEX views_by_count;
  CREATE INDEX views_by_heat ON views (heat);
  `,
  // Retired addresses.
  'ALTER TABLE post_addresses ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0',
  // Waiting views carry their heat, so that it is equal on every machine. Existing ones get the
  // post's, if no other machine counted views of it.
  `
  ALTER TABLE view_batch ADD COLUMN heat REAL NOT NULL DEFAULT 0;
  UPDATE view_batch SET heat = log2(count) + unixepoch() / 86400 / 30.0;
  ALTER TABLE waiting_views ADD COLUMN heat REAL NOT NULL DEFAULT 0;
  UPDATE waiting_views SET heat = coalesce(
    (SELECT v.heat FROM views v JOIN given_ids g ON g.kind = 'post' AND g.id = v.post_id
     WHERE g.slug = waiting_views.slug AND v.count = waiting_views.count),
    log2(count) + unixepoch() / 86400 / 30.0);
  `,
  // What readers did on a UTC day (in days since 1970). With a shared database they wait here only
  // until they are sent. What readers searched for is a hash until enough of them asked.
  `
  CREATE TABLE day_counts (
    day INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, kind, name, host)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX day_counts_of_searches ON day_counts (name) WHERE kind = 'search';

  CREATE TABLE day_count_batch (
    id TEXT NOT NULL,
    day INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (id, day, kind, name, host)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE searched_words (
    hash TEXT PRIMARY KEY,
    words TEXT NOT NULL,
    results INTEGER NOT NULL,
    day INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Articles that were due until this time are live. Notices wait here until they are sent.
  `
  CREATE TABLE live_until (id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL) STRICT;

  CREATE TABLE notices (
    channel TEXT NOT NULL,
    slug TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    PRIMARY KEY (channel, slug)
  ) STRICT, WITHOUT ROWID;
  `,
  // What was ever live, with the latest date under which it was (`live.ts`), and which of it is
  // still to be announced. Of articles that are live already the latest date is unknown, but it is
  // not after the latest time that the state knows.
  `
  CREATE TABLE live_texts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    is_news INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO live_texts (kind, name, published_at, is_news)
    SELECT 'post', slug, latest, min(published_at) > until
    FROM post_addresses, (
      SELECT coalesce((SELECT until FROM live_until), known) AS until,
        max(known, coalesce((SELECT until FROM live_until), 0)) AS latest
      FROM (SELECT max(unixepoch() * 1000, coalesce((SELECT agreed_at FROM agreement), 0)) AS known)
    )
    WHERE published_at <= latest GROUP BY slug;
  CREATE INDEX live_texts_by_date ON live_texts (published_at);
  CREATE INDEX live_news ON live_texts (published_at) WHERE is_news = 1;
  `,
];

/** The state can't be used and is not replaced; the message says in one line what to do. */
export class StateError extends Error {
  override name = 'StateError';
}

/** A damaged index may have a wrong key. */
export type IndexOwner = { readonly key: string; readonly isCertain: () => boolean };

/**
 * Opens and migrates the state, or creates it if the file is missing or empty. `owner` is the state
 * that the index belongs to. Throws a StateError if the file is not a state, is damaged, is newer
 * than the program or is not the owner.
 */
export function openState(path: string, owner?: IndexOwner): Database {
  if (owner !== undefined && !existsSync(path)) throw createLossError(path, 'is missing');
  const state = openDatabase(path);
  try {
    if (isEmptyState(state)) {
      if (owner !== undefined) throw createLossError(path, 'is empty');
    } else if (state.get("SELECT 1 FROM sqlite_schema WHERE name = 'state_key'") === undefined) {
      throw new StateError(`${path} is a database of another program. ${HOW_TO_GO_ON}`);
    }
    enableWal(state);
    state.exec(
      'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000; PRAGMA temp_store = MEMORY',
    );
    requireSound(state);
    // Where there is nothing to do, the write lock is not needed, which another program may hold.
    if (readVersion(state) !== MIGRATIONS.length)
      state.transaction(() => migrateState(state, path));
    if (owner !== undefined && owner.key !== readStateKey(state) && owner.isCertain())
      throw createLossError(path, 'was replaced by another state');
    return state;
  } catch (error) {
    state.close();
    if (error instanceof StateError || readSqliteCode(error) === SQLITE_BUSY || isUnwritable(error))
      throw error;
    const advice = isUnreadable(error) ? HOW_TO_GO_ON : '';
    throw new StateError(`${path} can't be used: ${formatSqliteReason(error)}. ${advice}`.trim(), {
      cause: error,
    });
  }
}

/**
 * Opens a state that can't be written, as on a full disk. Throws a StateError if it lacks tables of
 * this program, and the error of SQLite if it is missing or a program that could not write its log
 * left one.
 */
export function openUnwritableState(path: string): Database {
  const state = hasLog(path) ? openDatabase(path, { readOnly: true }) : openImmutable(path);
  try {
    const version = readVersion(state);
    refuseNewerState(version, path);
    if (version >= MIGRATIONS.length) return state;
    throw new StateError(
      `${path} can't be written, and this program has to bring it up to date first. Give it space and write access, then start again.`,
    );
  } catch (error) {
    state.close();
    throw error;
  }
}

/**
 * Reads the state while a server may be writing it, and changes nothing. `work` gets undefined if
 * no server that counts by day has run yet. Throws a StateError if the file is missing, locked,
 * damaged, newer than the program or not a state.
 */
export function readFromState<Result>(
  path: string,
  work: (state: Reader | undefined) => Result,
): Result {
  if (!existsSync(path))
    throw new StateError(
      `${path} is missing. Start the site once, or set DATA_DIR to the site's data folder.`,
    );
  try {
    using state = openDatabase(path, { readOnly: true });
    return state.snapshot(() => {
      if (isEmptyState(state)) return work(undefined);
      if (state.get("SELECT 1 FROM sqlite_schema WHERE name = 'state_key'") === undefined)
        throw new StateError(`${path} is a database of another program. ${HOW_TO_GO_ON}`);
      refuseNewerState(readVersion(state), path);
      const isCounted =
        state.get("SELECT 1 FROM sqlite_schema WHERE name = 'day_counts'") !== undefined;
      return work(isCounted ? state : undefined);
    });
  } catch (error) {
    if (error instanceof StateError) throw error;
    if (readSqliteCode(error) === SQLITE_BUSY)
      throw new StateError(
        `${path} is locked by another program. End that program, then try again.`,
      );
    const advice = isUnreadable(error)
      ? HOW_TO_GO_ON
      : 'This account needs read and write access to it.';
    throw new StateError(`${path} can't be read: ${formatSqliteReason(error)}. ${advice}`, {
      cause: error,
    });
  }
}

const HOW_TO_GO_ON =
  'It holds ids, views and retired addresses, so it is not replaced. Restore a backup: npm run content -- restore <file>. To start without them, delete state.sqlite and index.sqlite.';

function createLossError(path: string, what: string): StateError {
  return new StateError(
    `${path} ${what}, and index.sqlite beside it belongs to the previous one. ${HOW_TO_GO_ON}`,
  );
}

function isEmptyState(state: Reader): boolean {
  return state.get('SELECT 1 FROM sqlite_schema') === undefined && readVersion(state) === 0;
}

/** A truncated file may open without an error. */
function requireSound(state: Database): void {
  const row = state.get('PRAGMA quick_check(1)');
  if (row?.quick_check !== 'ok') throw new DamageError(String(row?.quick_check));
}

/** Survives a power failure once it returns. */
export function durableTransaction(state: Database, work: () => void): void {
  state.exec('PRAGMA synchronous = FULL');
  try {
    state.transaction(work);
  } finally {
    state.exec('PRAGMA synchronous = NORMAL');
  }
}

/** Identifies the state that gave the ids of an index. */
export function readStateKey(state: Database): string {
  return readText(state.get('SELECT key FROM state_key'), 'key');
}

function migrateState(state: Database, path: string): void {
  const version = readVersion(state);
  refuseNewerState(version, path);
  for (const migration of MIGRATIONS.slice(version)) state.exec(migration);
  if (version < MIGRATIONS.length) state.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

/**
 * Versions below it only add to the tables of earlier ones, so that an older program can use them.
 */
const FIRST_INCOMPATIBLE_VERSION = 50;

function refuseNewerState(version: number, path: string): void {
  if (version < FIRST_INCOMPATIBLE_VERSION) return;
  throw new StateError(
    `${path} has version ${version}, and this program reads versions up to ${FIRST_INCOMPATIBLE_VERSION - 1}; run the newer program.`,
  );
}

function readVersion(state: Reader): number {
  return readInteger(state.get('PRAGMA user_version'), 'user_version');
}
