import { FIELDS } from './schema.ts';
import { type ByteWriter, createByteWriter, readVarint, writeVarint } from './varints.ts';

/** A term of a document: the fields it stands in, a bit each, and how often in all of them together. */
export type DocumentTerm = {
  readonly term: number;
  readonly fields: number;
  readonly count: number;
};

/** The terms of one document being written. */
export type TermsWriter = { readonly bytes: ByteWriter; lastTerm: number };

export function createTermsWriter(): TermsWriter {
  return { bytes: createByteWriter(), lastTerm: 0 };
}

/** Terms must ascend by number; `fields` has the field of each occurrence. */
export function writeTerm(writer: TermsWriter, term: number, fields: readonly number[]): void {
  let mask = 0;
  for (const field of fields) mask |= 1 << field;
  writeVarint(writer.bytes, term - writer.lastTerm);
  writeVarint(writer.bytes, (fields.length << FIELDS.length) | mask);
  writer.lastTerm = term;
}

const FIELDS_MASK = (1 << FIELDS.length) - 1;

/** Calls `visit` for each term that was written. */
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

/** The numbers of the fields that stand for these bits. */
export function listFields(bits: number): number[] {
  return [...FIELDS.keys()].filter((field) => (bits & (1 << field)) !== 0);
}
