import { scorePhrase } from '../search-engine/bm25.ts';
import { isStopWord, termOf } from '../search-engine/english.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import type { QueryPart } from '../search-engine/query.ts';
import { findTerm, type Term } from '../search-engine/term-dictionary.ts';

/** The words of a query before and after one of its words. */
export type Neighbours = { readonly before?: string | undefined; readonly after?: string | undefined };

export function findNeighbours(words: readonly QueryPart[], word: QueryPart): Neighbours {
  const place = words.findIndex(({ start }) => start === word.start);
  return { before: words[place - 1]?.word, after: words[place + 1]?.word };
}

/** Phrases of more frequent words take long, so their titles have to do. */
const PHRASE_DOCUMENTS_MAX = 1_000;

/** How many documents have the words next to a neighbour, by whether that is a stop word, which says less. */
export function countWithNeighbours(
  index: SearchIndex,
  words: readonly string[],
  { before, after }: Neighbours,
): { readonly content: number; readonly stopWords: number } {
  const counts = { content: 0, stopWords: 0 };
  for (const [neighbour, phrase] of [
    [before, [before ?? '', ...words]],
    [after, [...words, after ?? '']],
  ] as const) {
    if (neighbour !== undefined)
      counts[isStopWord(neighbour) ? 'stopWords' : 'content'] += countPhrase(index, phrase);
  }
  return counts;
}

export function countPhrase(index: SearchIndex, words: readonly string[]): number {
  const terms = words.flatMap((word) => findTerm(index, termOf(word)) ?? []);
  if (terms.length < words.length) return 0;
  const fewest = Math.min(...terms.map(({ documents }) => documents));
  return fewest <= PHRASE_DOCUMENTS_MAX ? scorePhrase(index, terms).slots.length : countTitles(index, terms);
}

function countTitles(index: SearchIndex, [first, ...others]: readonly Term[]): number {
  if (first === undefined) return 0;
  const sets = others.map(({ id }) => new Set(index.titlesWith(id)));
  return index.titlesWith(first.id).filter((slot) => sets.every((set) => set.has(slot))).length;
}
