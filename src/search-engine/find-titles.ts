import { computeIdf, IDF_MIN } from './bm25.ts';
import type { SearchIndex } from './open-index.ts';
import { listBest } from './ranking.ts';
import type { Term } from './term-dictionary.ts';

/** `weight` is relative to the word as it was typed. */
export type WantedTerm = Term & { readonly weight: number };

/** The terms that one word of the query may mean, the likeliest first. */
export type WantedWord = readonly WantedTerm[];

export type WantedTitles = {
  readonly words: readonly WantedWord[];
  /** The places of words that the name of a facet has, by the facet's id. */
  readonly wordsOfFacets: ReadonlyMap<number, readonly number[]>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The share of the query, by idf, that a title must match if none matches all of it. */
  readonly leastShare: number;
  readonly limit: number;
};

/** Words are bits of a number; the words beyond are ignored. */
const WORDS_MAX = 24;
/** A word of the facet's name, relative to one of the title. */
const FACET_WEIGHT = 0.4;
/** Words of a long title count less. */
const LENGTH_MIN = 5;
/** For rounding errors of the sums. */
const SHARE_SLACK = 1e-6;

/**
 * The slots of the best titles first: those with one of the meanings of each word, of which the name of the facet may have some, or
 * else those that match `leastShare` of the words, by idf. Ties by date, the newest first.
 */
export function findTitles(index: SearchIndex, wanted: WantedTitles): number[] {
  const words = wanted.words.slice(0, WORDS_MAX).map((terms, place) => {
    return { terms, bit: 1 << place, idf: computeWordIdf(index, terms) };
  });
  const scratch = openScratch(index);
  try {
    for (const word of words) markTitles(index, scratch, word);
    const found = Int32Array.from(chooseTitles(index, scratch, words, wanted));
    const { scores } = scratch;
    for (const slot of found)
      scores[slot] = (scores[slot] ?? 0) / (LENGTH_MIN + (index.titleLengths[slot] ?? 0));
    const compare = (a: number, b: number) => (index.dates[b] ?? 0) - (index.dates[a] ?? 0) || b - a;
    return listBest({ scores, found }, wanted.limit, compare);
  } finally {
    clearScratch(scratch);
  }
}

/** All meanings of a word count as one term. */
export function computeWordIdf(index: SearchIndex, terms: WantedWord): number {
  const documents = terms.reduce((sum, term) => sum + term.documents, 0);
  return computeIdf(index, Math.min(index.documentCount, documents)) + IDF_MIN;
}

/** By slot; zero for all slots but the candidates. New arrays for each call would cost more time than the rest. */
type Scratch = {
  readonly matched: Int32Array;
  readonly scores: Float64Array;
  candidates: number[];
};

const scratches = new WeakMap<SearchIndex, Scratch>();

function openScratch(index: SearchIndex): Scratch {
  const known = scratches.get(index);
  if (known !== undefined) return known;
  const { slotCount } = index;
  const scratch = {
    matched: new Int32Array(slotCount),
    scores: new Float64Array(slotCount),
    candidates: [],
  };
  scratches.set(index, scratch);
  return scratch;
}

function clearScratch(scratch: Scratch): void {
  for (const slot of scratch.candidates) {
    scratch.matched[slot] = 0;
    scratch.scores[slot] = 0;
  }
  scratch.candidates = [];
}

type Word = { readonly terms: WantedWord; readonly bit: number; readonly idf: number };

function markTitles(
  index: SearchIndex,
  { matched, scores, candidates }: Scratch,
  { terms, bit, idf }: Word,
): void {
  for (const { id, weight } of terms) {
    const gain = idf * weight;
    for (const slot of index.titlesWith(id)) {
      const bits = matched[slot] ?? 0;
      if ((bits & bit) !== 0) continue;
      if (bits === 0) candidates.push(slot);
      matched[slot] = bits | bit;
      scores[slot] = (scores[slot] ?? 0) + gain;
    }
  }
}

function chooseTitles(
  index: SearchIndex,
  { matched, scores, candidates }: Scratch,
  words: readonly Word[],
  { now, wordsOfFacets, leastShare }: WantedTitles,
): readonly number[] {
  const sumIdf = (bits: number) => words.reduce((sum, { bit, idf }) => sum + (bits & bit ? idf : 0), 0);
  const allBits = 2 ** words.length - 1;
  const bitsOfFacets = new Map([...wordsOfFacets].map(([facet, places]) => [facet, joinBits(places)]));
  const complete: number[] = [];
  for (const slot of candidates) {
    if ((index.visibleFrom[slot] ?? 0) > now) continue;
    const missing = allBits & ~(matched[slot] ?? 0);
    if (missing !== 0) {
      if ((missing & ~(bitsOfFacets.get(index.facets[slot] ?? 0) ?? 0)) !== 0) continue;
      scores[slot] = (scores[slot] ?? 0) + FACET_WEIGHT * sumIdf(missing);
    }
    complete.push(slot);
  }
  if (complete.length > 0) return complete;
  const least = leastShare * sumIdf(allBits) - SHARE_SLACK;
  return candidates.filter(
    (slot) => sumIdf(matched[slot] ?? 0) >= least && (index.visibleFrom[slot] ?? 0) <= now,
  );
}

function joinBits(places: readonly number[]): number {
  return places.reduce((bits, place) => bits | (place < WORDS_MAX ? 1 << place : 0), 0);
}
