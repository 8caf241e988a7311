import { readPostings, type SearchIndex, visitDocuments } from './open-index.ts';
import {
  advance,
  fieldOfPlace,
  openPostings,
  type PostingsCursor,
  readPlaces,
  type TermPlaces,
} from './posting-list.ts';
import { FIELDS } from './schema.ts';
import type { Term } from './term-dictionary.ts';

/** The matching documents, each once, and their BM25F scores, in parallel arrays. */
export type Matches = {
  readonly slots: Int32Array;
  readonly scores: Float32Array;
  readonly idf: number;
};

export function scoreTerms(index: SearchIndex, terms: readonly Term[]): Matches {
  const [first] = terms;
  return first !== undefined && terms.length === 1
    ? scoreTerm(index, first)
    : scorePhrase(index, terms);
}

export function scoreTerm(index: SearchIndex, { id, documents }: Term): Matches {
  const idf = computeIdf(index, documents);
  const slots = new Int32Array(documents);
  const scores = new Float32Array(documents);
  let count = 0;
  visitDocuments(index, id, (slot, frequency) => {
    slots[count] = slot;
    scores[count++] = idf * saturate(index, frequency);
  });
  return { slots, scores, idf };
}

/**
 * This is added to an idf that weighs the words of a query, so that a word in every document counts
 * for something.
 */
export const IDF_MIN = 0.1;

/**
 * Returns the inverse document frequency of BM25, damped in a small collection; it is never below
 * 0.
 */
export function computeIdf({ documentCount, rarity }: SearchIndex, documents: number): number {
  return Math.log(1 + Math.max(0, documentCount - documents + 0.5) / (documents + 0.5)) ** rarity;
}

/**
 * Returns BM25 of a count, without fields and idf; `length` is relative to the average document.
 */
export function saturateCount(index: SearchIndex, count: number, length: number): number {
  return saturate(index, count / (0.25 + 0.75 * length));
}

function saturate({ k1 }: SearchIndex, frequency: number): number {
  return (frequency * (k1 + 1)) / (frequency + k1);
}

export function scorePhrase(index: SearchIndex, terms: readonly Term[]): Matches {
  const slots: number[] = [];
  const frequencies: number[] = [];
  visitPhrases(index, terms, (slot, frequency) => {
    slots.push(slot);
    frequencies.push(frequency);
  });
  const idf = computeIdf(index, slots.length);
  const scores = Float32Array.from(frequencies, (frequency) => idf * saturate(index, frequency));
  return { slots: Int32Array.from(slots), scores, idf };
}

/**
 * The limit of a phrase's work: how many documents with all its words are inspected, times the
 * number of words.
 */
const PHRASE_WORK_MAX = 100_000;

/**
 * Calls `visit` for each document with the phrase. It starts with the newest documents, so that the
 * limit drops the oldest.
 */
function visitPhrases(
  index: SearchIndex,
  terms: readonly Term[],
  visit: (slot: number, frequency: number) => void,
): void {
  const distinct = [...new Set(terms.map(({ id }) => id))];
  const order = terms.map(({ id }) => distinct.indexOf(id));
  const [first, ...others] = distinct.map((id) => readPostings(index, id));
  let work = 0;
  for (const [start, packed] of [...(first ?? [])].reverse()) {
    if (work > PHRASE_WORK_MAX) return;
    const rows = others.flatMap((postings) => postings.get(start) ?? []);
    if (rows.length < others.length) continue;
    const cursors = [packed, ...rows].map(openPostings);
    while (moveToCommonDocument(cursors)) {
      const slot = start + (cursors[0]?.offset ?? 0);
      const frequency = sumPhrases(index, { cursors, order }, slot);
      if (frequency > 0) visit(slot, frequency);
      work += order.length;
      for (const cursor of cursors) advance(cursor);
    }
  }
}

function moveToCommonDocument(cursors: readonly PostingsCursor[]): boolean {
  let wanted = 0;
  for (let agreed = 0, place = 0; agreed < cursors.length; place = (place + 1) % cursors.length) {
    const cursor = cursors[place];
    if (cursor === undefined) return false;
    while (cursor.offset < wanted) advance(cursor);
    agreed = cursor.offset === wanted ? agreed + 1 : 1;
    wanted = cursor.offset;
    if (wanted === Number.POSITIVE_INFINITY) return false;
  }
  return true;
}

type PhraseCursors = {
  readonly cursors: readonly PostingsCursor[];
  /** The index of the cursor of each word of the phrase. */
  readonly order: readonly number[];
};

const found: TermPlaces = { numbers: [], count: 0 };
const next: TermPlaces = { numbers: [], count: 0 };

function sumPhrases(
  { occurrenceWeights }: SearchIndex,
  { cursors, order }: PhraseCursors,
  slot: number,
): number {
  for (let place = 0; place < order.length; place++) {
    const cursor = cursors[order[place] ?? 0];
    if (cursor === undefined) return 0;
    readPlaces(cursor, place === 0 ? found : next);
    if (place > 0) keepFollowing(found, next);
    if (found.count === 0) return 0;
  }
  let frequency = 0;
  for (let place = 0; place < found.count; place++) {
    frequency +=
      occurrenceWeights[slot * FIELDS.length + fieldOfPlace(found.numbers[place] ?? 0)] ?? 0;
  }
  return frequency;
}

/** Replaces `before` by the places of `after` that directly follow one of them. */
function keepFollowing(
  before: TermPlaces,
  { numbers: others, count: otherCount }: TermPlaces,
): void {
  const { numbers } = before;
  let count = 0;
  let other = 0;
  for (let place = 0; place < before.count; place++) {
    const wanted = (numbers[place] ?? 0) + 1;
    while (other < otherCount && (others[other] ?? 0) < wanted) other++;
    if (other < otherCount && others[other] === wanted) numbers[count++] = wanted;
  }
  before.count = count;
}
