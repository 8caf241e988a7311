import { findBlock } from './blocks.ts';
import { type Reader, readBytes, readInteger } from './database.ts';
import { type ByteReader, type PackedPostings, readVarint } from './posting-list.ts';
import { BLOCK_SIZE, BODY, blockOfPostings, FIELDS, type Field, POSTINGS_OF_TERM } from './schema.ts';
import { type KnownWord, readFrequentWords } from './term-dictionary.ts';

/** `b` is how much a field's length counts: 0 not at all, 1 in proportion. */
type FieldWeight = { readonly weight: number; readonly b: number };

/** Relative to a word found as it was typed, which counts 1. A weight of 0 switches the evidence off. */
export type Weights = {
  readonly fields: Readonly<Record<Field, FieldWeight>>;
  readonly stopWord: number;
  /** Two words written as one: "onpage" for "on page". */
  readonly joinedWord: number;
  readonly synonym: number;
  /** A word that begins with the last word of the query. */
  readonly completion: number;
  /** A stop word of a question that occurs in the title: one that names the kind of answer, or another. */
  readonly questionWordInTitle: number;
  readonly stopWordInTitle: number;
  /** All terms together that were learned from the best documents. */
  readonly feedback: number;
};

/** Customary values for BM25F, which fit no collection in particular. */
export const WEIGHTS: Weights = {
  fields: {
    title: { weight: 4, b: 0.5 },
    topic: { weight: 1, b: 0.5 },
    excerpt: { weight: 1.5, b: 0.5 },
    headings: { weight: 1.5, b: 0.6 },
    body: { weight: 1, b: 0.7 },
  },
  stopWord: 0,
  joinedWord: 1,
  synonym: 0.75,
  completion: 0.8,
  questionWordInTitle: 0.4,
  stopWordInTitle: 0.2,
  feedback: 0.5,
};

/** Identifies a document by its slot: the index of its block times BLOCK_SIZE plus its offset, so that arrays have few gaps. */
export type SearchIndex = DocumentTable & {
  readonly reader: Reader;
  readonly weights: Weights;
  /** BM25F's weight of one occurrence, by slot and field. */
  readonly occurrenceWeights: Float32Array;
  readonly documentCount: number;
  readonly averageLength: number;
  /** Read at the first call, as is `titlePostings`. */
  readonly frequentWords: () => readonly KnownWord[];
  readonly titlePostings: () => TitlePostings;
  readonly slotOf: (id: number) => number;
  readonly idOf: (slot: number) => number;
};

type DocumentTable = {
  /** The version of each block by its id, ascending. */
  readonly blocks: ReadonlyMap<number, number>;
  readonly slotCount: number;
  /** By slot and field. */
  readonly lengths: Uint16Array;
  /** Infinite where there is no document. */
  readonly dates: Float64Array;
  readonly facets: Uint8Array;
  readonly titles: Titles;
};

type Titles = {
  readonly terms: Int32Array;
  /** Where the title of each slot begins, and one entry for the end of the last. */
  readonly starts: Int32Array;
  readonly highestTerm: number;
};

/** The slots of the documents whose titles contain each term: those of a term are between its start and the next. */
type TitlePostings = { readonly slots: Int32Array; readonly starts: Int32Array };

type OpenOptions = {
  /** The index as it was open before; its unchanged blocks are not read again. */
  readonly known?: SearchIndex | undefined;
  readonly weights?: Weights;
};

export function openIndex(reader: Reader, { known, weights = WEIGHTS }: OpenOptions = {}): SearchIndex {
  const table = readDocumentTable(reader, known);
  const { blocks, lengths, dates } = table;
  const blockIds = [...blocks.keys()];
  const placeOf = new Map(blockIds.map((block, place) => [block, place]));
  const documentCount = dates.reduce((count, date) => (Number.isFinite(date) ? count + 1 : count), 0);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  let frequentWords: readonly KnownWord[] | undefined;
  let titlePostings: TitlePostings | undefined;
  return {
    ...{ reader, weights, ...table, documentCount },
    occurrenceWeights: computeOccurrenceWeights(lengths, weights),
    averageLength: Math.max(1, words / Math.max(1, documentCount)),
    frequentWords: () => (frequentWords ??= readFrequentWords(reader)),
    titlePostings: () => (titlePostings ??= invertTitles(table.titles)),
    slotOf: (id) => (placeOf.get(Math.floor(id / BLOCK_SIZE)) ?? 0) * BLOCK_SIZE + (id % BLOCK_SIZE),
    idOf: (slot) => (blockIds[Math.floor(slot / BLOCK_SIZE)] ?? 0) * BLOCK_SIZE + (slot % BLOCK_SIZE),
  };
}

function readDocumentTable(reader: Reader, known: SearchIndex | undefined): DocumentTable {
  const rows = reader.all('SELECT id, version FROM search_blocks ORDER BY id');
  const blocks = new Map(rows.map((row) => [readInteger(row, 'id'), readInteger(row, 'version')]));
  const slotCount = blocks.size * BLOCK_SIZE;
  const lengths = new Uint16Array(slotCount * FIELDS.length);
  const dates = new Float64Array(slotCount);
  const facets = new Uint8Array(slotCount);
  const titles: Int32Array[] = [];
  const titleLengths = new Uint8Array(slotCount);
  let first = 0;
  for (const [id, version] of blocks) {
    const block = known?.blocks.get(id) === version ? copyBlock(known, id) : findBlock(reader, id);
    if (block === undefined) continue;
    lengths.set(block.lengths, first * FIELDS.length);
    dates.set(block.dates, first);
    facets.set(block.facets, first);
    titles.push(block.titles);
    titleLengths.set(block.titleLengths, first);
    first += BLOCK_SIZE;
  }
  return { blocks, slotCount, lengths, dates, facets, titles: joinTitles(titles, titleLengths) };
}

function copyBlock({ lengths, dates, facets, titles, slotOf }: SearchIndex, id: number) {
  const first = slotOf(id * BLOCK_SIZE);
  const end = first + BLOCK_SIZE;
  const { terms, starts } = titles;
  return {
    lengths: lengths.subarray(first * FIELDS.length, end * FIELDS.length),
    dates: dates.subarray(first, end),
    facets: facets.subarray(first, end),
    titles: terms.subarray(starts[first], starts[end]),
    titleLengths: starts.subarray(first, end).map((start, place) => (starts[first + place + 1] ?? 0) - start),
  };
}

function joinTitles(blocks: readonly Int32Array[], lengths: Uint8Array): Titles {
  const terms = new Int32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let first = 0;
  for (const block of blocks) {
    terms.set(block, first);
    first += block.length;
  }
  const starts = new Int32Array(lengths.length + 1);
  for (let slot = 0; slot < lengths.length; slot++)
    starts[slot + 1] = (starts[slot] ?? 0) + (lengths[slot] ?? 0);
  const highestTerm = terms.reduce((highest, term) => Math.max(highest, term), 0);
  return { terms, starts, highestTerm };
}

function invertTitles({ terms, starts: titleStarts, highestTerm }: Titles): TitlePostings {
  const starts = new Int32Array(highestTerm + 2);
  for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term <= highestTerm; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const ends = starts.slice();
  const slots = new Int32Array(terms.length);
  for (let slot = 0; slot + 1 < titleStarts.length; slot++) {
    const end = titleStarts[slot + 1] ?? 0;
    for (let place = titleStarts[slot] ?? 0; place < end; place++) {
      const term = terms[place] ?? 0;
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

/** Over the documents that have the field. */
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

/** Calls `visit` for each document that contains the term, by ascending slot, with BM25F's weighted term frequency. */
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
        isPlain ? (occurrenceWeights[first + BODY] ?? 0) : sumFields(documents, occurrenceWeights, first),
      );
    }
  }
}

function sumFields(documents: ByteReader, occurrenceWeights: Float32Array, first: number): number {
  const mask = documents.bytes[documents.place++] ?? 0;
  let sum = 0;
  for (let field = 0; 1 << field <= mask; field++) {
    if ((mask & (1 << field)) !== 0) sum += (occurrenceWeights[first + field] ?? 0) * readVarint(documents);
  }
  return sum;
}

/** A term's posting lists with positions, by the first slot of their block. */
export function readPostings(
  { reader, slotOf }: SearchIndex,
  term: number,
): ReadonlyMap<number, PackedPostings> {
  const rows = reader.all(`SELECT p.id, p.documents, p.positions FROM ${POSTINGS_OF_TERM}`, { term });
  return new Map(
    rows.map((row) => [
      slotOf(blockOfPostings(readInteger(row, 'id')) * BLOCK_SIZE),
      { documents: readBytes(row, 'documents'), positions: readBytes(row, 'positions') },
    ]),
  );
}
