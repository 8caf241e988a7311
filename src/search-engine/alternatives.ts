import { termOf } from './document-words.ts';
import { listWordsWithPrefix } from './known-words.ts';
import { scorePhrase } from './score-phrase.ts';
import type { WeighedIndex } from './score-terms.ts';
import { findTerm, type Term } from './search-index.ts';
import { isStopWord } from './stop-words.ts';

/** One way in which a document may say what a word of the query means: a term, or several one after another. */
export type Alternative = {
  readonly terms: readonly Term[];
  readonly weight: number;
  /** Not what is typed, but another name of it; of one word it tells no more than the word itself. */
  readonly name?: 'of a word' | 'of several';
  /** A word that more documents have and that what is typed may be a part of: its beginning, or a half of it. */
  readonly isCompletion?: true;
};

/** Below what is typed to its end. */
const PREFIX_WEIGHT = 0.8;
const PREFIX_WORDS_MAX = 12;
/** Documents that these words may be looked for in, all words together: each word is read whole. */
const PREFIX_WORK_MAX = 100_000;

/** Nothing where one of the words is in no document. */
export function makeAlternative(
  index: WeighedIndex,
  words: readonly string[],
  weight: number,
): Alternative[] {
  const terms = words.flatMap((word) => findTerm(index, termOf(word)) ?? []);
  return terms.length === words.length ? [{ terms, weight }] : [];
}

/** A word that is in no document as the two words that it may be. */
export function listSplit(index: WeighedIndex, word: string): Alternative[] {
  const split = listSplits(word)
    .flatMap((parts) => makeAlternative(index, parts, 1))
    .find(({ terms }) => isPhrase(index, terms));
  return split === undefined ? [] : [split];
}

/**
 * The last word may not be complete. One that is known stands for those alone that more documents have: "car" for "carousel",
 * but "form" not for "format"; a name that no document has is complete.
 */
export function listCompletions(index: WeighedIndex, word: string, isKnown: boolean): Alternative[] {
  const typed = findTerm(index, termOf(word));
  if (isKnown && typed === undefined) return [];
  const terms = new Map<number, Term>();
  let work = 0;
  for (const known of listWordsWithPrefix(index, word, PREFIX_WORDS_MAX)) {
    const term = isStopWord(known) ? undefined : findTerm(index, termOf(known));
    if (term === undefined || terms.has(term.id) || term.documents <= (typed?.documents ?? 0)) continue;
    work += term.documents;
    if (terms.size > 0 && work > PREFIX_WORK_MAX) break;
    terms.set(term.id, term);
  }
  return [...terms.values()].map((term) => ({ terms: [term], weight: PREFIX_WEIGHT, isCompletion: true }));
}

const PART_MIN_LENGTH = 2;

function listSplits(word: string): string[][] {
  const splits: string[][] = [];
  for (let place = PART_MIN_LENGTH; place <= word.length - PART_MIN_LENGTH; place++) {
    splits.push([word.slice(0, place), word.slice(place)]);
  }
  return splits;
}

function isPhrase(index: WeighedIndex, terms: readonly Term[]): boolean {
  return scorePhrase(index, terms).slots.length > 0;
}
