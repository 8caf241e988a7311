import type { Reader } from './database.ts';
import { readText } from './database.ts';
import { termOf } from './document-words.ts';
import { listTokens } from './list-tokens.ts';

/** What else is looked for where certain words are typed: the words of each meaning, by the terms typed. */
export type Synonyms = ReadonlyMap<string, readonly (readonly string[])[]>;

/** As many words as any name in the list is long. */
export const SYNONYM_WORDS_MAX = 4;

export function readSynonyms(reader: Reader): Synonyms {
  const synonyms = new Map<string, (readonly string[])[]>();
  for (const row of reader.all('SELECT typed, meant FROM search_synonyms ORDER BY rowid')) {
    const typed = listWords(readText(row, 'typed'));
    const meant = listWords(readText(row, 'meant'));
    const key = formatSynonymKey(typed);
    synonyms.set(key, [...(synonyms.get(key) ?? []), meant]);
    const joined = formatJoinedKey(typed);
    synonyms.set(joined, [...(synonyms.get(joined) ?? [typed]), meant]);
  }
  return synonyms;
}

/** The names of one word as they are written: a slip may mean one of these, though no document has it. */
export function readOneWordNames(reader: Reader): readonly string[] {
  const names = reader
    .all('SELECT DISTINCT typed FROM search_synonyms')
    .map((row) => listWords(readText(row, 'typed')));
  return names.flatMap((words) => (words.length === 1 ? words : []));
}

/** Words that differ in their ending alone are the same name. */
export function formatSynonymKey(words: readonly string[]): string {
  return words.map(termOf).join(' ');
}

/** Of a name readers also make one word, "costperclick": only where no document has that does it stand for the name. */
export function formatJoinedKey(words: readonly string[]): string {
  return `+${termOf(words.join(''))}`;
}

function listWords(text: string): string[] {
  return listTokens(text).flatMap(({ word, parts }) => (parts === undefined ? word : []));
}
