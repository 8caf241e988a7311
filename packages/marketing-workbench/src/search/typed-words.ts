import { COMPLETIONS_MAX } from '../search-engine/query.ts';
import { findTerm, listRareWords } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { computeBeginningCost } from './edit-cost.ts';
import { type FoundNames, type FoundWord, lookUpWords } from './found-names.ts';
import type { Search } from './open-search.ts';
import { beginsAlike, countBits, findLetters, findSureCost, isCorrectable } from './spelling.ts';

/** A word while it is typed. */
export type TypedWord = {
  readonly word: string;
  /** Set for the last word, which may be the beginning of other words. */
  readonly isUnfinished: boolean;
  readonly isStopWord: boolean;
  /** The stems of the words that it may mean, the most frequent first. */
  readonly stems: ReadonlySet<string>;
  /** The ids of the stems that posts have. */
  readonly terms: readonly number[];
  /**
   * The highest possible number of posts with the word, or with one of the words that it most
   * likely begins.
   */
  readonly documents: number;
};

export type NamedSearch = Search & { readonly names: FoundNames };

/** Further words are ignored; no title has as many. */
const WORDS_MAX = 16;

export function readTypedWords(known: NamedSearch, text: string): TypedWord[] {
  const { language } = known.index;
  const words = listWords(text, language);
  return words.slice(0, WORDS_MAX).map((word, place) => {
    const isUnfinished = place === words.length - 1;
    const begun = isUnfinished || !isKnownWord(known, word) ? listWordsBegunBy(known, word) : [];
    const meant = begun.length > 0 ? begun : lookUpWords(known.index, [word]);
    const terms = new Map(
      meant.flatMap(({ term }) => (term === undefined ? [] : [[term.id, term]])),
    );
    const likely = [...terms.values()].slice(0, COMPLETIONS_MAX);
    return {
      word,
      isUnfinished,
      isStopWord: language.isStopWord(word),
      stems: new Set(meant.map(({ stem }) => stem)),
      terms: [...terms.keys()],
      documents: likely.reduce((sum, { documents }) => sum + documents, 0),
    };
  });
}

function listWordsBegunBy({ index, names }: NamedSearch, word: string): FoundWord[] {
  const begun = names.knownWords.filter((known) => known.word.startsWith(word));
  return begun.length > 0 ? begun : lookUpWords(index, listRareWords(index, word));
}

/** A site of some hundred articles never has this many. */
const AFFORDABLE_DOCUMENTS = 5_000;

/**
 * Returns true if it takes too long to read all posts with the words after each letter that is
 * typed.
 */
export function areTooFrequent(words: readonly TypedWord[]): boolean {
  return words.reduce((sum, { documents }) => sum + documents, 0) > AFFORDABLE_DOCUMENTS;
}

/** Returns true if a post or a name has the word, in any form. */
export function isKnownWord({ index, names }: NamedSearch, word: string): boolean {
  const term = index.language.termOf(word);
  return names.terms.has(term) || findTerm(index, term) !== undefined;
}

/**
 * Finds the known word that an unfinished word probably begins, with slips (`edit-cost.ts`).
 * Returns undefined for a word that is too short, is correct English, or begins a known word
 * without a slip.
 */
export function findMisspelledBeginning(known: NamedSearch, typed: string): string | undefined {
  if (!isCorrectable(typed) || isKnownWord(known, typed) || known.speller.isCorrect(typed))
    return undefined;
  if (listWordsBegunBy(known, typed).length > 0) return undefined;
  let least = findSureCost(typed);
  let nearest: string | undefined;
  const own = findLetters(typed);
  for (const { word, letters } of known.names.knownWords) {
    // These two comparisons exclude most words.
    if (!beginsAlike(typed, word) || countBits(own & ~letters) > least) continue;
    const cost = computeBeginningCost(typed, word, least);
    if (cost < least || (cost === least && nearest === undefined)) {
      least = cost;
      nearest = word;
    }
  }
  return nearest ?? known.speller.listCandidates(typed)[0]?.word;
}
