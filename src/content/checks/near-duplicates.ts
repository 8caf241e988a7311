import type { ContentProblem } from '../content-problem.ts';
import { computeSimilarity } from '../shingles.ts';
import { type Sketches, visitSketches } from '../texts/compiled-words.ts';

/** Half of all shingles in common: one paragraph was written from the other. */
const SIMILARITY_MIN = 0.5;

export type ComparedText = {
  readonly file: string;
  /** An earlier run compared all settled texts and found no near-duplicates among them. */
  readonly isSettled: boolean;
  readonly readSketches: () => Sketches;
  readonly readPassages: () => readonly string[];
};

/** Finds paragraphs that occur, word for word or nearly so, in two texts. Short paragraphs are not compared. */
export function checkDuplicates(texts: readonly ComparedText[]): readonly ContentProblem[] {
  if (texts.every(({ isSettled }) => isSettled)) return [];
  const sketched = texts.map(({ isSettled, readSketches }) => ({ isSettled, sketches: readSketches() }));
  const passages = numberPassages(sketched);
  const candidates = findCandidates(sketched, passages);
  const words = readWords(texts, passages, candidates);
  const find = (passage: number) => ({
    file: texts[passages.texts[passage] ?? 0]?.file ?? '',
    line: passages.lines[passage] ?? 1,
  });
  return [...candidates].flatMap(([later, earlier]) => {
    const text = words.get(later) ?? '';
    const twin = earlier.find((other) => computeSimilarity(words.get(other) ?? '', text) >= SIMILARITY_MIN);
    if (twin === undefined) return [];
    const { file, line } = find(twin);
    const start = text.trim().split(/\s+/).slice(0, 6).join(' ');
    const message = `has a paragraph, “${start} …”, that is in ${file}:${line} nearly word for word; keep it in one of the two`;
    return [{ ...find(later), message }];
  });
}

/** The text of all passages that are compared. Each file is read once, however many of its passages these are. */
function readWords(
  texts: readonly ComparedText[],
  passages: Passages,
  candidates: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, string> {
  const wanted = new Set([...candidates].flatMap(([later, earlier]) => [later, ...earlier]));
  const words = new Map<number, string>();
  for (const [text, numbers] of Map.groupBy(wanted, (number) => passages.texts[number] ?? 0)) {
    const read = texts[text]?.readPassages() ?? [];
    for (const number of numbers) words.set(number, read[number - (passages.firsts[text] ?? 0)] ?? '');
  }
  return words;
}

type SketchedText = Pick<ComparedText, 'isSettled'> & { readonly sketches: Sketches };

/** All passages of all texts, numbered consecutively. As objects, those of 10,000 articles took 40 MB. */
type Passages = {
  readonly texts: Uint32Array;
  readonly lines: Uint32Array;
  readonly firsts: Uint32Array;
};

/** A 32-bit hash and a passage number below this fit exactly into one float. */
const PASSAGES_MAX = 2 ** 21;
/** If more passages share a hash, it says little: each is compared only with the first few. */
const COMMON_MIN = 64;
const COMMON_COMPARED = 8;
const FILTER_BITS = 22;

function numberPassages(texts: readonly SketchedText[]): Passages {
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

/** Each passage with the earlier ones that share a hash with it. Sorting takes a fraction of the memory of a list by hash. */
function findCandidates(
  texts: readonly SketchedText[],
  passages: Passages,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, Set<number>>();
  const isCompared = (one: number, other: number) => {
    const [first = 0, second = 0] = [passages.texts[one], passages.texts[other]];
    return first !== second && !(texts[first]?.isSettled && texts[second]?.isSettled);
  };
  const entries = listEntries(texts, passages).sort();
  const hashOf = (entry = 0) => Math.floor(entry / PASSAGES_MAX);
  for (let start = 0; start < entries.length; ) {
    let end = start + 1;
    while (end < entries.length && hashOf(entries[end]) === hashOf(entries[start])) end += 1;
    const group = Array.from(entries.subarray(start, end), (entry) => entry % PASSAGES_MAX);
    for (const [later, earlier] of listPairs(group)) {
      if (isCompared(earlier, later)) found.set(later, (found.get(later) ?? new Set()).add(earlier));
    }
    start = end;
  }
  const byNumber = (one: number, other: number) => one - other;
  return new Map(
    [...found]
      .sort(([one], [other]) => one - other)
      .map(([later, earlier]) => [later, [...earlier].sort(byNumber)]),
  );
}

function* listPairs(group: readonly number[]): Generator<readonly [later: number, earlier: number]> {
  const compared = group.length > COMMON_MIN ? COMMON_COMPARED : group.length;
  for (const [index, later] of group.entries()) {
    for (const earlier of group.slice(0, Math.min(index, compared))) yield [later, earlier];
  }
}

/** hash × `PASSAGES_MAX` + passage. A filter omits most hashes that no unsettled text has, so that little is sorted. */
function listEntries(texts: readonly SketchedText[], { firsts }: Passages): Float64Array {
  const filter = new Uint8Array(2 ** FILTER_BITS);
  const slotOf = (hash: number) => hash >>> (32 - FILTER_BITS);
  for (const { isSettled, sketches } of texts) {
    if (!isSettled) visitHashes(sketches, (hash) => (filter[slotOf(hash)] = 1));
  }
  let total = 0;
  for (const { sketches } of texts) visitHashes(sketches, (hash) => (total += filter[slotOf(hash)] ?? 0));
  const entries = new Float64Array(total);
  let next = 0;
  for (const [text, { sketches }] of texts.entries()) {
    visitHashes(sketches, (hash, index) => {
      if (filter[slotOf(hash)] === 1) entries[next++] = hash * PASSAGES_MAX + (firsts[text] ?? 0) + index;
    });
  }
  return entries;
}

function visitHashes(sketches: Sketches, visit: (hash: number, index: number) => void): void {
  let index = 0;
  visitSketches(sketches, (_, start, end) => {
    for (let place = start; place < end; place += 1) visit(sketches[place] ?? 0, index);
    index += 1;
  });
}
