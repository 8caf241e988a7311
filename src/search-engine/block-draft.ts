import { createTermsWriter, type TermsWriter, writeTerm } from './document-terms.ts';
import { createPostingsWriter, type PackedPostings, viewPostings, writeEntry } from './postings.ts';
import { takeBytes } from './varints.ts';

/** The words of documents that go into one block, in the order they were read: the documents by ascending offset. */
export type BlockDraft = {
  count: number;
  terms: Int32Array;
  /** Document and field of each word. */
  places: Int32Array;
  positions: Int32Array;
};

const FIRST_SIZE = 4_096;
const FIELD_SLOTS = 8;

/** May be filled again once it was packed. */
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

/** The postings last no longer than the call. */
type TermVisitor = (term: number, postings: PackedPostings, documentCount: number) => void;

/**
 * Turns documents with their words into words with their documents: calls `visit` for each term, in ascending order, and
 * answers the packed terms of the documents by offset. The draft is empty then.
 */
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

/** The distinct terms, ascending; where each is first, and after each place where its term is next, or -1. */
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

/** A term in a document. */
type Entry = {
  readonly fields: number[];
  readonly positions: number[];
  /** The place of the term in the next document. */
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
    // A compound stands behind its parts and may come before a word that one of them is.
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
  const known = documents.get(offset);
  const writer = known ?? createTermsWriter();
  if (known === undefined) documents.set(offset, writer);
  writeTerm(writer, term, fields);
}
