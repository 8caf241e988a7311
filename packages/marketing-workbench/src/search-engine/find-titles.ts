import type { SearchIndex } from './open-index.ts';
import { listBest } from './ranking.ts';

export type WantedTitles = {
  /** The terms that each word may mean; a title must have one of them. */
  readonly words: readonly (readonly number[])[];
  /** The importance of each slot; the highest comes first. */
  readonly importance: Float64Array;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly limit: number;
};

export type FoundTitles = {
  readonly best: readonly number[];
  readonly hasAllWords: (slot: number) => boolean;
};

/**
 * Finds the titles with all words: the most important first, then those with the fewest words, then
 * the newest. The order does not depend on the words, so a title keeps its place or moves up while
 * a reader types more words of it, which exclude other titles.
 */
export function findTitles(
  index: SearchIndex,
  { words, importance, now, limit }: WantedTitles,
): FoundTitles {
  const { titleLengths, dates, visibleFrom } = index;
  // How many words a title has so far, unless it lacks one.
  const counts = new Uint8Array(index.slotCount);
  const found: number[] = [];
  for (const [place, terms] of words.entries()) {
    const isLast = place === words.length - 1;
    for (const term of terms) {
      for (const slot of index.titlesWith(term)) {
        if (counts[slot] !== place) continue;
        counts[slot] = place + 1;
        if (isLast) found.push(slot);
      }
    }
  }
  const compare = (a: number, b: number) =>
    (titleLengths[a] ?? 0) - (titleLengths[b] ?? 0) || (dates[b] ?? 0) - (dates[a] ?? 0) || b - a;
  const visible = Int32Array.from(found).filter((slot) => (visibleFrom[slot] ?? 0) <= now);
  return {
    best: listBest({ scores: importance, found: visible }, limit, compare),
    hasAllWords: (slot) => counts[slot] === words.length,
  };
}
