import { type Sketches, visitSketches } from '../texts/compiled-words.ts';

export type SketchedText = {
  /** Two passages that are both of settled texts are not compared. */
  readonly isSettled: boolean;
  readonly sketches: Sketches;
};

/** The passages of all texts, numbered through. Those of 10,000 articles, as objects, took 40 MB. */
export type Passages = {
  /** Of each passage its text's place in the list. */
  readonly texts: Uint32Array;
  readonly lines: Uint32Array;
  /** Of each text its first passage. */
  readonly firsts: Uint32Array;
};

/** A number in one list with its passage is exact up to as many passages. */
const PASSAGES_MAX = 2 ** 21;
/** A run of words in more passages than this says little; of those that have it only the first are compared with. */
const COMMON_MIN = 64;
const COMMON_COMPARED = 8;
const FILTER_BITS = 22;

/** Throws where there are more than can be compared. */
export function numberPassages(texts: readonly SketchedText[]): Passages {
  const firsts = new Uint32Array(texts.length);
  let total = 0;
  for (const [text, { sketches }] of texts.entries()) {
    firsts[text] = total;
    visitSketches(sketches, () => (total += 1));
  }
  if (total > PASSAGES_MAX) throw new Error(`More than ${PASSAGES_MAX} passages can't be compared.`);
  const passages = { texts: new Uint32Array(total), lines: new Uint32Array(total), firsts };
  for (const [text, { sketches }] of texts.entries()) {
    let passage = firsts[text] ?? 0;
    visitSketches(sketches, (line) => {
      passages.texts[passage] = text;
      passages.lines[passage] = line;
      passage += 1;
    });
  }
  return passages;
}

/**
 * The passages of different texts that may be alike, since they have a number in common: each with those before it, the
 * first first. Sorting the numbers of all finds them without a list for each number, which would take many times the memory.
 */
export function findCandidates(
  texts: readonly SketchedText[],
  passages: Passages,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, Set<number>>();
  const isCompared = (one: number, other: number) => {
    const [first = 0, second = 0] = [passages.texts[one], passages.texts[other]];
    return first !== second && !(texts[first]?.isSettled && texts[second]?.isSettled);
  };
  const entries = listEntries(texts, passages).sort();
  for (let start = 0; start < entries.length; ) {
    let end = start + 1;
    while (end < entries.length && numberOf(entries[end]) === numberOf(entries[start])) end += 1;
    if (end - start > 1) addGroup(Array.from(entries.subarray(start, end), passageOf), isCompared, found);
    start = end;
  }
  return new Map(
    [...found]
      .sort(([a], [b]) => a - b)
      .map(([later, earlier]) => [later, [...earlier].sort((a, b) => a - b)]),
  );
}

/** The numbers that an unsettled passage may have, each with its passage below it. */
function listEntries(texts: readonly SketchedText[], { firsts }: Passages): Float64Array {
  const filter = new Uint8Array(2 ** FILTER_BITS);
  const slotOf = (number = 0) => number >>> (32 - FILTER_BITS);
  for (const { isSettled, sketches } of texts) {
    if (!isSettled) visitNumbers(sketches, (number) => (filter[slotOf(number)] = 1));
  }
  let total = 0;
  for (const { sketches } of texts)
    visitNumbers(sketches, (number) => (total += filter[slotOf(number)] ?? 0));
  const entries = new Float64Array(total);
  let next = 0;
  for (const [text, { sketches }] of texts.entries()) {
    visitNumbers(sketches, (number, index) => {
      if (filter[slotOf(number)] === 1) entries[next++] = number * PASSAGES_MAX + (firsts[text] ?? 0) + index;
    });
  }
  return entries;
}

/** Each number of each passage, with the passage's place in its text. */
function visitNumbers(sketches: Sketches, visit: (number: number, index: number) => void): void {
  let index = 0;
  visitSketches(sketches, (_, start, end) => {
    for (let place = start; place < end; place += 1) visit(sketches[place] ?? 0, index);
    index += 1;
  });
}

function numberOf(entry = 0): number {
  return Math.floor(entry / PASSAGES_MAX);
}

function passageOf(entry: number): number {
  return entry % PASSAGES_MAX;
}

/** `group` has a number in common, and is in order. */
function addGroup(
  group: readonly number[],
  isCompared: (one: number, other: number) => boolean,
  found: Map<number, Set<number>>,
): void {
  const isCommon = group.length > COMMON_MIN;
  for (const [index, later] of group.entries()) {
    const earlier = group.slice(0, isCommon ? Math.min(index, COMMON_COMPARED) : index);
    for (const candidate of earlier) {
      if (!isCompared(candidate, later)) continue;
      const known = found.get(later) ?? new Set();
      found.set(later, known.add(candidate));
    }
  }
}
