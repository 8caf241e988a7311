/** Vowels of the Latin, Greek and Cyrillic scripts, without accents. */
const VOWELS = 'aeiouyαεηιουωаеиоуыэюя';
/** Letters with the same sound, at least in some words. */
const SOUNDS: readonly string[] = [VOWELS, 'ckqs', 'sxz', 'gj', 'mn', 'fv', 'dt', 'bp'];
const KEYBOARD: readonly string[] = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/**
 * What each error costs, about 1; a likely one costs less. `first` is added for the first letter,
 * where errors are rare. `ending` is for a letter typed after the end of the known word: longer
 * words are often words of their own, as "smoothie" is not "smooth".
 */
const COSTS = {
  letter: 1,
  vowel: 0.8,
  doubled: 0.5,
  swapped: 0.9,
  similar: 1,
  replaced: 1.8,
  ending: 1.3,
  first: 0.6,
};

const LENGTH_MAX = 48;
const WIDTH = LENGTH_MAX + 1;
/**
 * The cost of each beginning of the typed word, by row, for each beginning of the known word. All
 * comparisons share the matrix.
 */
const matrix = new Float64Array(WIDTH * WIDTH);

/**
 * Returns how unlikely it is that the known word was typed like this: a weighted
 * Damerau-Levenshtein distance, in which a missing letter counts about 1. It is infinite above
 * `most`, and for words of more than 48 letters.
 */
export function computeEditCost(typed: string, known: string, most: number): number {
  const cost = computePrefixCosts(typed, known, most)[known.length] ?? Number.POSITIVE_INFINITY;
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

/**
 * Returns the cost of the beginning of the known word that is most similar to the typed text. It is
 * infinite above `most`.
 */
export function computeBeginningCost(typed: string, known: string, most: number): number {
  const cost = Math.min(
    ...computePrefixCosts(typed, known.slice(0, typed.length + Math.ceil(most)), most),
  );
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

/**
 * Returns the costs of the typed text for each beginning of the known word, by its length, or none
 * if all are above `most`.
 */
function computePrefixCosts(typed: string, known: string, most: number): Float64Array {
  if (typed.length > LENGTH_MAX || known.length > LENGTH_MAX) return new Float64Array();
  matrix[0] = 0;
  for (let column = 1; column <= known.length; column++)
    matrix[column] = readCost(0, column - 1) + costOfLetter(known, column - 1);
  for (let row = 1; row <= typed.length; row++)
    if (fillRow(typed, known, row) > most) return new Float64Array();
  return matrix.subarray(typed.length * WIDTH, typed.length * WIDTH + known.length + 1);
}

function readCost(row: number, column: number): number {
  return matrix[row * WIDTH + column] ?? 0;
}

/** Fills a row of the matrix and returns its least cost. */
function fillRow(typed: string, known: string, row: number): number {
  const letter = typed.charCodeAt(row - 1);
  const additional = costOfAdditional(typed, row - 1);
  let least = readCost(row - 1, 0) + additional;
  matrix[row * WIDTH] = least;
  for (let column = 1; column <= known.length; column++) {
    const wanted = known.charCodeAt(column - 1);
    let cost =
      readCost(row - 1, column - 1) +
      (letter === wanted ? 0 : costOfReplacing(letter, wanted, row));
    cost = Math.min(cost, readCost(row - 1, column) + additional);
    cost = Math.min(cost, readCost(row, column - 1) + costOfLetter(known, column - 1));
    if (letter === known.charCodeAt(column - 2) && typed.charCodeAt(row - 2) === wanted)
      cost = Math.min(cost, readCost(row - 2, column - 2) + COSTS.swapped);
    matrix[row * WIDTH + column] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

/** Returns the cost of a letter that only one of the words has. */
function costOfLetter(word: string, place: number): number {
  const letter = word.charCodeAt(place);
  if (place === 0) return COSTS.letter + COSTS.first;
  if (letter === word.charCodeAt(place - 1) || letter === word.charCodeAt(place + 1))
    return COSTS.doubled;
  return VOWELS.includes(word.charAt(place)) ? COSTS.vowel : COSTS.letter;
}

function costOfAdditional(typed: string, place: number): number {
  const cost = costOfLetter(typed, place);
  return place === typed.length - 1 && cost > COSTS.doubled ? COSTS.ending : cost;
}

function costOfReplacing(letter: number, wanted: number, row: number): number {
  const cost = SIMILAR.has(letter * 2 ** 16 + wanted) ? COSTS.similar : COSTS.replaced;
  return row === 1 ? cost + COSTS.first : cost;
}

/** Letters that are easily typed for each other, each pair as one number. */
const SIMILAR: ReadonlySet<number> = new Set(
  [...SOUNDS, ...listNeighbouringKeys()].flatMap((letters) => {
    const codes = Array.from(letters, (letter) => letter.charCodeAt(0));
    return codes.flatMap((code) => codes.map((other) => code * 2 ** 16 + other));
  }),
);

/** Lists pairs of keys: each key with the next one, and with the two below it. */
function listNeighbouringKeys(): string[] {
  return KEYBOARD.flatMap((row, line) => {
    const below = KEYBOARD[line + 1] ?? '';
    return Array.from(row).flatMap((key, place) => [
      row.slice(place, place + 2),
      key + below.charAt(place),
      key + below.charAt(place - 1),
    ]);
  });
}
