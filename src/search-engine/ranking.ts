export type Ranking = {
  /** By slot. */
  readonly scores: Float64Array;
  /** The slots of the documents found, in no order. */
  readonly found: Int32Array;
};

/** Beyond twice the wanted count plus this many, candidates are sorted and cut. */
const MARGIN = 500;

/** The slots of the best documents first; `compare` breaks ties. */
export function listBest(
  { scores, found }: Ranking,
  count: number,
  compare: (a: number, b: number) => number,
): number[] {
  const order = (a: number, b: number) => (scores[b] ?? 0) - (scores[a] ?? 0) || compare(a, b);
  let best: number[] = [];
  let last: number | undefined;
  for (const slot of found) {
    if (last !== undefined && order(slot, last) >= 0) continue;
    best.push(slot);
    // Sorting a few candidates now and then costs far less than sorting all.
    if (best.length < 2 * count + MARGIN) continue;
    best = best.sort(order).slice(0, count);
    last = best[count - 1];
  }
  return best.sort(order).slice(0, count);
}
