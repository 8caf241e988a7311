import { type Blocks, joinBlocks } from './blocks.ts';
import { type RowReader, readBytes, readInteger } from './database.ts';
import { type Language, readLanguage } from './language.ts';
import { type ByteReader, type PackedPostings, readVarint } from './posting-list.ts';
import {
  BLOCK_SIZE,
  BODY,
  blockOfPostings,
  FIELDS,
  type Field,
  POSTINGS_OF_TERM,
} from './schema.ts';
import { finishSteps, type Steps } from './steps.ts';
import { type KnownWord, readFrequentWords } from './term-dictionary.ts';

/** `b` is how much a field's length counts: 0 not at all, 1 in proportion. */
type FieldWeight = { readonly weight: number; readonly b: number };

/**
 * Weights are relative to a word found as it was typed, which counts 1. A weight of 0 switches the
 * evidence off.
 */
export type Weights = {
  readonly fields: Readonly<Record<Field, FieldWeight>>;
  /**
   * The exponent of the idf in a collection of up to 150 documents, where the rarest word of a
   * question often says least about the answer.
   */
  readonly rarity: number;
  readonly stopWord: number;
  readonly synonym: number;
  /** A word that begins with the last word of the query. */
  readonly completion: number;
  /** Words of the query close together. */
  readonly proximity: number;
};

/**
 * These weights were chosen on judged queries of this site and on collections of other subjects
 * (`docs/search-quality.md`).
 */
export const WEIGHTS: Weights = {
  fields: {
    title: { weight: 4, b: 0.5 },
    topic: { weight: 1, b: 0.5 },
    excerpt: { weight: 1.5, b: 0.5 },
    headings: { weight: 1.5, b: 0.6 },
    questions: { weight: 1.5, b: 0.6 },
    body: { weight: 1, b: 0.8 },
  },
  rarity: 0.6,
  stopWord: 0.2,
  synonym: 0.75,
  completion: 0.8,
  proximity: 0.45,
};

/**
 * An open index, which identifies a document by its slot: the index of its block times BLOCK_SIZE,
 * plus its offset. So arrays have few gaps.
 */
export type SearchIndex = Omit<Blocks, 'titles'> & {
  readonly reader: RowReader;
  readonly language: Language;
  readonly weights: Weights;
  readonly slotCount: number;
  /**
   * The time from which each document is found, by slot: its date, unless the caller writes another
   * time.
   */
  readonly visibleFrom: Float64Array;
  /** BM25F's weight of one occurrence, by slot and field. */
  readonly occurrenceWeights: Float32Array;
  /**
   * Returns `occurrenceWeights` without the questions, which readers don't see; computes them at
   * the first call.
   */
  readonly visibleWeights: () => Float32Array;
  readonly documentCount: number;
  readonly averageLength: number;
  /** BM25's k1: how soon further occurrences of a term stop counting. */
  readonly k1: number;
  /** The exponent of the idf. */
  readonly rarity: number;
  /** Returns the frequent words, which are read at the first call. */
  readonly frequentWords: () => readonly KnownWord[];
  /**
   * Returns the slots of the documents whose titles contain the term; all titles are read at the
   * first call.
   */
  readonly titlesWith: (term: number) => Int32Array;
  /** Reads what the first calls would read. */
  readonly prepare: () => Steps<void>;
  readonly slotOf: (id: number) => number;
  readonly idOf: (slot: number) => number;
};

export function openIndex(reader: RowReader, weights: Weights = WEIGHTS): SearchIndex {
  return finishSteps(openIndexInSteps(reader, weights));
}

/** All steps must read the same content. */
export function* openIndexInSteps(
  reader: RowReader,
  weights: Weights = WEIGHTS,
): Steps<SearchIndex> {
  const rows = reader.all('SELECT * FROM search_blocks ORDER BY id');
  yield;
  const { titles, ...table } = joinBlocks(rows);
  const { lengths, dates, titleLengths } = table;
  yield;
  const documentCount = dates.filter(Number.isFinite).length;
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const averageLength = Math.max(1, words / Math.max(1, documentCount));
  yield;
  const occurrenceWeights = computeOccurrenceWeights(lengths, weights);
  yield;
  let frequentWords: readonly KnownWord[] | undefined;
  let inverted: InvertedTitles | undefined;
  let visibleWeights: Float32Array | undefined;
  return {
    ...table,
    reader,
    language: readLanguage(reader),
    weights,
    slotCount: dates.length,
    documentCount,
    visibleFrom: dates.slice(),
    occurrenceWeights,
    visibleWeights: () =>
      (visibleWeights ??= computeOccurrenceWeights(lengths, hideQuestions(weights))),
    averageLength,
    k1: computeK1(averageLength),
    rarity: computeRarity(weights, documentCount),
    frequentWords: () => (frequentWords ??= finishSteps(readFrequentWords(reader))),
    titlesWith: (term) => {
      inverted ??= finishSteps(invertTitles(titles, titleLengths));
      const { slots, starts } = inverted;
      return slots.subarray(starts[term] ?? 0, starts[term + 1] ?? 0);
    },
    *prepare() {
      frequentWords ??= yield* readFrequentWords(reader);
      yield;
      inverted ??= yield* invertTitles(titles, titleLengths);
    },
    ...createSlots(rows.map((row) => readInteger(row, 'id'))),
  };
}

/**
 * Converts the ids of documents to their slots, and back: block by block, in the order of
 * `blockIds`.
 */
function createSlots(blockIds: readonly number[]): Pick<SearchIndex, 'slotOf' | 'idOf'> {
  const placeOf = new Map(blockIds.map((block, place) => [block, place]));
  return {
    slotOf: (id) =>
      (placeOf.get(Math.floor(id / BLOCK_SIZE)) ?? 0) * BLOCK_SIZE + (id % BLOCK_SIZE),
    idOf: (slot) =>
      (blockIds[Math.floor(slot / BLOCK_SIZE)] ?? 0) * BLOCK_SIZE + (slot % BLOCK_SIZE),
  };
}

/**
 * k1 in documents of `K1_LENGTH` words. A repeated word says more in long documents than in short
 * ones.
 */
const K1 = 1.8;
const K1_LENGTH = 1_000;
const K1_GROWTH = 0.25;

function computeK1(averageLength: number): number {
  return K1 * (averageLength / K1_LENGTH) ** K1_GROWTH;
}

/** Rarity becomes better evidence with more documents: from about 2,400 on, the exponent is 1. */
const RARITY_DOCUMENTS = 150;
const RARITY_GROWTH = 0.1;

function computeRarity({ rarity }: Weights, documentCount: number): number {
  const doublings = Math.max(0, Math.log2(documentCount / RARITY_DOCUMENTS));
  return Math.min(1, rarity + RARITY_GROWTH * doublings);
}

/** The slots of a term are between its start and the next. */
type InvertedTitles = { readonly slots: Int32Array; readonly starts: Int32Array };

function* invertTitles(terms: Int32Array, lengths: Uint8Array): Steps<InvertedTitles> {
  let highestTerm = 0;
  for (const term of terms) if (term > highestTerm) highestTerm = term;
  yield;
  const starts = new Int32Array(highestTerm + 2);
  for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term <= highestTerm; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  yield;
  const ends = starts.slice();
  const slots = new Int32Array(terms.length);
  let place = 0;
  for (let slot = 0; slot < lengths.length; slot++) {
    for (let rest = lengths[slot] ?? 0; rest > 0; rest--) {
      const term = terms[place++] ?? 0;
      slots[ends[term] ?? 0] = slot;
      ends[term] = (ends[term] ?? 0) + 1;
    }
  }
  return { slots, starts };
}

function computeOccurrenceWeights(lengths: Uint16Array, { fields }: Weights): Float32Array {
  const occurrenceWeights = new Float32Array(lengths.length);
  for (const [field, name] of FIELDS.entries()) {
    const { weight, b } = fields[name];
    const average = averageFieldLength(lengths, field);
    for (let place = field; place < lengths.length; place += FIELDS.length) {
      occurrenceWeights[place] = weight / (1 - b + (b * (lengths[place] ?? 0)) / average);
    }
  }
  return occurrenceWeights;
}

function hideQuestions(weights: Weights): Weights {
  return { ...weights, fields: { ...weights.fields, questions: { weight: 0, b: 0 } } };
}

/** Returns the average length of a field in the documents that have it. */
function averageFieldLength(lengths: Uint16Array, field: number): number {
  let total = 0;
  let present = 0;
  for (let place = field; place < lengths.length; place += FIELDS.length) {
    const length = lengths[place] ?? 0;
    total += length;
    if (length > 0) present++;
  }
  return Math.max(1, total / Math.max(1, present));
}

/**
 * Calls `visit` for each document that contains the term, by ascending slot, with BM25F's weighted
 * term frequency.
 */
export function visitDocuments(
  { reader, slotOf, occurrenceWeights }: SearchIndex,
  term: number,
  visit: (slot: number, frequency: number) => void,
): void {
  for (const row of reader.all(`SELECT p.id, p.documents FROM ${POSTINGS_OF_TERM}`, { term })) {
    const documents = { bytes: readBytes(row, 'documents'), place: 0 };
    let slot = slotOf(blockOfPostings(readInteger(row, 'id')) * BLOCK_SIZE);
    while (documents.place < documents.bytes.length) {
      const head = readVarint(documents);
      slot += head >> 1;
      const isPlain = (head & 1) === 1;
      const first = slot * FIELDS.length;
      visit(
        slot,
        isPlain
          ? (occurrenceWeights[first + BODY] ?? 0)
          : sumFields(documents, occurrenceWeights, first),
      );
    }
  }
}

function sumFields(documents: ByteReader, occurrenceWeights: Float32Array, first: number): number {
  const mask = documents.bytes[documents.place++] ?? 0;
  let sum = 0;
  for (let field = 0; 1 << field <= mask; field++) {
    if ((mask & (1 << field)) !== 0)
      sum += (occurrenceWeights[first + field] ?? 0) * readVarint(documents);
  }
  return sum;
}

/** Returns a term's posting lists with positions, by the first slot of their block. */
export function readPostings(
  { reader, slotOf }: SearchIndex,
  term: number,
): ReadonlyMap<number, PackedPostings> {
  const rows = reader.all(`SELECT p.id, p.documents, p.positions FROM ${POSTINGS_OF_TERM}`, {
    term,
  });
  return new Map(
    rows.map((row) => [
      slotOf(blockOfPostings(readInteger(row, 'id')) * BLOCK_SIZE),
      { documents: readBytes(row, 'documents'), positions: readBytes(row, 'positions') },
    ]),
  );
}
