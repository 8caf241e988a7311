/**
 * What search is answered from: an inverted index of its own, so that every word of a query can carry its own weight. Documents
 * stand in blocks of 1,024 by id; a posting row holds the documents of one block that have a term, so that a change of one
 * document touches its own block alone.
 */
export const SEARCH_SCHEMA = `
CREATE TABLE search_terms (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, documents INTEGER NOT NULL) STRICT;

CREATE TABLE search_words (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,
  term INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  frequency INTEGER NOT NULL
) STRICT;
CREATE INDEX search_words_by_frequency ON search_words (frequency);

CREATE TABLE search_postings (id INTEGER PRIMARY KEY, documents BLOB NOT NULL, positions BLOB NOT NULL) STRICT;

CREATE TABLE search_documents (id INTEGER PRIMARY KEY, terms BLOB NOT NULL, words BLOB NOT NULL) STRICT;

CREATE TABLE search_shelves (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE search_blocks (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  lengths BLOB NOT NULL,
  dates BLOB NOT NULL,
  shelves BLOB NOT NULL,
  titles BLOB NOT NULL,
  title_lengths BLOB NOT NULL
) STRICT;

CREATE TABLE search_synonyms (typed TEXT NOT NULL, meant TEXT NOT NULL, PRIMARY KEY (typed, meant)) STRICT;
`;

/** The fields of a document, in the order of their numbers in the index; where most words stand comes last. */
export const FIELDS = ['title', 'topic', 'excerpt', 'headings', 'body'] as const;

export type Field = (typeof FIELDS)[number];

export const TITLE = FIELDS.indexOf('title');
export const BODY = FIELDS.indexOf('body');

export const BLOCK_SIZE = 1024;

/** A posting row's id is made of block and term, so that the rows of a block are neighbours and written one after another. */
const BLOCK_SPAN = 2 ** 24;

export function postingsId(block: number, term: number): number {
  return block * BLOCK_SPAN + term;
}

/** The block in which the documents of a posting row stand. */
export function blockOfPostings(id: number): number {
  return Math.floor(id / BLOCK_SPAN);
}

/** Selects the posting rows of the term `:term`. */
export const POSTINGS_OF_TERM = `search_blocks b CROSS JOIN search_postings p ON p.id = b.id * ${BLOCK_SPAN} + :term`;
