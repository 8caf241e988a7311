import type { Reader } from './database.ts';
import { readInteger, readText } from './database.ts';
import type { SearchIndex } from './search-index.ts';

export type KnownWord = { readonly word: string; readonly documents: number };

/** As many as are kept in memory; a rarer word is hardly what a beginning or a misspelling of it means. */
const FREQUENT_MAX = 20_000;
/** Of rare words with the same beginning so many are looked at. */
const RARE_MAX = 1_000;
/** Shorter beginnings have too many rare words. */
const RARE_PREFIX_LENGTH = 3;

/** The most frequent words of the index, the most frequent first. */
export function readFrequentWords(reader: Reader): KnownWord[] {
  const rows = reader.all(
    'SELECT text, documents FROM search_words ORDER BY frequency DESC, documents DESC, text LIMIT :limit',
    { limit: FREQUENT_MAX },
  );
  return rows.map((row) => ({ word: readText(row, 'text'), documents: readInteger(row, 'documents') }));
}

/** The most frequent words of the index that begin so. */
export function listWordsWithPrefix(index: SearchIndex, prefix: string, limit: number): string[] {
  const found: string[] = [];
  for (const { word } of index.frequentWords()) {
    if (found.length === limit) return found;
    if (word.startsWith(prefix)) found.push(word);
  }
  if (index.frequentWords().length < FREQUENT_MAX || prefix.length < RARE_PREFIX_LENGTH) return found;
  const rare = listRareWords(index, prefix).filter((word) => !found.includes(word));
  return [...found, ...rare].slice(0, limit);
}

function listRareWords({ reader }: SearchIndex, prefix: string): string[] {
  const rows = reader.all(
    `SELECT text FROM (
       SELECT text, documents FROM search_words WHERE text >= :prefix AND text < :prefix || char(0x10ffff)
       ORDER BY text LIMIT ${RARE_MAX}
     ) ORDER BY documents DESC, text`,
    { prefix },
  );
  return rows.map((row) => readText(row, 'text'));
}
