import type { ContentFinding } from '../content-finding.ts';
import { computeSimilarity } from '../shingles.ts';
import type { KeyedText, PartsReader } from '../texts/compile-texts.ts';
import { SKETCH_LENGTH } from '../texts/text-parts.ts';

/** Two paragraphs with half of all shingles in common were written from each other. */
const SIMILARITY_MIN = 0.5;
/** Limit below which a passage number and a 32-bit hash fit exactly into one float. */
const PASSAGES_MAX = 2 ** 21;
/** A hash that more passages share says little: each is compared only with the first few. */
const COMMON_MIN = 64;
const COMMON_COMPARED = 8;
const FILTER_BITS = 22;

/**
 * Finds paragraphs that occur, word for word or nearly so, in two texts. Short paragraphs are not
 * compared, nor are two settled texts with each other: an earlier run found no near-duplicates
 * among these.
 */
export function checkRepeatedParagraphs(
  compared: readonly KeyedText[],
  settled: ReadonlySet<string>,
  reader: PartsReader,
): readonly ContentFinding[] {
  if (compared.every(({ key }) => settled.has(key))) return [];
  const { texts, owners } = numberPassages(compared, settled, reader);
  const candidates = listPassageCandidates(texts, owners);
  const words = readPassageTexts(owners, candidates, reader);
  const find = (passage: number) => {
    const { file = '', sketches = [], first = 0 } = owners[passage] ?? {};
    return { file, line: sketches[(passage - first) * SKETCH_LENGTH] ?? 1 };
  };
  return [...candidates].flatMap(([later, earlier]) => {
    const text = words.get(later) ?? '';
    const twin = earlier.find(
      (other) => computeSimilarity(words.get(other) ?? '', text) >= SIMILARITY_MIN,
    );
    if (twin === undefined) return [];
    const { file, line } = find(twin);
    const start = text.trim().split(/\s+/).slice(0, 6).join(' ');
    const message = `has a paragraph, “${start} …”, that is in ${file}:${line} nearly word for word; keep it in one of the two`;
    return [
      {
        ...find(later),
        message,
        rule: 'paragraphs',
        auditRule: 'paragraph-duplicate',
        clashesWith: file,
      },
    ];
  });
}

type NumberedText = KeyedText & {
  readonly isSettled: boolean;
  readonly sketches: Uint32Array;
  /** Number of the first passage of the text. */
  readonly first: number;
};
/** The text that each passage belongs to, by the number of the passage. */
type PassageOwners = readonly NumberedText[];

/**
 * Numbers the passages consecutively over all texts. As objects, the passages of 10,000 articles
 * took 40 MB.
 */
function numberPassages(
  compared: readonly KeyedText[],
  settled: ReadonlySet<string>,
  reader: PartsReader,
) {
  const owners: NumberedText[] = [];
  const texts = compared.map((text) => {
    const sketches = reader.readSketches(text);
    const numbered = { ...text, isSettled: settled.has(text.key), sketches, first: owners.length };
    const count = sketches.length / SKETCH_LENGTH;
    for (let passage = 0; passage < count; passage += 1) owners.push(numbered);
    return numbered;
  });
  if (owners.length > PASSAGES_MAX)
    throw new Error(`More than ${PASSAGES_MAX} passages can't be compared.`);
  return { texts, owners };
}

/** Reads the text of all compared passages, each file once, even for many passages. */
function readPassageTexts(
  owners: PassageOwners,
  candidates: ReadonlyMap<number, readonly number[]>,
  reader: PartsReader,
): ReadonlyMap<number, string> {
  const wanted = new Set([...candidates].flatMap(([later, earlier]) => [later, ...earlier]));
  const words = new Map<number, string>();
  for (const [text, numbers] of Map.groupBy(wanted, (number) => owners[number])) {
    const read = text === undefined ? [] : reader.readWords(text).passages;
    for (const number of numbers) words.set(number, read[number - (text?.first ?? 0)] ?? '');
  }
  return words;
}

/**
 * Returns, for each passage, the earlier ones that share a hash with it. Sorting takes a fraction
 * of the memory of a list by hash.
 */
function listPassageCandidates(
  texts: readonly NumberedText[],
  owners: PassageOwners,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, Set<number>>();
  const isCompared = (one: number, other: number) => {
    const [first, second] = [owners[one], owners[other]];
    return first !== second && !(first?.isSettled && second?.isSettled);
  };
  const entries = listHashEntries(texts).sort();
  const hashOf = (entry = 0) => Math.floor(entry / PASSAGES_MAX);
  for (let start = 0; start < entries.length; ) {
    let end = start + 1;
    while (end < entries.length && hashOf(entries[end]) === hashOf(entries[start])) end += 1;
    const group = Array.from(entries.subarray(start, end), (entry) => entry % PASSAGES_MAX);
    const compared = group.length > COMMON_MIN ? COMMON_COMPARED : group.length;
    for (const [index, later] of group.entries()) {
      const earlier = group
        .slice(0, Math.min(index, compared))
        .filter((other) => isCompared(other, later));
      if (earlier.length > 0) found.set(later, new Set([...(found.get(later) ?? []), ...earlier]));
    }
    start = end;
  }
  const byNumber = (one: number, other: number) => one - other;
  const passages = [...found.keys()].sort(byNumber);
  return new Map(passages.map((later) => [later, [...(found.get(later) ?? [])].sort(byNumber)]));
}

/**
 * Lists a number for each hash: hash × `PASSAGES_MAX` + passage. A filter omits most hashes that no
 * unsettled text has, so that little is sorted.
 */
function listHashEntries(texts: readonly NumberedText[]): Float64Array {
  const filter = new Uint8Array(2 ** FILTER_BITS);
  const slotOf = (hash: number) => hash >>> (32 - FILTER_BITS);
  for (const text of texts) {
    if (!text.isSettled) visitHashes(text, (hash) => (filter[slotOf(hash)] = 1));
  }
  let total = 0;
  for (const text of texts) visitHashes(text, (hash) => (total += filter[slotOf(hash)] ?? 0));
  const entries = new Float64Array(total);
  let next = 0;
  for (const text of texts) {
    visitHashes(text, (hash, passage) => {
      if (filter[slotOf(hash)] === 1) entries[next++] = hash * PASSAGES_MAX + passage;
    });
  }
  return entries;
}

function visitHashes(
  { sketches, first }: NumberedText,
  visit: (hash: number, passage: number) => void,
): void {
  for (
    let start = 0, passage = first;
    start < sketches.length;
    start += SKETCH_LENGTH, passage += 1
  ) {
    for (let place = start + 1; place < start + SKETCH_LENGTH; place += 1)
      visit(sketches[place] ?? 0, passage);
  }
}
