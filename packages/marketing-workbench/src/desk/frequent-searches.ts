import type { SiteCounts } from '../publishing/read-counts.ts';

/** Limit for words, of which each takes some milliseconds to compare with the texts. */
const WORDS_MAX = 1_000;

export type FrequentSearch = { readonly words: string; readonly searches: number };

/**
 * Lists what enough readers searched for from a UTC day on, the most frequent first; equally
 * frequent words are in alphabetical order.
 */
export function listFrequentSearches(
  { counts, searched }: Pick<SiteCounts, 'counts' | 'searched'>,
  from: number,
): readonly FrequentSearch[] {
  const sums = new Map<string, number>();
  for (const { kind, name, day, count } of counts)
    if (kind === 'search' && day >= from) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .flatMap(([hash, searches]) => {
      const words = searched.get(hash)?.words;
      return words === undefined ? [] : { words, searches };
    })
    .toSorted((one, other) => other.searches - one.searches || (one.words < other.words ? -1 : 1))
    .slice(0, WORDS_MAX);
}
