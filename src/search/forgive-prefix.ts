import type { KnownWord } from '../search-engine/term-dictionary.ts';
import { computeEditCost } from './edit-cost.ts';
import { beginsAlike, countBits, findLetters } from './spelling.ts';

const ONE_ERROR_LENGTH = 4;
const TWO_ERRORS_LENGTH = 8;
const LENGTH_MAX = 24;
/** Shorter beginnings belong to too many words. */
const CUT_MIN_LENGTH = 5;
const CUT_COST = 0.5;

/**
 * The known words of which the typed word is a misspelled beginning, at the least cost (`edit-cost.ts`), in the order of `known`. From
 * eight letters on, an additional last letter may be ignored at a surcharge; below, only a doubled one.
 */
export function listMisspelledPrefixes(
  known: readonly KnownWord[],
  typed: string,
  limit: number,
): readonly string[] {
  if (typed.length < ONE_ERROR_LENGTH || typed.length > LENGTH_MAX || /\p{N}/u.test(typed)) return [];
  const most = typed.length < TWO_ERRORS_LENGTH ? 1 : 2;
  const letters = findLetters(typed);
  let nearest = most + CUT_COST;
  let found: string[] = [];
  for (const { word } of known) {
    // These two comparisons exclude most words.
    if (!beginsAlike(typed, word) || countBits(letters & ~findLetters(word)) > most) continue;
    const cost = computePrefixCost(typed, word, most);
    if (cost > nearest) continue;
    if (cost < nearest) found = [];
    nearest = cost;
    if (found.length < limit) found.push(word);
  }
  return found;
}

/** The cost of the nearest beginning of the word; infinite above `most`. */
function computePrefixCost(typed: string, word: string, most: number): number {
  let cost = Number.POSITIVE_INFINITY;
  const longest = Math.min(word.length, typed.length + most);
  for (let length = typed.length - most; length <= longest; length++) {
    const prefix = word.slice(0, length);
    const isCut = length < typed.length && typed.startsWith(prefix);
    if (isCut && length < CUT_MIN_LENGTH) continue;
    const distance = computeEditCost(typed, prefix, most);
    if (distance <= most) cost = Math.min(cost, distance + (isCut ? CUT_COST : 0));
  }
  return cost;
}
