import { termOf } from '../search-engine/english.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { findTerm, type KnownWord } from '../search-engine/term-dictionary.ts';

export type Speller = {
  /** The known words with the least edit distance, the most frequent first; never another form of the word. */
  readonly listNearest: (word: string) => KnownWord[];
  /** The most frequent word with one other letter: too uncertain for a correction, enough for a suggestion. */
  readonly findAlike: (word: string) => KnownWord | undefined;
};

const NEAREST_MAX = 5;

/** From these lengths on a word may have one typing error, or two. */
const ONE_ERROR_LENGTH = 4;
const TWO_ERRORS_LENGTH = 8;
/** Too many shorter words differ in one letter. */
const ALIKE_MIN_LENGTH = 5;
/** A shorter name is similar to many words by chance. */
const NAME_MIN_LENGTH = 6;
const OTHER_FORM = 0.5;
const LENGTH_MAX = 24;

/** `names` are words that have synonyms; a document need not contain them. */
export function createSpeller(index: SearchIndex, names: readonly string[]): Speller {
  let words: readonly KnownWord[] | undefined;
  let spellings: Uint32Array | undefined;
  const listWords = () => (words ??= [...index.frequentWords(), ...listUnusedNames(index, names)]);
  const mayBeMisspelled = (word: string) =>
    word.length >= ONE_ERROR_LENGTH && word.length <= LENGTH_MAX && !/\p{N}/u.test(word) && !isOwnName(word);
  return {
    listNearest: (word) => {
      if (!mayBeMisspelled(word)) return [];
      spellings ??= Uint32Array.from(listWords(), (known) => findLetters(known.word));
      return listNearest(listWords(), spellings, word);
    },
    findAlike: (word) => {
      if (!mayBeMisspelled(word) || word.length < ALIKE_MIN_LENGTH) return undefined;
      return listWords().find(
        (known) =>
          known.word[0] === word[0] && isOneLetterApart(known.word, word) && !isSameTerm(known, word),
      );
    },
  };
}

function listUnusedNames(index: SearchIndex, names: readonly string[]): readonly KnownWord[] {
  return names
    .filter((word) => word.length >= NAME_MIN_LENGTH && findTerm(index, termOf(word)) === undefined)
    .map((word) => ({ word, documents: 1 }));
}

function listNearest(words: readonly KnownWord[], spellings: Uint32Array, word: string): KnownWord[] {
  const errors = word.length < TWO_ERRORS_LENGTH ? 1 : 2;
  const letters = findLetters(word);
  const near: { readonly known: KnownWord; readonly cost: number }[] = [];
  for (let place = 0; place < spellings.length; place++) {
    // The letters alone exclude most words.
    if (countBits((spellings[place] ?? 0) ^ letters) > 2 * errors + 1) continue;
    const known = words[place];
    if (known === undefined || !beginsAlike(word, known.word)) continue;
    const cost = computeCost(word, known.word, errors);
    if (cost <= errors + OTHER_FORM && !isSameTerm(known, word)) near.push({ known, cost });
  }
  const nearest = Math.min(...near.map(({ cost }) => cost));
  return near
    .filter(({ cost }) => cost === nearest)
    .slice(0, NEAREST_MAX)
    .map(({ known }) => known);
}

/** A plural is compared by its singular if the typed word has no plural ending. */
function computeCost(word: string, known: string, most: number): number {
  const isOther = known.endsWith('s') && !word.endsWith('s');
  const form = isOther ? known.slice(0, -1) : known;
  const isAsLong = Math.abs(form.length - word.length) <= 1;
  return isAsLong ? computeDistance(word, form, most) + (isOther ? OTHER_FORM : 0) : most + 1;
}

/** Typing errors rarely affect the first letter, except that it may be swapped with the second. */
export function beginsAlike(one: string, other: string): boolean {
  return one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);
}

function isSameTerm(known: KnownWord, word: string): boolean {
  return termOf(known.word) === termOf(word);
}

/** Whether the first of two equally near words is frequent enough to be the meant one. */
export function isClear(first: KnownWord, second: KnownWord | undefined): boolean {
  const isSame = second === undefined || termOf(first.word) === termOf(second.word);
  return isSame || first.documents > 3 * second.documents;
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

const CONFUSED: readonly string[] = ['aeiouy', 'ckqs', 'sxz', 'gj', 'mn', 'fv'];
/** In a shorter word any replaced letter makes another word. */
const CONFUSED_MIN_LENGTH = 6;

/**
 * The weighted Damerau-Levenshtein distance: 1 for a letter that is inserted, deleted, swapped with its neighbour or, in longer
 * words, replaced by one that is often confused with it; 2 for another replacement. Above `most` it returns `most + 1`.
 */
export function computeDistance(one: string, other: string, most: number): number {
  let rows: Rows = { beforeLast: [], last: Array.from({ length: other.length + 1 }, (_, place) => place) };
  for (let row = 1; row <= one.length; row++) {
    const present = computeRow(one, other, { ...rows, row });
    if (Math.min(...present) > most) return most + 1;
    rows = { beforeLast: rows.last, last: present };
  }
  return rows.last[other.length] ?? 0;
}

type Rows = { readonly beforeLast: readonly number[]; readonly last: readonly number[] };

function computeRow(
  one: string,
  other: string,
  { beforeLast, last, row }: Rows & { readonly row: number },
): number[] {
  const present = [row];
  for (let column = 1; column <= other.length; column++) {
    const replaced = (last[column - 1] ?? 0) + costOfReplacing(one, row - 1, other[column - 1] ?? '');
    const isSwapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
    const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : replaced;
    present.push(Math.min((last[column] ?? 0) + 1, (present[column - 1] ?? 0) + 1, replaced, swapped));
  }
  return present;
}

function costOfReplacing(word: string, place: number, letter: string): number {
  const own = word[place] ?? '';
  if (own === letter) return 0;
  const mayBeConfused = word.length >= CONFUSED_MIN_LENGTH;
  return mayBeConfused && CONFUSED.some((letters) => letters.includes(own) && letters.includes(letter))
    ? 1
    : 2;
}

function isOneLetterApart(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) differing++;
  return differing === 1;
}

/** Trades, shops and services that are similar to other words; none of them is corrected, whether a post contains it or not. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  `airbnb amazon angi apple artisan barber bakery bistro boat boutique bridal brewery broker burger butcher cafe camping
  canva carpenter catering charity chiropractor cleaner clinic coach contest daycare dentist dental doctor driver ebay
  electrician etsy facialist farm fencing fiverr florist garage gardener gift groomer grooming groupon gym halloween
  handyman hostel hotel houzz hvac insurance instagram jeweler jewelry klaviyo landscaper laundry lawyer linkedin
  locksmith mailchimp marina massage mechanic mortgage motel moving nanny netflix nextdoor nonprofit notary optician orange
  outdoor painter paving pets pharmacy pilates pinterest pizza plumber podcast printer quora raffle realtor realty reddit
  roofer roofing salon shopify snapchat soccer solar spotify squarespace startup storage stripe surfing surgeon tailor
  tattoo tavern temu tennis therapist threads tiktok towing trainer tripadvisor tshirt tutor twitter uber upwork venmo vet
  walmart wedding welding whatsapp wifi winery wix wordpress yelp yoga zapier zillow zoom`.split(/\s+/),
);

export function isOwnName(word: string): boolean {
  return OWN_NAMES.has(word) || (word.endsWith('s') && OWN_NAMES.has(word.slice(0, -1)));
}
