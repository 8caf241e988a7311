import { hash } from 'node:crypto';
import { SEARCH_SCHEMA } from '../../search-engine/schema.ts';
import { declareFullTextTable, SECTION_TABLE } from './full-text.ts';
import { declareColumns } from './record-rows.ts';

/** Raise it when the written content changes and the tables don't. */
const CONTENT_VERSION = 10;

/**
 * Posts refer to categories by slug, since ids are positions that may change. Content has a
 * separate table, so that listings read few pages.
 */
export const INDEX_SCHEMA = `
CREATE TABLE meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state_key TEXT NOT NULL,
  revision TEXT NOT NULL
) STRICT;

CREATE TABLE manifest (key TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE site (settings TEXT NOT NULL, brand TEXT NOT NULL) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  ${declareColumns('category')},
  post_total INTEGER NOT NULL DEFAULT 0,
  UNIQUE (slug)
) STRICT;

CREATE TABLE learning_steps (
  category TEXT NOT NULL REFERENCES categories (slug) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  post TEXT NOT NULL,
  PRIMARY KEY (category, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE subcategories (
  id INTEGER PRIMARY KEY,
  ${declareColumns('subcategory')},
  post_total INTEGER NOT NULL DEFAULT 0,
  UNIQUE (slug),
  UNIQUE (category, slug),
  FOREIGN KEY (category) REFERENCES categories (slug) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  ${declareColumns('post')},
  word_count INTEGER NOT NULL,
  -- 0, or published_at if it was not live at the last sync.
  live_from INTEGER NOT NULL,
  UNIQUE (slug),
  FOREIGN KEY (category) REFERENCES categories (slug) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (category, subcategory) REFERENCES subcategories (category, slug) DEFERRABLE INITIALLY DEFERRED
) STRICT;
-- With the id, by which posts of one date are ordered, so that live_from can follow without a sort.
CREATE INDEX posts_by_date ON posts (published_at, id, live_from);
CREATE INDEX posts_by_category ON posts (category, published_at, id, live_from);
CREATE INDEX posts_by_subcategory ON posts (subcategory, published_at, id, live_from);
CREATE INDEX posts_by_featured ON posts (featured, published_at, id, live_from);
CREATE INDEX posts_scheduled ON posts (live_from) WHERE live_from > 0;

CREATE TABLE post_texts (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  content TEXT NOT NULL
) STRICT;

-- The distinct pictures in the content, in their order, one a line; no row if there are none.
CREATE TABLE post_pictures (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  addresses TEXT NOT NULL
) STRICT;

-- Sections are suggested while a reader types.
CREATE TABLE post_sections (
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  anchor TEXT NOT NULL,
  title TEXT NOT NULL
) STRICT;
CREATE INDEX post_sections_by_post ON post_sections (post_id);
-- Their stems, by id.
${declareFullTextTable(SECTION_TABLE)}

CREATE TABLE post_tags (
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  -- The slug that its page had before slugs depended on the language, if that was another one.
  former_slug TEXT,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- The times of the post, so that lists need only the index.
  published_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (post_id, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX posts_by_tag ON post_tags (slug, published_at, post_id, changed_at);
CREATE INDEX tags_by_former_slug ON post_tags (former_slug, slug) WHERE former_slug IS NOT NULL;

-- Counted when content is written. The other columns are those of all posts, also of scheduled ones.
CREATE TABLE tags (
  slug TEXT PRIMARY KEY,
  post_total INTEGER NOT NULL,
  scheduled_total INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- Of the newest post.
  name TEXT NOT NULL,
  -- The last of the names in the order of the alphabet.
  last_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The posts that a post links to, by the last segment of the address.
CREATE TABLE post_links (
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  linked TEXT NOT NULL,
  PRIMARY KEY (post_id, linked)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_links_by_linked ON post_links (linked);

CREATE TABLE legacy_posts (
  id INTEGER PRIMARY KEY,
  ${declareColumns('legacy')},
  word_count INTEGER NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (slug),
  UNIQUE (key)
) STRICT;
CREATE INDEX legacy_posts_by_address ON legacy_posts (legacy_url);

CREATE TABLE pages (
  ${declareColumns('page')},
  word_count INTEGER NOT NULL,
  live_from INTEGER NOT NULL,
  PRIMARY KEY (slug)
) STRICT;

CREATE TABLE authors (${declareColumns('author')}, PRIMARY KEY (slug)) STRICT;

CREATE TABLE post_authors (
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  PRIMARY KEY (post_id, author)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_authors_by_author ON post_authors (author, published_at);

-- What the search finds besides posts.
CREATE TABLE found_pages (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL
) STRICT;

CREATE TABLE redirects (
  source TEXT NOT NULL,
  is_prefix INTEGER NOT NULL,
  status INTEGER NOT NULL,
  target TEXT,
  active_from INTEGER NOT NULL,
  PRIMARY KEY (source, is_prefix)
) STRICT, WITHOUT ROWID;
CREATE INDEX redirects_scheduled ON redirects (active_from) WHERE active_from > 0;

-- What was not live at the last sync.
CREATE VIEW scheduled (kind, name, live_from) AS
  SELECT 'post', slug, live_from FROM posts WHERE live_from > 0
  UNION ALL SELECT 'page', slug, live_from FROM pages WHERE in_feeds AND live_from > 0
  UNION ALL SELECT 'redirect', source, active_from FROM redirects WHERE active_from > 0;

CREATE TABLE drafts (
  ${declareColumns('draft')},
  content TEXT NOT NULL,
  word_count INTEGER NOT NULL,
  PRIMARY KEY (slug)
) STRICT;

CREATE TABLE page_drafts (
  ${declareColumns('pageDraft')},
  word_count INTEGER NOT NULL,
  PRIMARY KEY (slug)
) STRICT;

-- The bytes are in a file of that name (store/media).
CREATE TABLE media (
  ${declareColumns('media')},
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (name)
) STRICT;

${SEARCH_SCHEMA}`;

/**
 * An index of another version is rebuilt, and so is one whose words the dictionaries of another ICU
 * cut.
 */
export const INDEX_VERSION = Number.parseInt(
  hash('sha256', `${CONTENT_VERSION}${process.versions.icu}${INDEX_SCHEMA}`).slice(0, 7),
  16,
);
