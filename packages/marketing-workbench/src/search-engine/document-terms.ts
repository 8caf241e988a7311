import { createByteWriter, readVarint, takeBytes, writeVarint } from './posting-list.ts';
import { FIELDS } from './schema.ts';

/**
 * `fields` is a bit mask of the fields that contain the term; `count` is its count in all fields.
 */
export type DocumentTerm = {
  readonly term: number;
  readonly fields: number;
  readonly count: number;
};

const FIELDS_MASK = (1 << FIELDS.length) - 1;

/** Encodes terms, which must ascend. */
export function encodeTerms(terms: readonly DocumentTerm[]): Uint8Array {
  const writer = createByteWriter();
  let previous = 0;
  for (const { term, fields, count } of terms) {
    writeVarint(writer, term - previous);
    writeVarint(writer, (count << FIELDS.length) | fields);
    previous = term;
  }
  return takeBytes(writer);
}

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
