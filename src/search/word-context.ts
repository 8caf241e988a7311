import { scorePhrase } from '../search-engine/bm25.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import type { QueryPart } from '../search-engine/query.ts';
import { findTerm, type Term } from '../search-engine/term-dictionary.ts';

/** The words of a query before and after one of its words. */
export type Neighbours = { readonly before?: string | undefined; readonly after?: string | undefined };

export function findNeighbours(words: readonly QueryPart[], word: QueryPart): Neighbours {
  const place = words.findIndex(({ start }) => start === word.start);
  return { before: words[place - 1]?.word, after: words[place + 1]?.word };
}

/** In more documents, reading the positions of words takes too long, and titles alone are evidence enough. */
const PHRASE_DOCUMENTS_MAX = 10_000;

/**
 * How many documents have the words next to a neighbour, or in a large library in a title with it. A stop word, which is
 * next to most words, is counted apart.
 */
export function countWithNeighbours(
  index: SearchIndex,
  words: readonly string[],
  { before, after }: Neighbours,
): { readonly content: number; readonly stopWords: number } {
  const { isStopWord } = index.language;
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
  const terms = words.flatMap((word) => findTerm(index, index.language.termOf(word)) ?? []);
  if (terms.length < words.length) return 0;
  return index.documentCount <= PHRASE_DOCUMENTS_MAX
    ? scorePhrase(index, terms).slots.length
    : countTitles(index, terms);
}

function countTitles(index: SearchIndex, terms: readonly Term[]): number {
  const [fewest = new Int32Array(), ...others] = terms
    .map(({ id }) => index.titlesWith(id))
    .sort((a, b) => a.length - b.length);
  return fewest.reduce(
    (count, slot) => (others.every((slots) => hasSlot(slots, slot)) ? count + 1 : count),
    0,
  );
}

/** By binary search: slots ascend. */
function hasSlot(slots: Int32Array, wanted: number): boolean {
  let from = 0;
  let to = slots.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((slots[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return slots[from] === wanted;
}
