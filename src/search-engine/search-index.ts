import { findBlock } from './blocks.ts';
import type { Reader, Row } from './database.ts';
import { readBytes, readInteger, readText } from './database.ts';
import { invertTitles, type TitlePostings } from './invert-titles.ts';
import { type KnownWord, readFrequentWords } from './known-words.ts';
import type { PackedPostings } from './postings.ts';
import { BLOCK_SIZE, BODY, blockOfPostings, FIELDS, POSTINGS_OF_TERM } from './schema.ts';
import { type ByteReader, readVarint } from './varints.ts';

/**
 * The index as a query sees it. Documents are known by slot: their block's place in the list of blocks and their own in the
 * block, so that what is computed for each of them stands in plain arrays.
 */
export type SearchIndex = IndexMemory & {
  readonly reader: Reader;
  readonly documentCount: number;
  readonly averageLengths: readonly number[];
  /** Words of all fields of a document. */
  readonly averageLength: number;
  /** Read, as the next, when first asked for. */
  readonly frequentWords: () => readonly KnownWord[];
  readonly titlePostings: () => TitlePostings;
  readonly slotOf: (id: number) => number;
  readonly idOf: (slot: number) => number;
};

type IndexMemory = {
  /** The ids of the blocks, ascending, and the version of each. */
  readonly blocks: ReadonlyMap<number, number>;
  readonly slotCount: number;
  /** Words by slot and field. */
  readonly lengths: Uint16Array;
  readonly dates: Float64Array;
  readonly shelves: Uint8Array;
  readonly titles: Titles;
};

/** The terms of all titles, one title's after another's. */
export type Titles = {
  readonly terms: Int32Array;
  /** Where the title of each slot begins; the next one's begins where it ends. */
  readonly starts: Int32Array;
  /** The highest of the terms. */
  readonly highest: number;
};

/** Reads what is kept in memory of the index, some hundred bytes a document; blocks unchanged since `known` are taken from it. */
export function readSearchIndex(reader: Reader, known?: SearchIndex): SearchIndex {
  const memory = readMemory(reader, known);
  const { blocks, lengths, dates } = memory;
  const blockIds = [...blocks.keys()];
  const placeOf = new Map(blockIds.map((block, place) => [block, place]));
  const documentCount = dates.reduce((count, date) => (Number.isFinite(date) ? count + 1 : count), 0);
  const totals = FIELDS.map((_, field) => addUpField(lengths, field));
  const words = totals.reduce((sum, { total }) => sum + total, 0);
  let frequentWords: readonly KnownWord[] | undefined;
  let titlePostings: TitlePostings | undefined;
  return {
    ...{ reader, ...memory, documentCount },
    frequentWords: () => (frequentWords ??= readFrequentWords(reader)),
    titlePostings: () => (titlePostings ??= invertTitles(memory.titles)),
    averageLengths: totals.map(({ total, present }) => total / Math.max(1, present)),
    averageLength: Math.max(1, words / Math.max(1, documentCount)),
    slotOf: (id) => (placeOf.get(Math.floor(id / BLOCK_SIZE)) ?? 0) * BLOCK_SIZE + (id % BLOCK_SIZE),
    idOf: (slot) => (blockIds[Math.floor(slot / BLOCK_SIZE)] ?? 0) * BLOCK_SIZE + (slot % BLOCK_SIZE),
  };
}

function readMemory(reader: Reader, known: SearchIndex | undefined): IndexMemory {
  const rows = reader.all('SELECT id, version FROM search_blocks ORDER BY id');
  const blocks = new Map(rows.map((row) => [readInteger(row, 'id'), readInteger(row, 'version')]));
  const slotCount = blocks.size * BLOCK_SIZE;
  const lengths = new Uint16Array(slotCount * FIELDS.length);
  const dates = new Float64Array(slotCount);
  const shelves = new Uint8Array(slotCount);
  const titles: Int32Array[] = [];
  const titleLengths = new Uint8Array(slotCount);
  let first = 0;
  for (const [id, version] of blocks) {
    const isKnown = known?.blocks.get(id) === version;
    const block = isKnown ? copyBlock(known, id) : findBlock(reader, id);
    if (block === undefined) continue;
    lengths.set(block.lengths, first * FIELDS.length);
    dates.set(block.dates, first);
    shelves.set(block.shelves, first);
    titles.push(block.titles);
    titleLengths.set(block.titleLengths, first);
    first += BLOCK_SIZE;
  }
  return { blocks, slotCount, lengths, dates, shelves, titles: joinTitles(titles, titleLengths) };
}

function copyBlock({ lengths, dates, shelves, titles, slotOf }: SearchIndex, id: number) {
  const first = slotOf(id * BLOCK_SIZE);
  const end = first + BLOCK_SIZE;
  const { terms, starts } = titles;
  return {
    lengths: lengths.subarray(first * FIELDS.length, end * FIELDS.length),
    dates: dates.subarray(first, end),
    shelves: shelves.subarray(first, end),
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
  let highest = 0;
  for (const term of terms) if (term > highest) highest = term;
  return { terms, starts, highest };
}

/** The words in a field, and how many documents have the field at all. */
function addUpField(lengths: Uint16Array, field: number) {
  let total = 0;
  let present = 0;
  for (let place = field; place < lengths.length; place += FIELDS.length) {
    const length = lengths[place] ?? 0;
    total += length;
    if (length > 0) present++;
  }
  return { total, present };
}

export type Term = { readonly id: number; readonly text: string; readonly documents: number };

/** Undefined where no document has the term. */
export function findTerm({ reader }: SearchIndex, text: string): Term | undefined {
  const row = reader.get('SELECT id, text, documents FROM search_terms WHERE text = :text', { text });
  return row && parseTerm(row);
}

export function parseTerm(row: Row): Term {
  return {
    id: readInteger(row, 'id'),
    text: readText(row, 'text'),
    documents: readInteger(row, 'documents'),
  };
}

/**
 * Calls `visit` for each document that has the term, in the order of slots, with its weighted count: the sum of what one
 * occurrence is worth there, `worths` having that by slot and field.
 */
export function visitDocuments(
  { reader, slotOf }: SearchIndex,
  term: number,
  worths: Float32Array,
  visit: (slot: number, total: number) => void,
): void {
  for (const row of reader.all(`SELECT p.id, p.documents FROM ${POSTINGS_OF_TERM}`, { term })) {
    const documents = { bytes: readBytes(row, 'documents'), place: 0 };
    let slot = slotOf(blockOfPostings(readInteger(row, 'id')) * BLOCK_SIZE);
    while (documents.place < documents.bytes.length) {
      const head = readVarint(documents);
      slot += head >> 1;
      const isPlain = (head & 1) === 1;
      const first = slot * FIELDS.length;
      visit(slot, isPlain ? (worths[first + BODY] ?? 0) : addUpFields(documents, worths, first));
    }
  }
}

function addUpFields(documents: ByteReader, worths: Float32Array, first: number): number {
  const mask = documents.bytes[documents.place++] ?? 0;
  let total = 0;
  for (let field = 0; 1 << field <= mask; field++) {
    if ((mask & (1 << field)) !== 0) total += (worths[first + field] ?? 0) * readVarint(documents);
  }
  return total;
}

/** The postings of a term with their positions, by the slot with which their block begins; of these slots' blocks, or of all. */
export function readPostings(
  { reader, slotOf, idOf }: SearchIndex,
  term: number,
  slots?: readonly number[],
): ReadonlyMap<number, PackedPostings> {
  const blocks = slots && new Set(slots.map((slot) => Math.floor(idOf(slot) / BLOCK_SIZE)));
  const rows = reader.all(
    `SELECT p.id, p.documents, p.positions FROM ${POSTINGS_OF_TERM}
     ${blocks === undefined ? '' : 'WHERE b.id IN (SELECT value FROM json_each(:blocks))'}`,
    { term, ...(blocks && { blocks: JSON.stringify([...blocks]) }) },
  );
  return new Map(
    rows.map((row) => [
      slotOf(blockOfPostings(readInteger(row, 'id')) * BLOCK_SIZE),
      { documents: readBytes(row, 'documents'), positions: readBytes(row, 'positions') },
    ]),
  );
}
