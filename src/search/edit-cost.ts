const VOWELS = 'aeiouy';
/** Letters with the same sound, at least in some words. */
const CONFUSED: readonly string[] = [VOWELS, 'ckqs', 'sxz', 'gj', 'mn', 'fv', 'dt', 'bp'];
const KEYBOARD: readonly string[] = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

const SWAPPED = 0.9;
const DOUBLED = 0.5;
const MISSING_VOWEL = 0.8;
const MISSING_PLURAL = 0.5;
const OTHER = 1;
const CONFUSED_LETTER = 0.9;
const NEIGHBOURING_KEY = 1;
const REPLACED = 1.8;
/** Longer words are often words of their own: "smoothie" is not "smooth". */
const ADDED_ENDING = 1.3;
/** Errors in the first letter are rare. */
const FIRST_LETTER = 0.6;

/** In a shorter word any replaced letter makes another word. */
const CONFUSED_MIN_LENGTH = 6;
const REPLACED_IN_SHORT = 1.3;

const CODES = 2 ** 16;

const LENGTH_MAX = 48;
const rows = [0, 1, 2].map(() => new Float64Array(LENGTH_MAX + 1));

/**
 * How unlikely it is that the known word was typed like this: a weighted Damerau-Levenshtein distance, in which a missing
 * letter counts about 1. Infinite above `most`, and for words of more than 48 letters.
 */
export function computeEditCost(typed: string, known: string, most: number): number {
  const cost = compare(typed, known, most)?.[known.length] ?? Number.POSITIVE_INFINITY;
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

/** The cost of the beginning of the known word that is most similar to the typed text; infinite above `most`. */
export function computeBeginningCost(typed: string, known: string, most: number): number {
  const beginning = known.slice(0, typed.length + Math.ceil(most));
  const costs = compare(typed, beginning, most)?.subarray(0, beginning.length + 1) ?? [];
  const cost = Math.min(...costs);
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

/** The costs of the typed text for each beginning of the known word, by its length; undefined if all are above `most`. */
function compare(typed: string, known: string, most: number): Float64Array | undefined {
  if (typed.length > LENGTH_MAX || known.length > LENGTH_MAX) return undefined;
  let [beforeLast, last, present] = rows;
  if (beforeLast === undefined || last === undefined || present === undefined) return undefined;
  last[0] = 0;
  for (let column = 1; column <= known.length; column++)
    last[column] = (last[column - 1] ?? 0) + costOfMissing(known, column - 1);
  for (let row = 1; row <= typed.length; row++) {
    const least = fillRow({ beforeLast, last, present }, { typed, known, row });
    if (least > most) return undefined;
    [beforeLast, last, present] = [last, present, beforeLast];
  }
  return last;
}

type Rows = Readonly<Record<'beforeLast' | 'last' | 'present', Float64Array>>;
type Compared = { readonly typed: string; readonly known: string; readonly row: number };

/** Returns the least cost of the row. */
function fillRow({ beforeLast, last, present }: Rows, { typed, known, row }: Compared): number {
  const letter = typed.charCodeAt(row - 1);
  present[0] = (last[0] ?? 0) + costOfAdditional(typed, row - 1);
  let least = present[0];
  for (let column = 1; column <= known.length; column++) {
    const wanted = known.charCodeAt(column - 1);
    let cost = (last[column - 1] ?? 0) + (letter === wanted ? 0 : costOfReplacing(typed, row - 1, wanted));
    cost = Math.min(cost, (last[column] ?? 0) + costOfAdditional(typed, row - 1));
    cost = Math.min(cost, (present[column - 1] ?? 0) + costOfMissing(known, column - 1));
    const isSwapped =
      row > 1 && letter === known.charCodeAt(column - 2) && typed.charCodeAt(row - 2) === wanted;
    if (isSwapped && letter !== wanted) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + SWAPPED);
    present[column] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

function costOfMissing(known: string, place: number): number {
  if (place === 0) return OTHER + FIRST_LETTER;
  if (isDoubled(known, place)) return DOUBLED;
  if (place === known.length - 1 && known[place] === 's') return MISSING_PLURAL;
  return VOWELS.includes(known.charAt(place)) ? MISSING_VOWEL : OTHER;
}

function costOfAdditional(typed: string, place: number): number {
  if (place === 0) return OTHER + FIRST_LETTER;
  if (isDoubled(typed, place)) return DOUBLED;
  return place === typed.length - 1 ? ADDED_ENDING : OTHER;
}

function isDoubled(word: string, place: number): boolean {
  const letter = word.charCodeAt(place);
  return letter === word.charCodeAt(place - 1) || letter === word.charCodeAt(place + 1);
}

function costOfReplacing(typed: string, place: number, wanted: number): number {
  const likelihood = LIKELY.get(typed.charCodeAt(place) * CODES + wanted);
  const first = place === 0 ? FIRST_LETTER : 0;
  if (typed.length < CONFUSED_MIN_LENGTH)
    return (likelihood === undefined ? REPLACED : REPLACED_IN_SHORT) + first;
  return (likelihood ?? REPLACED) + first;
}

/** The costs of letters that are easily typed for another, by their two codes. */
const LIKELY: ReadonlyMap<number, number> = new Map([
  ...KEYBOARD.flatMap((row, line) =>
    Array.from(row).flatMap((key, place) =>
      [
        row[place - 1],
        row[place + 1],
        KEYBOARD[line + 1]?.[place],
        KEYBOARD[line + 1]?.[place - 1],
        KEYBOARD[line - 1]?.[place],
        KEYBOARD[line - 1]?.[place + 1],
      ]
        .filter((other) => other !== undefined)
        .map((other) => pair(key, other, NEIGHBOURING_KEY)),
    ),
  ),
  ...CONFUSED.flatMap((letters) =>
    Array.from(letters).flatMap((one) => Array.from(letters, (other) => pair(one, other, CONFUSED_LETTER))),
  ),
]);

function pair(one: string, other: string, cost: number): [number, number] {
  return [one.charCodeAt(0) * CODES + other.charCodeAt(0), cost];
}
