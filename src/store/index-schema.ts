import { SEARCH_SCHEMA } from './inverted-index/schema.ts';

/** To be raised with every change of what the index holds: an index of another version is built anew. */
export const INDEX_VERSION = 8;

/**
 * Sections are known by slug, so that a section may change its place (its id) while its posts stay untouched.
 * A post's long texts stand apart, so that lists read few pages.
 */
export const INDEX_SCHEMA = `
CREATE TABLE meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state_key TEXT NOT NULL,
  revision TEXT NOT NULL
) STRICT;

CREATE TABLE manifest (key TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  icon TEXT NOT NULL,
  post_total INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE learning_steps (
  category TEXT NOT NULL REFERENCES categories (slug) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  post TEXT NOT NULL,
  PRIMARY KEY (category, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE subcategories (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  category TEXT NOT NULL REFERENCES categories (slug) DEFERRABLE INITIALLY DEFERRED,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  post_total INTEGER NOT NULL DEFAULT 0,
  UNIQUE (category, slug)
) STRICT;

CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  category TEXT NOT NULL REFERENCES categories (slug) DEFERRABLE INITIALLY DEFERRED,
  subcategory TEXT,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  meta_description TEXT NOT NULL,
  read_time INTEGER NOT NULL,
  word_count INTEGER NOT NULL,
  published_at INTEGER NOT NULL,
  updated_at INTEGER,
  featured INTEGER NOT NULL,
  FOREIGN KEY (category, subcategory) REFERENCES subcategories (category, slug) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX posts_by_date ON posts (published_at);
CREATE INDEX posts_by_category ON posts (category, published_at);
CREATE INDEX posts_by_subcategory ON posts (subcategory, published_at);
CREATE INDEX posts_by_featured ON posts (featured, published_at);

CREATE TABLE post_texts (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  content TEXT NOT NULL
) STRICT;

CREATE TABLE legacy_posts (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  legacy_url TEXT NOT NULL UNIQUE,
  redirect_to TEXT,
  meta_description TEXT NOT NULL,
  updated_at INTEGER,
  word_count INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;

CREATE TABLE redirects (
  source TEXT NOT NULL,
  is_prefix INTEGER NOT NULL,
  status INTEGER NOT NULL,
  target TEXT,
  active_from INTEGER NOT NULL,
  PRIMARY KEY (source, is_prefix)
) STRICT, WITHOUT ROWID;

CREATE TABLE media (name TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;

${SEARCH_SCHEMA}`;
