import { foldWord } from '../search-engine/fold-word.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { findTerm, findWord, type KnownWord } from '../search-engine/term-dictionary.ts';
import { computeEditCost } from './edit-cost.ts';

export type Speller = {
  /** Returns true if a document contains the word; in other languages than English, in any form. */
  readonly isWritten: (word: string) => boolean;
  /**
   * Returns true if the word is correct even though no document may contain it, as in general
   * English.
   */
  readonly isCorrect: (word: string) => boolean;
  /**
   * Lists known words that may have been meant, the likeliest first; of equally likely ones, the
   * most frequent. The word itself is never listed.
   */
  readonly listCandidates: (word: string) => Candidate[];
};

export type Candidate = KnownWord & {
  /** How unlikely it is that the word was typed like this: about 1 for each error. */
  readonly cost: number;
};

export type SpellerSources = {
  readonly index: SearchIndex;
  /** Words that have synonyms; a document need not contain them. */
  readonly names: readonly string[];
  /** Returns true if a word is correct in general English. */
  readonly isEnglish: (word: string) => boolean;
};

const CANDIDATES_MAX = 6;
/**
 * Only such words are corrected: three letters may be an abbreviation, and digits are hardly ever a
 * slip.
 */
const CORRECTABLE = /^\P{N}{4,24}$/u;

export function createSpeller({ index, names, isEnglish }: SpellerSources): Speller {
  let vocabulary: Vocabulary | undefined;
  return {
    isWritten: (word) => isWritten(index, word),
    isCorrect: (word) => index.language.isEnglish && isEnglish(word),
    listCandidates: (word) => {
      if (!isCorrectable(word)) return [];
      vocabulary ??= readVocabulary(index, names);
      return listNearWords(vocabulary, word)
        .sort((a, b) => a.cost - b.cost)
        .slice(0, CANDIDATES_MAX);
    },
  };
}

export function isCorrectable(word: string): boolean {
  return CORRECTABLE.test(word);
}

/**
 * Returns true if a document has the word. For a language without a list of its words, a word with
 * the stem of a known one counts as its form.
 */
function isWritten(index: SearchIndex, word: string): boolean {
  const { isEnglish, termOf } = index.language;
  return (
    findWord(index, word) !== undefined ||
    (!isEnglish && findTerm(index, termOf(word)) !== undefined)
  );
}

type Vocabulary = {
  readonly words: readonly KnownWord[];
  /** Each word without accents, which readers leave out. */
  readonly plain: readonly string[];
  /** A bit mask of the letters of each word. */
  readonly letters: Uint32Array;
};

function readVocabulary(index: SearchIndex, names: readonly string[]): Vocabulary {
  const isUnused = (word: string) => findTerm(index, index.language.termOf(word)) === undefined;
  const unused = names.filter((word) => isCorrectable(word) && isUnused(word));
  const words = [...index.frequentWords(), ...unused.map((word) => ({ word, documents: 1 }))];
  const plain = words.map(({ word }) => removeAccents(word));
  return { words, plain, letters: Uint32Array.from(plain, findLetters) };
}

function removeAccents(word: string): string {
  return foldWord(word, { foldsAccents: true, lower: (text) => text });
}

/** The least cost of a letter that only one of the words has. */
const LETTER_MIN = 0.8;
/** A word that costs this much more than a sure correction may still be meant. */
const UNSURE = 0.5;

function listNearWords({ words, plain, letters }: Vocabulary, word: string): Candidate[] {
  const most = findSureCost(word) + UNSURE;
  const typed = removeAccents(word);
  const own = findLetters(typed);
  const near: Candidate[] = [];
  for (let place = 0; place < letters.length; place++) {
    const others = letters[place] ?? 0;
    const differing = Math.max(countBits(own & ~others), countBits(others & ~own));
    if (differing * LETTER_MIN > most) continue;
    const [known, other] = [words[place], plain[place]];
    if (known === undefined || other === undefined || known.word === word) continue;
    // A second error is unlikely beside one in the first letter. This excludes most words.
    if (differing > 1 && !beginsAlike(typed, other)) continue;
    const cost = computeEditCost(typed, other, most);
    if (cost <= most) near.push({ ...known, cost });
  }
  return near;
}

/**
 * Returns the cost up to which a correction is sure: one error in up to five letters, two in nine.
 */
export function findSureCost({ length }: string): number {
  return Math.min(2.2, Math.max(1, (length - 1) / 4));
}

/**
 * Returns true if two words have the same first letter, or one has its first two letters swapped.
 * Other slips rarely affect the first letter.
 */
export function beginsAlike(one: string, other: string): boolean {
  return one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);
}

/**
 * Returns a bit mask of the letters, in which different letters may share a bit. It excludes most
 * words before they are compared.
 */
export function findLetters(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place++) letters |= 1 << (word.charCodeAt(place) & 31);
  return letters;
}

export function countBits(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
