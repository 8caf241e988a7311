import { type Database, enableWal, openDatabase } from './database.ts';
import { readInteger, readText } from './rows.ts';

/** Each entry takes the state from one version to the next; never edited once merged. */
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
  // A view's worth halves in 30 days. Heat is the logarithm of all views' worth, so that none changes by waiting; views so
  // far count as today's, since nothing says when they were.
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
  // Addresses that a publisher has let go for good.
  'ALTER TABLE post_addresses ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0',
  // Waiting views take their heat along, so that it is the same on every machine; that of views so far is the post's own
  // where no other machine counted any.
  `
  ALTER TABLE view_batch ADD COLUMN heat REAL NOT NULL DEFAULT 0;
  UPDATE view_batch SET heat = log2(count) + unixepoch() / 86400 / 30.0;
  ALTER TABLE waiting_views ADD COLUMN heat REAL NOT NULL DEFAULT 0;
  UPDATE waiting_views SET heat = coalesce(
    (SELECT v.heat FROM views v JOIN given_ids g ON g.kind = 'post' AND g.id = v.post_id
     WHERE g.slug = waiting_views.slug AND v.count = waiting_views.count),
    log2(count) + unixepoch() / 86400 / 30.0);
  `,
];

/**
 * Opens what can't be rebuilt, bringing it to the version of this program. Throws where the file is no database or was
 * written by a newer program: it is never dropped.
 */
export function openState(path: string): Database {
  const state = openDatabase(path);
  try {
    enableWal(state);
    state.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000');
    state.transaction(() => migrate(state));
    return state;
  } catch (error) {
    state.close();
    throw new Error(`${path} can't be used as the site's state: ${readMessage(error)}`, { cause: error });
  }
}

/** Tells one state from every other: an index whose ids were given by another one is not to be trusted. */
export function readStateKey(state: Database): string {
  return readText(state.get('SELECT key FROM state_key'), 'key');
}

function migrate(state: Database): void {
  const version = readInteger(state.get('PRAGMA user_version'), 'user_version');
  if (version > MIGRATIONS.length) {
    throw new Error(
      `it is of version ${version} and this program knows up to ${MIGRATIONS.length}; run the newer program`,
    );
  }
  for (const migration of MIGRATIONS.slice(version)) state.exec(migration);
  if (version < MIGRATIONS.length) state.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
