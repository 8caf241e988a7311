import {
  type ByteWriter,
  createByteWriter,
  createPostingsWriter,
  type PackedPostings,
  readVarint,
  takeBytes,
  viewPostings,
  writeEntry,
  writeVarint,
} from './posting-list.ts';
import { FIELDS } from './schema.ts';

/** The words of the documents that are added to one block, in reading order, documents by ascending offset. */
export type BlockDraft = {
  count: number;
  terms: Int32Array;
  /** Document and field of each word in one number. */
  places: Int32Array;
  positions: Int32Array;
};

const FIRST_SIZE = 4_096;
const FIELD_SLOTS = 8;

export function createDraft(): BlockDraft {
  return {
    ...{ count: 0, terms: new Int32Array(FIRST_SIZE) },
    ...{ places: new Int32Array(FIRST_SIZE), positions: new Int32Array(FIRST_SIZE) },
  };
}

type Word = {
  readonly offset: number;
  readonly term: number;
  readonly field: number;
  readonly position: number;
};

export function addWord(draft: BlockDraft, { offset, term, field, position }: Word): void {
  if (draft.count === draft.terms.length) {
    draft.terms = enlarge(draft.terms);
    draft.places = enlarge(draft.places);
    draft.positions = enlarge(draft.positions);
  }
  draft.terms[draft.count] = term;
  draft.places[draft.count] = offset * FIELD_SLOTS + field;
  draft.positions[draft.count++] = position;
}

function enlarge(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** `postings` are valid during the call only. */
type TermVisitor = (term: number, postings: PackedPostings, documentCount: number) => void;

/** Visits each term's posting list, by ascending term; returns the packed terms of each document by offset. Empties the draft. */
export function packDraft(draft: BlockDraft, visit: TermVisitor): ReadonlyMap<number, Uint8Array> {
  const { terms, first, next } = chainWords(draft);
  const writer = createPostingsWriter();
  const documents = new Map<number, TermsWriter>();
  const entry: Entry = { fields: [], positions: [], end: 0 };
  for (const term of terms) {
    let count = 0;
    for (let place = first[term] ?? -1; place !== -1; place = entry.end) {
      const offset = Math.floor((draft.places[place] ?? 0) / FIELD_SLOTS);
      readEntry(draft, next, { place, entry });
      writeEntry(writer, offset, entry.fields, entry.positions);
      addTerm(documents, offset, { term, fields: entry.fields });
      count++;
    }
    visit(term, viewPostings(writer), count);
  }
  draft.count = 0;
  return new Map(Array.from(documents, ([offset, { bytes }]) => [offset, takeBytes(bytes)]));
}

/** Links the occurrences of each term: `first` by term, `next` by place, -1 at the end. */
function chainWords({ terms, count }: BlockDraft) {
  let highest = 0;
  for (let place = 0; place < count; place++) highest = Math.max(highest, terms[place] ?? 0);
  const first = new Int32Array(highest + 1).fill(-1);
  const next = new Int32Array(count);
  const distinct: number[] = [];
  for (let place = count - 1; place >= 0; place--) {
    const term = terms[place] ?? 0;
    next[place] = first[term] ?? -1;
    if (next[place] === -1) distinct.push(term);
    first[term] = place;
  }
  return { terms: new Int32Array(distinct).sort(), first, next };
}

type Entry = {
  readonly fields: number[];
  readonly positions: number[];
  /** The term's first place in the next document, or -1. */
  end: number;
};

function readEntry(
  draft: BlockDraft,
  next: Int32Array,
  { place: first, entry }: { readonly place: number; readonly entry: Entry },
): void {
  const { fields, positions } = entry;
  fields.length = 0;
  positions.length = 0;
  const start = (draft.places[first] ?? 0) & -FIELD_SLOTS;
  let place = first;
  for (; place !== -1; place = next[place] ?? -1) {
    const field = (draft.places[place] ?? 0) - start;
    if (field >= FIELD_SLOTS) break;
    const position = draft.positions[place] ?? 0;
    // The joined form of a compound follows its parts but has the position of the first.
    if (field === fields.at(-1) && position < (positions.at(-1) ?? 0)) continue;
    fields.push(field);
    positions.push(position);
  }
  entry.end = place;
}

function addTerm(
  documents: Map<number, TermsWriter>,
  offset: number,
  { term, fields }: { readonly term: number; readonly fields: readonly number[] },
): void {
  const writer = documents.get(offset) ?? { bytes: createByteWriter(), lastTerm: 0 };
  documents.set(offset, writer);
  writeTerm(writer, term, fields);
}

/** `fields` is a bit mask of the fields that contain the term; `count` is its count in all fields. */
export type DocumentTerm = {
  readonly term: number;
  readonly fields: number;
  readonly count: number;
};

type TermsWriter = { readonly bytes: ByteWriter; lastTerm: number };

/** Terms must ascend; `fields` has the field of each occurrence. */
function writeTerm(writer: TermsWriter, term: number, fields: readonly number[]): void {
  let mask = 0;
  for (const field of fields) mask |= 1 << field;
  writeVarint(writer.bytes, term - writer.lastTerm);
  writeVarint(writer.bytes, (fields.length << FIELDS.length) | mask);
  writer.lastTerm = term;
}

const FIELDS_MASK = (1 << FIELDS.length) - 1;

export function visitTerms(
  bytes: Uint8Array,
  visit: (term: number, fields: number, count: number) => void,
): void {
  const reader = { bytes, place: 0 };
  let term = 0;
  while (reader.place < bytes.length) {
    term += readVarint(reader);
    const rest = readVarint(reader);
    visit(term, rest & FIELDS_MASK, rest >>> FIELDS.length);
  }
}

export function listFields(bits: number): number[] {
  return [...FIELDS.keys()].filter((field) => (bits & (1 << field)) !== 0);
}
