export type Ranking = {
  /** The score of each slot. */
  readonly scores: Float64Array;
  /** The slots of the documents found, in ascending order. */
  readonly found: Int32Array;
};

/** Candidates are sorted and cut when there are more than twice the wanted count plus this many. */
const MARGIN = 500;

/** Lists the slots of the best documents, the best first; `compare` breaks ties. */
export function listBest(
  { scores, found }: Ranking,
  count: number,
  compare: (a: number, b: number) => number,
): number[] {
  const order = createOrder(scores, compare);
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

function createOrder(scores: Float64Array, compare: (a: number, b: number) => number) {
  return (a: number, b: number): number => (scores[b] ?? 0) - (scores[a] ?? 0) || compare(a, b);
}

/** Up to this place it is faster to list all documents before it. */
const DEEP_PLACE = 1_000;

/**
 * Lists the slots at some places of the ranking; place 0 is the best. No two slots may be equal to
 * `compare`.
 */
export function listRankedSlots(
  ranking: Ranking,
  { start, count }: { readonly start: number; readonly count: number },
  compare: (a: number, b: number) => number,
): number[] {
  if (start <= DEEP_PLACE) return listBest(ranking, start + count, compare).slice(start);
  const order = createOrder(ranking.scores, compare);
  const slots = ranking.found.slice();
  if (start >= slots.length) return [];
  const end = Math.min(start + count, slots.length);
  moveBest(slots, { from: 0, count: start }, order);
  moveBest(slots, { from: start, count: end - start }, order);
  return [...slots.subarray(start, end)].sort(order);
}

type SlotRange = { readonly from: number; readonly count: number };

/**
 * Of the slots from a place on, moves the best ones to the front, in no order (quickselect by
 * Hoare).
 */
function moveBest(
  slots: Int32Array,
  { from, count }: SlotRange,
  order: (a: number, b: number) => number,
): void {
  const wanted = from + count;
  let low = from;
  let high = slots.length - 1;
  while (low < high) {
    const [left, right] = partition(slots, low, high, order);
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else return;
  }
}

/**
 * Partitions the slots and returns two places: slots up to `right` are at least as good as those
 * from `left` on.
 */
function partition(
  slots: Int32Array,
  low: number,
  high: number,
  order: (a: number, b: number) => number,
): readonly [left: number, right: number] {
  const pivot = slots[(low + high) >>> 1] ?? 0;
  let left = low;
  let right = high;
  while (left <= right) {
    while (order(slots[left] ?? 0, pivot) < 0) left += 1;
    while (order(slots[right] ?? 0, pivot) > 0) right -= 1;
    if (left > right) break;
    const moved = slots[left] ?? 0;
    slots[left++] = slots[right] ?? 0;
    slots[right--] = moved;
  }
  return [left, right];
}
