import type { Term } from './search-index.ts';

/** Documents that the phrases of a query may be looked for in, each as often as a phrase has words. */
const WORK_MAX = 150_000;
/** A phrase has so many words in any case. */
const PHRASE_WORDS_MIN = 2;
const PHRASE_WORDS_MAX = 16;
/** Whether a document has a word at all is seen sooner than where the word stands. */
const WORD_COST = 0.5;

/**
 * The phrases as far as they can be looked for in time: of one whose every word nearly all of very many documents have, the first
 * words, and of many such phrases the first of them. No phrase that somebody types to find something comes near to that.
 */
export function keepAffordable(
  phrases: readonly (readonly Term[] | undefined)[],
): (readonly Term[] | undefined)[] {
  let work = 0;
  return phrases.map(shorten).filter((phrase) => {
    const cost = estimate(phrase);
    work += cost;
    return work === cost || work <= WORK_MAX;
  });
}

/** Undefined stands for a phrase with a word that no document has. */
function shorten(phrase: readonly Term[] | undefined): readonly Term[] | undefined {
  const affordable = Math.floor(WORK_MAX / Math.max(1, countDocuments(phrase)));
  return phrase?.slice(0, Math.min(PHRASE_WORDS_MAX, Math.max(PHRASE_WORDS_MIN, affordable)));
}

function estimate(phrase: readonly Term[] | undefined): number {
  const words = phrase?.length ?? 0;
  return countDocuments(phrase) * (words > 1 ? words : WORD_COST);
}

/** In how many documents the words can stand together at most. */
function countDocuments(phrase: readonly Term[] | undefined): number {
  return phrase === undefined ? 0 : Math.min(...phrase.map(({ documents }) => documents));
}
