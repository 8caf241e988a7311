/** Letters that are often taken for one another: most slips that replace a letter are among these. */
const ALIKE: readonly string[] = ['aeiouy', 'ckqs', 'sxz', 'gj', 'mn', 'fv'];
/** In a shorter word any letter that is replaced makes another word. */
const ALIKE_MIN_LENGTH = 6;

/**
 * What it costs to make one word of the other: 1 for each letter that is added, left out, swapped with its neighbour, or, in
 * longer words, replaced by one like it, and 2 for any other that is replaced; of more than `most` only that it is more.
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
  const mayBeAlike = word.length >= ALIKE_MIN_LENGTH;
  return mayBeAlike && ALIKE.some((letters) => letters.includes(own) && letters.includes(letter)) ? 1 : 2;
}

/** Whether two words of the same length differ in one letter. */
export function isOneLetterApart(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) differing++;
  return differing === 1;
}
