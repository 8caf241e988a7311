import { termOf } from '../search-engine/document-words.ts';
import type { KnownWord } from '../search-engine/known-words.ts';
import { findTerm, type SearchIndex } from '../search-engine/search-index.ts';
import { computeDistance, isOneLetterApart } from './edit-distance.ts';
import { isOwnName } from './own-names.ts';

/** Finds what somebody may have meant by a word. */
export type Speller = {
  /** The nearest known words by edit distance, then the most frequent, that are no forms of it; none where nothing is near. */
  readonly listNearest: (word: string) => KnownWord[];
  /** The most frequent word that is one letter apart: too little to take one for the other, enough to ask. */
  readonly findAlike: (word: string) => KnownWord | undefined;
};

const NEAREST_MAX = 5;

/** How many slips a word of so many letters may have. */
const ONE_SLIP_LENGTH = 4;
const TWO_SLIPS_LENGTH = 8;
/** Shorter words have many others a letter apart. */
const ALIKE_MIN_LENGTH = 5;
/** A shorter name is near to many a word by chance. */
const NAME_MIN_LENGTH = 6;
/** Less than a slip. */
const OTHER_FORM = 0.5;
/** A longer word is no misspelling of one. */
const LENGTH_MAX = 24;

/** `names` are words that stand for others, whether a document has them or not. */
export function createSpeller(index: SearchIndex, names: readonly string[]): Speller {
  let words: readonly KnownWord[] | undefined;
  let spellings: Uint32Array | undefined;
  const listWords = () => (words ??= [...index.frequentWords(), ...listUnwritten(index, names)]);
  const mayBeSlip = (word: string) =>
    word.length >= ONE_SLIP_LENGTH && word.length <= LENGTH_MAX && !/\p{N}/u.test(word) && !isOwnName(word);
  return {
    listNearest: (word) => {
      if (!mayBeSlip(word)) return [];
      spellings ??= Uint32Array.from(listWords(), (known) => findLetters(known.word));
      return listNearest(listWords(), spellings, word);
    },
    findAlike: (word) => {
      if (!mayBeSlip(word) || word.length < ALIKE_MIN_LENGTH) return undefined;
      return listWords().find(
        (known) =>
          known.word[0] === word[0] && isOneLetterApart(known.word, word) && !isSameTerm(known, word),
      );
    },
  };
}

/** The names that no document has, but for short ones: many a word is near to these by chance. */
function listUnwritten(index: SearchIndex, names: readonly string[]): readonly KnownWord[] {
  return names
    .filter((word) => word.length >= NAME_MIN_LENGTH && findTerm(index, termOf(word)) === undefined)
    .map((word) => ({ word, documents: 1 }));
}

function listNearest(words: readonly KnownWord[], spellings: Uint32Array, word: string): KnownWord[] {
  const slips = word.length < TWO_SLIPS_LENGTH ? 1 : 2;
  const letters = findLetters(word);
  const near: { readonly known: KnownWord; readonly cost: number }[] = [];
  for (let place = 0; place < spellings.length; place++) {
    // Most words are too far away by their letters alone.
    if (countBits((spellings[place] ?? 0) ^ letters) > 2 * slips + 1) continue;
    const known = words[place];
    if (known === undefined || !isBegunAlike(word, known.word)) continue;
    const cost = computeCost(word, known.word, slips);
    if (cost <= slips + OTHER_FORM && !isSameTerm(known, word)) near.push({ known, cost });
  }
  const nearest = Math.min(...near.map(({ cost }) => cost));
  return near
    .filter(({ cost }) => cost === nearest)
    .slice(0, NEAREST_MAX)
    .map(({ known }) => known);
}

/** Of a word that posts have in the plural, from the singular where that is typed, which comes before it. */
function computeCost(word: string, known: string, most: number): number {
  const isOther = known.endsWith('s') && !word.endsWith('s');
  const form = isOther ? known.slice(0, -1) : known;
  const isAsLong = Math.abs(form.length - word.length) <= 1;
  return isAsLong ? computeDistance(word, form, most) + (isOther ? OTHER_FORM : 0) : most + 1;
}

/** Hardly anyone mistakes the first letter, but for swapping it with the second. */
function isBegunAlike(one: string, other: string): boolean {
  return one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);
}

function isSameTerm(known: KnownWord, word: string): boolean {
  return termOf(known.word) === termOf(word);
}

/** Whether the first of two words that are as near is what was meant beyond doubt. */
export function isClear(first: KnownWord, second: KnownWord | undefined): boolean {
  const isSame = second === undefined || termOf(first.word) === termOf(second.word);
  return isSame || first.documents > 3 * second.documents;
}

/** The letters of a word, a bit each: two words with many different ones can't be near. */
function findLetters(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place++) letters |= 1 << (word.charCodeAt(place) & 31);
  return letters;
}

function countBits(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
