import { type Row, type RowReader, type RowWriter, readInteger, readText } from './database.ts';
import type { Language } from './language.ts';
import { isSpaceless } from './spaceless.ts';
import type { Steps } from './steps.ts';

/** `documents` is the document frequency: how many documents contain the term. */
export type Term = { readonly id: number; readonly text: string; readonly documents: number };

type DictionarySource = { readonly reader: RowReader };

export function findTerm({ reader }: DictionarySource, text: string): Term | undefined {
  const row = reader.get('SELECT id, text, documents FROM search_terms WHERE text = :text', {
    text,
  });
  return row && parseTerm(row);
}

export function findTermsById({ reader }: DictionarySource, ids: readonly number[]): Term[] {
  return reader
    .all(
      'SELECT id, text, documents FROM search_terms WHERE id IN (SELECT value FROM json_each(:ids))',
      {
        ids: JSON.stringify(ids),
      },
    )
    .map(parseTerm);
}

export function findTermsByText({ reader }: DictionarySource, texts: readonly string[]): Term[] {
  return reader
    .all(
      'SELECT id, text, documents FROM search_terms WHERE text IN (SELECT value FROM json_each(:texts))',
      {
        texts: JSON.stringify(texts),
      },
    )
    .map(parseTerm);
}

function parseTerm(row: Row): Term {
  return {
    id: readInteger(row, 'id'),
    text: readText(row, 'text'),
    documents: readInteger(row, 'documents'),
  };
}

/** A word as it is written in documents, before stemming. */
export type KnownWord = { readonly word: string; readonly documents: number };

/** Finds a word in exactly this form. */
export function findWord({ reader }: DictionarySource, text: string): KnownWord | undefined {
  const row = reader.get('SELECT documents FROM search_words WHERE text = :text', { text });
  return row && { word: text, documents: readInteger(row, 'documents') };
}

const FREQUENT_MAX = 20_000;
const RARE_MAX = 1_000;
/** Shorter prefixes match too many rare words. */
const RARE_PREFIX_LENGTH = 3;

export function* readFrequentWords(reader: RowReader): Steps<KnownWord[]> {
  const rows = reader.all(
    'SELECT text, documents FROM search_words ORDER BY frequency DESC, documents DESC, text LIMIT :limit',
    { limit: FREQUENT_MAX },
  );
  yield;
  return rows.map((row) => ({
    word: readText(row, 'text'),
    documents: readInteger(row, 'documents'),
  }));
}

type WordSource = DictionarySource & { readonly frequentWords: () => readonly KnownWord[] };

export function listWordsWithPrefix(index: WordSource, prefix: string, limit: number): string[] {
  const found: string[] = [];
  for (const { word } of index.frequentWords()) {
    if (found.length === limit) return found;
    if (word.startsWith(prefix)) found.push(word);
  }
  const rare = listRareWords(index, prefix).filter((word) => !found.includes(word));
  return [...found, ...rare].slice(0, limit);
}

/**
 * Lists words that begin with the prefix and may not be among the frequent ones. Lists none for a
 * short prefix, which too many words have.
 */
export function listRareWords({ reader, frequentWords }: WordSource, prefix: string): string[] {
  if (frequentWords().length < FREQUENT_MAX || prefix.length < RARE_PREFIX_LENGTH) return [];
  const rows = reader.all(
    `SELECT text FROM (
       SELECT text, documents FROM search_words WHERE text >= :prefix AND text < :prefix || char(0x10ffff)
       ORDER BY text LIMIT ${RARE_MAX}
     ) ORDER BY documents DESC, text`,
    { prefix },
  );
  return rows.map((row) => readText(row, 'text'));
}

/**
 * Lists the terms that end with another term, or also those that begin with it, the most frequent
 * first. Only terms of a language with compounds or of a script without spaces may have parts.
 */
export function listTermsAround(
  { reader }: DictionarySource,
  part: string,
  { place, limit }: { readonly place: 'end' | 'any'; readonly limit: number },
): Term[] {
  const isWithin = (column: string, bound: string) =>
    `SELECT id FROM search_terms WHERE ${column} > :${bound} AND ${column} < :${bound} || char(0x10ffff)
     AND reversed IS NOT NULL ORDER BY ${column} LIMIT ${RARE_MAX}`;
  const ending = `SELECT * FROM (${isWithin('reversed', 'reversed')})`;
  const any = `${ending} UNION SELECT * FROM (${isWithin('text', 'part')})`;
  const bounds = { reversed: reverseText(part), ...(place === 'any' && { part }) };
  const rows = reader.all(
    `SELECT id, text, documents FROM search_terms WHERE id IN (${place === 'any' ? any : ending})
     ORDER BY documents DESC, text LIMIT :limit`,
    { ...bounds, limit },
  );
  return rows.map(parseTerm);
}

function reverseText(text: string): string {
  return Array.from(text).reverse().join('');
}

/**
 * Assigns ids to terms or words while documents are written, and collects the changes of their
 * document frequencies.
 */
export type DictionaryWriter = {
  readonly idOf: (text: string) => number;
  readonly count: (id: number, difference: number) => void;
  /** Writes the changes, once. Deletes texts that no document contains any more. */
  readonly save: () => void;
};

/** A longer string would be a slice that keeps its whole text in memory. */
const SLICE_LENGTH = 12;

export function createDictionaryWriter(
  index: RowWriter,
  table: 'search_terms' | 'search_words',
  language?: Language,
): DictionaryWriter {
  const ids = new Map<string, number>();
  const highest = readInteger(index.get(`SELECT coalesce(max(id), 0) AS id FROM ${table}`), 'id');
  const differences = new Map<number, number>();
  const selectId = `SELECT id FROM ${table} WHERE text = :text`;
  const insert = language === undefined ? INSERT_WORD : INSERT_TERM;
  const findReversed = (text: string) =>
    language?.hasCompounds || isSpaceless(text) ? reverseText(text) : null;
  let nextId = highest + 1;

  const findId = (text: string): number | undefined => {
    if (highest === 0) return undefined;
    const row = index.get(selectId, { text });
    return row && readInteger(row, 'id');
  };
  return {
    idOf: (text) => {
      const known = ids.get(text);
      if (known !== undefined) return known;
      const id = findId(text) ?? nextId++;
      ids.set(text.length > SLICE_LENGTH ? Buffer.from(text).toString() : text, id);
      return id;
    },
    count: (id, difference) => void differences.set(id, (differences.get(id) ?? 0) + difference),
    save: () => {
      for (const [text, id] of ids) {
        const documents = differences.get(id) ?? 0;
        if (id <= highest || documents === 0) continue;
        index.run(insert, {
          id,
          text,
          documents,
          ...(language && { reversed: findReversed(text) }),
        });
      }
      for (const [id, difference] of [...differences].sort(([a], [b]) => a - b)) {
        if (id <= highest && difference !== 0) changeFrequency(index, table, id, difference);
      }
    },
  };
}

/**
 * The indexed frequency is logarithmic, so that most changes of a count leave the table's index
 * alone.
 */
const STEPS_PER_DOUBLING = 8;
const FREQUENCY = `CAST(${STEPS_PER_DOUBLING} * log2(documents) AS INTEGER)`;

const INSERT_TERM =
  'INSERT INTO search_terms (id, text, documents, reversed) VALUES (:id, :text, :documents, :reversed)';
const INSERT_WORD = `
  INSERT INTO search_words (id, text, documents, frequency)
  VALUES (:id, :text, :documents, ${FREQUENCY.replace('documents', ':documents')})`;
const UPDATE_FREQUENCY = `
  UPDATE search_words SET frequency = ${FREQUENCY} WHERE id = :id AND frequency <> ${FREQUENCY}`;

function changeFrequency(
  index: RowWriter,
  table: 'search_terms' | 'search_words',
  id: number,
  difference: number,
): void {
  index.run(`UPDATE ${table} SET documents = documents + :difference WHERE id = :id`, {
    id,
    difference,
  });
  if (difference < 0) index.run(`DELETE FROM ${table} WHERE id = :id AND documents <= 0`, { id });
  if (table === 'search_words') index.run(UPDATE_FREQUENCY, { id });
}
