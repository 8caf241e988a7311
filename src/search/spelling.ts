import type { SearchIndex } from '../search-engine/open-index.ts';
import { findTerm, findWord, type KnownWord } from '../search-engine/term-dictionary.ts';
import { computeEditCost } from './edit-cost.ts';
import { listRegularForms } from './inflections.ts';

export type Speller = {
  /** Whether a document contains the word in this form or another regular one. */
  readonly isWritten: (word: string) => boolean;
  /** Whether the word is correct even if no document contains it: general English, a shop, a service. */
  readonly isCorrect: (word: string) => boolean;
  /** Known words that may have been meant, the likeliest first; never the word itself. */
  readonly listCandidates: (word: string) => Candidate[];
};

export type Candidate = KnownWord & {
  /** How unlikely it is that the word was typed like this: about 1 for each error. */
  readonly cost: number;
  /** The cost, reduced for frequent words. */
  readonly score: number;
};

export type SpellerSources = {
  readonly index: SearchIndex;
  /** Words that have synonyms; a document need not contain them. */
  readonly names: readonly string[];
  /** Whether a word is correct in general English. */
  readonly isEnglish: (word: string) => boolean;
};

const CANDIDATES_MAX = 6;
const LENGTH_MIN = 3;
const LENGTH_MAX = 24;
/** A shorter name is similar to many words by chance. */
const NAME_MIN_LENGTH = 6;
/** The gain of a word for each doubling of its documents, in parts of an error. */
const FREQUENCY_GAIN = 0.1;

export function createSpeller({ index, names, isEnglish }: SpellerSources): Speller {
  let vocabulary: Vocabulary | undefined;
  return {
    isWritten: (word) => isWritten(index, word),
    isCorrect: (word) => {
      const singular = word.replace(/(?<=[^hs])s$/, '');
      return [word, singular].some(
        (form) => OWN_NAMES.has(form) || (index.language.isEnglish && isEnglish(form)),
      );
    },
    listCandidates: (word) => {
      if (word.length < LENGTH_MIN || word.length > LENGTH_MAX || /\p{N}/u.test(word)) return [];
      vocabulary ??= readVocabulary(index, names);
      const gain = (documents: number) =>
        FREQUENCY_GAIN * Math.log2(1 + (100 * documents) / Math.max(1, index.documentCount));
      return listNear(vocabulary, word)
        .map(({ known, cost }) => ({ ...known, cost, score: cost - gain(known.documents) }))
        .sort((a, b) => a.score - b.score)
        .slice(0, CANDIDATES_MAX);
    },
  };
}

/** The regular forms are those of English; in another language, whatever has the stem of a word is taken as one of its forms. */
function isWritten(index: SearchIndex, word: string): boolean {
  const isInDocument = (form: string) => findWord(index, form) !== undefined;
  const { isEnglish, termOf } = index.language;
  if (!isEnglish) return isInDocument(word) || findTerm(index, termOf(word)) !== undefined;
  // "duplicat" has the forms of a word, but is one that lacks its last letter.
  return isInDocument(word) || (!isInDocument(`${word}e`) && listRegularForms(word).some(isInDocument));
}

type Vocabulary = {
  readonly words: readonly KnownWord[];
  /** A bit mask of the letters of each word. */
  readonly letters: Uint32Array;
};

function readVocabulary(index: SearchIndex, names: readonly string[]): Vocabulary {
  const unused = names
    .filter(
      (word) => word.length >= NAME_MIN_LENGTH && findTerm(index, index.language.termOf(word)) === undefined,
    )
    .map((word) => ({ word, documents: 1 }));
  const words = [...index.frequentWords(), ...unused];
  return { words, letters: Uint32Array.from(words, ({ word }) => findLetters(word)) };
}

type Near = { readonly known: KnownWord; readonly cost: number };

function listNear(vocabulary: Vocabulary, word: string): Near[] {
  const near = listWithFewErrors(vocabulary, word);
  if (!isWithoutVowels(word)) return near;
  const consonants = listConsonants(word);
  const others = vocabulary.words.filter(
    (known) => known.word[0] === word[0] && listConsonants(known.word) === consonants && known.word !== word,
  );
  const found = new Set(others);
  return [
    ...near.filter(({ known }) => !found.has(known)),
    ...others.map((known) => ({ known, cost: WITHOUT_VOWELS })),
  ];
}

function listWithFewErrors({ words, letters }: Vocabulary, word: string): Near[] {
  const most = findCostMax(word.length);
  const own = findLetters(word);
  const near: Near[] = [];
  for (let place = 0; place < letters.length; place++) {
    const others = letters[place] ?? 0;
    const differing = Math.max(countBits(own & ~others), countBits(others & ~own & ~PLURAL));
    if (differing * LETTER_MIN > most) continue;
    const known = words[place];
    if (known === undefined || !mayBeNear(word, known.word, differing)) continue;
    const cost = computeEditCost(word, known.word, most);
    if (cost <= most) near.push({ known, cost });
  }
  return near;
}

const PLURAL = findLetters('s');
const MISSING_MAX = 3;
/** The least cost of a letter that only one of the words has, but for the plural. */
const LETTER_MIN = 0.8;

/** Excludes most words before their cost is computed. */
function mayBeNear(word: string, known: string, differing: number): boolean {
  const missing = known.length - word.length;
  if (known === word) return false;
  if (word.length === LENGTH_MIN) return isShortSlip(word, known, differing);
  if (Math.abs(missing) > MISSING_MAX) return false;
  if (beginsAlike(word, known)) return true;
  // Hardly another error is likely beside one in the first letter.
  return word.length > FIRST_ERROR_LENGTH && Math.abs(missing) <= 1 && differing <= 1;
}

/** Slips rarely affect the first letter, except that it may be swapped with the second. */
export function beginsAlike(one: string, other: string): boolean {
  return one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);
}

const FIRST_ERROR_LENGTH = 5;

/** In a word of three letters, letters are swapped, or one is missing. */
function isShortSlip(word: string, known: string, differing: number): boolean {
  if (known.length === word.length) return differing === 0 && sortLetters(word) === sortLetters(known);
  return known.length === word.length + 1 && known[0] === word[0] && differing <= 1;
}

function sortLetters(word: string): string {
  return Array.from(word).sort().join('');
}

function findCostMax(length: number): number {
  if (length <= 4) return 1.3;
  if (length <= 7) return 1.8;
  return length <= 10 ? 2.2 : 2.7;
}

/** "nwsltr": typed in a hurry. */
const WITHOUT_VOWELS = 1.2;
const WITHOUT_VOWELS_MIN_LENGTH = 5;
/** One vowel may remain in so many letters. */
const WITH_A_VOWEL_LENGTH = 6;

function isWithoutVowels(word: string): boolean {
  const vowels = word.slice(1).replace(/[^aeiou]/g, '').length;
  return word.length >= WITHOUT_VOWELS_MIN_LENGTH && vowels <= word.length / WITH_A_VOWEL_LENGTH;
}

function listConsonants(word: string): string {
  return (
    word.charAt(0) +
    word
      .slice(1)
      .replace(/[aeiou]/g, '')
      .replace(/(.)\1/g, '$1')
  );
}

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

/** Services and trades that are similar to other words and that `isEnglish` does not know; none of them is corrected. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  `airbnb angi canva daycare etsy facialist fiverr groomer groupon houzz hvac instagram klaviyo linkedin mailchimp nextdoor
  optician pinterest quora reddit roofer shopify snapchat spotify squarespace temu tiktok tripadvisor tshirt uber upwork
  venmo whatsapp wix wordpress zapier zillow`.split(/\s+/),
);
