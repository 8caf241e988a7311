/** Words that differ in more letters than this are not the same. */
const DISTANCE_MAX = 3;

/**
 * Returns `did you mean x?` for the candidate that `word` was probably meant to be, else
 * `otherwise`.
 */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const meant = findClosestName(word, candidates);
  return meant === undefined ? otherwise : `did you mean ${meant}?`;
}

/**
 * Returns the candidate that differs in the fewest letters: at most one in four, without the
 * folders that both are in.
 */
export function findClosestName(word: string, candidates: Iterable<string>): string | undefined {
  const written = word.toLowerCase();
  const rows = [0, 1, 2].map(() => new Uint8Array(word.length + DISTANCE_MAX + 2));
  let [meant, fewest]: [string | undefined, number] = [undefined, DISTANCE_MAX + 1];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const known = candidate.toLowerCase();
    const start = findFolderEnd(written, known);
    const [one, other] = [written.slice(start), known.slice(start)];
    const allowed = Math.max(1, Math.floor(Math.max(one.length, other.length) / 4));
    const limit = Math.min(fewest, allowed + 1, one.length);
    const distance = countDifferences(one, other, { limit, rows });
    if (distance < limit) [meant, fewest] = [candidate, distance];
  }
  return meant;
}

/** Returns the index after the last slash that two paths share, before they begin to differ. */
function findFolderEnd(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return one.lastIndexOf('/', shared - 1) + 1;
}

type DistanceScratch = { readonly limit: number; readonly rows: readonly Uint8Array[] };

/**
 * Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment), up
 * to `limit`.
 */
function countDifferences(one: string, other: string, { limit, rows }: DistanceScratch): number {
  const rowAt = (row: number) => rows[row % rows.length] ?? new Uint8Array();
  const count = (row: number, column: number) => rowAt(row)[column] ?? limit;
  for (let column = 0; column <= other.length; column += 1)
    rowAt(0)[column] = Math.min(column, limit);
  for (let row = 1; row <= one.length; row += 1) {
    const next = rowAt(row).fill(limit);
    next[0] = Math.min(row, limit);
    let fewest = next[0];
    // Farther from the diagonal there are more differences than the limit.
    const end = Math.min(other.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= end; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = count(row - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? count(row - 2, column - 2) + 1 : limit;
      const changed = Math.min(count(row - 1, column), count(row, column - 1)) + 1;
      const differences = Math.min(replaced, swapped, changed, limit);
      next[column] = differences;
      fewest = Math.min(fewest, differences);
    }
    if (fewest >= limit) return limit;
  }
  return count(one.length, other.length);
}
