/**
 * The tables of the inverted index. Documents are grouped in blocks of 1,024 by id. A row of
 * `search_postings` is one term's posting list for one block, so that changing a document rewrites
 * rows of its own block only.
 */
export const SEARCH_SCHEMA = `
-- The language of the documents, as a tag.
CREATE TABLE search_language (id INTEGER PRIMARY KEY CHECK (id = 1), tag TEXT NOT NULL) STRICT;

CREATE TABLE search_terms (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,
  -- The text from its last character to its first, if the term may end another.
  reversed TEXT,
  documents INTEGER NOT NULL
) STRICT;
CREATE INDEX search_terms_by_ending ON search_terms (reversed) WHERE reversed IS NOT NULL;

CREATE TABLE search_words (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,
  documents INTEGER NOT NULL,
  frequency INTEGER NOT NULL
) STRICT;
CREATE INDEX search_words_by_frequency ON search_words (frequency);

CREATE TABLE search_postings (id INTEGER PRIMARY KEY, documents BLOB NOT NULL, positions BLOB NOT NULL) STRICT;

CREATE TABLE search_documents (id INTEGER PRIMARY KEY, terms BLOB NOT NULL, words BLOB NOT NULL) STRICT;

CREATE TABLE search_facets (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE search_blocks (
  id INTEGER PRIMARY KEY,
  lengths BLOB NOT NULL,
  dates BLOB NOT NULL,
  facets BLOB NOT NULL,
  titles BLOB NOT NULL,
  title_lengths BLOB NOT NULL
) STRICT;

CREATE TABLE search_synonyms (typed TEXT NOT NULL, meant TEXT NOT NULL, PRIMARY KEY (typed, meant)) STRICT;
`;

/** The tables with what is read from the texts of documents. */
export const DOCUMENT_TABLES = [
  'search_terms',
  'search_words',
  'search_postings',
  'search_documents',
  'search_blocks',
] as const;

/** The fields of a document. A field's index is its number in the posting lists. */
export const FIELDS = ['title', 'topic', 'excerpt', 'headings', 'questions', 'body'] as const;

export type Field = (typeof FIELDS)[number];

export const TITLE = FIELDS.indexOf('title');
export const BODY = FIELDS.indexOf('body');

export type SearchDocument = {
  /** A whole number from 1. */
  readonly id: number;
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /**
   * Milliseconds since the epoch. The document is not found before this time, see
   * `SearchIndex.visibleFrom`.
   */
  readonly publishedAt: number;
  /** The value by which results can be counted and filtered. */
  readonly facet: string;
};

export const BLOCK_SIZE = 1024;

/**
 * The id of a posting row is block * BLOCK_SPAN + term, so that the rows of a block are adjacent in
 * the file.
 */
const BLOCK_SPAN = 2 ** 24;

export function postingsId(block: number, term: number): number {
  return block * BLOCK_SPAN + term;
}

export function blockOfPostings(id: number): number {
  return Math.floor(id / BLOCK_SPAN);
}

/** Selects the posting rows of the term `:term`, block by block. */
export const POSTINGS_OF_TERM = `search_blocks b CROSS JOIN search_postings p ON p.id = b.id * ${BLOCK_SPAN} + :term`;
