/** What stands for a passage while passages are compared. */
export type PassageSketch = {
  /** Passages of one text are not compared with each other. */
  readonly text: number;
  /** Two passages that are both settled are not compared either. */
  readonly isSettled: boolean;
  readonly numbers: ArrayLike<number>;
};

/** A number in one list with its passage's place is exact up to as many passages. */
const PASSAGES_MAX = 2 ** 21;
/** A run of words in more passages than this says little; of those that have it only the first are compared with. */
const COMMON_MIN = 64;
const COMMON_COMPARED = 8;
const FILTER_BITS = 22;

/**
 * The passages that may be alike, since they have a number in common: each with those before it, the first first. Sorting
 * the numbers of all finds them without a list for each number, which would take many times the memory.
 */
export function findCandidates(sketches: readonly PassageSketch[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, Set<number>>();
  const entries = listEntries(sketches).sort();
  for (let start = 0; start < entries.length; ) {
    let end = start + 1;
    while (end < entries.length && numberOf(entries[end]) === numberOf(entries[start])) end += 1;
    if (end - start > 1) addGroup(Array.from(entries.subarray(start, end), placeOf), sketches, found);
    start = end;
  }
  return new Map(
    [...found]
      .sort(([a], [b]) => a - b)
      .map(([later, earlier]) => [later, [...earlier].sort((a, b) => a - b)]),
  );
}

/** The numbers that an unsettled passage may have, each with its passage's place below it. */
function listEntries(sketches: readonly PassageSketch[]): Float64Array {
  if (sketches.length > PASSAGES_MAX)
    throw new Error(`More than ${PASSAGES_MAX} passages can't be compared.`);
  const filter = new Uint8Array(2 ** FILTER_BITS);
  const slotOf = (number = 0) => number >>> (32 - FILTER_BITS);
  let total = 0;
  for (const { isSettled, numbers } of sketches) {
    total += numbers.length;
    for (let index = 0; index < numbers.length && !isSettled; index += 1) filter[slotOf(numbers[index])] = 1;
  }
  const entries = new Float64Array(total);
  let next = 0;
  for (const [place, { numbers }] of sketches.entries()) {
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] ?? 0;
      if (filter[slotOf(number)] === 1) entries[next++] = number * PASSAGES_MAX + place;
    }
  }
  return entries.subarray(0, next);
}

function numberOf(entry = 0): number {
  return Math.floor(entry / PASSAGES_MAX);
}

function placeOf(entry: number): number {
  return entry % PASSAGES_MAX;
}

/** `places` have a number in common, and are in order. */
function addGroup(
  places: readonly number[],
  sketches: readonly PassageSketch[],
  found: Map<number, Set<number>>,
): void {
  const isCommon = places.length > COMMON_MIN;
  for (const [index, later] of places.entries()) {
    const earlier = places.slice(0, isCommon ? Math.min(index, COMMON_COMPARED) : index);
    for (const candidate of earlier) {
      const [one, other] = [sketches[candidate], sketches[later]];
      if (one === undefined || other === undefined || one.text === other.text) continue;
      if (one.isSettled && other.isSettled) continue;
      const known = found.get(later) ?? new Set();
      found.set(later, known.add(candidate));
    }
  }
}
