import { BODY } from './schema.ts';
import {
  type ByteReader,
  type ByteWriter,
  copyBytes,
  createByteWriter,
  readVarint,
  viewBytes,
  writeVarint,
} from './varints.ts';

/**
 * The documents of one block that have a term, and where it stands in them. `documents`: for each its distance to the one
 * before, and unless the term stands once, in the body, the fields (a bit each) and how often in each. `positions`: for each
 * the ascending positions, field by field, as differences; of more than one occurrence behind their length in bytes.
 */
export type PackedPostings = { readonly documents: Uint8Array; readonly positions: Uint8Array };

/** An entry of packed postings, as a cursor stands on it. */
export type PostingsCursor = {
  readonly documents: ByteReader;
  readonly positions: ByteReader;
  /** The document's place in the block; infinite behind the last. */
  offset: number;
  /** Whether the term stands in the document once, in the body. */
  isPlain: boolean;
  /** Where the entry's fields and counts, and its positions, begin; they end where the readers stand. */
  countsStart: number;
  positionsStart: number;
};

/** A cursor on the first entry. */
export function openPostings({ documents, positions }: PackedPostings): PostingsCursor {
  const cursor = {
    documents: { bytes: documents, place: 0 },
    positions: { bytes: positions, place: 0 },
    ...{ offset: 0, isPlain: false, countsStart: 0, positionsStart: 0 },
  };
  advance(cursor);
  return cursor;
}

export function advance(cursor: PostingsCursor): void {
  const { documents, positions } = cursor;
  if (documents.place >= documents.bytes.length) {
    cursor.offset = Number.POSITIVE_INFINITY;
    return;
  }
  const head = readVarint(documents);
  cursor.offset += head >> 1;
  cursor.isPlain = (head & 1) === 1;
  cursor.countsStart = documents.place;
  cursor.positionsStart = positions.place;
  if (cursor.isPlain) {
    readVarint(positions);
    return;
  }
  for (let mask = documents.bytes[documents.place++] ?? 0; mask > 0; mask &= mask - 1) readVarint(documents);
  const length = readVarint(positions);
  positions.place += length;
}

/** Where a term stands in a document: the places' numbers, ascending, of which the first `count` are of this document. */
export type Places = { numbers: Int32Array; count: number };

/** More than any text has words; a place's number is its field times this and its position, so that fields are far apart. */
const FIELD_START = 22;
const FIELD_SPAN = 2 ** FIELD_START;

export function fieldOfPlace(number: number): number {
  return number >> FIELD_START;
}

export function positionOfPlace(number: number): number {
  return number & (FIELD_SPAN - 1);
}

export function createPlaces(): Places {
  return { numbers: new Int32Array(64), count: 0 };
}

/** Reads where the term stands in the entry's document. */
export function readPlaces(cursor: PostingsCursor, places: Places): void {
  const positions = { bytes: cursor.positions.bytes, place: cursor.positionsStart };
  places.count = 0;
  if (cursor.isPlain) {
    places.numbers[places.count++] = BODY * FIELD_SPAN + readVarint(positions);
    return;
  }
  const counts = { bytes: cursor.documents.bytes, place: cursor.countsStart + 1 };
  readVarint(positions);
  for (let rest = counts.bytes[cursor.countsStart] ?? 0; rest > 0; rest &= rest - 1) {
    const count = readVarint(counts);
    makeRoom(places, count);
    addPlaces(places, positions, { count, before: (31 - Math.clz32(rest & -rest)) * FIELD_SPAN });
  }
}

function addPlaces(
  places: Places,
  positions: ByteReader,
  { count, before }: { readonly count: number; readonly before: number },
): void {
  const { numbers } = places;
  const { bytes } = positions;
  const end = places.count + count;
  let { place } = positions;
  let number = before;
  for (let index = places.count; index < end; index++) {
    let byte = bytes[place++] ?? 0;
    number += byte & 127;
    for (let unit = 128; byte > 127; unit *= 128) {
      byte = bytes[place++] ?? 0;
      number += (byte & 127) * unit;
    }
    numbers[index] = number;
  }
  places.count = end;
  positions.place = place;
}

function makeRoom(places: Places, count: number): void {
  if (places.count + count <= places.numbers.length) return;
  const larger = new Int32Array(2 * (places.count + count));
  larger.set(places.numbers);
  places.numbers = larger;
}

export type PostingsWriter = {
  readonly documents: ByteWriter;
  readonly positions: ByteWriter;
  /** Of the document before. */
  offset: number;
};

export function createPostingsWriter(): PostingsWriter {
  return { documents: createByteWriter(), positions: createByteWriter(), offset: 0 };
}

/** What has been written, until the writer is used again; it is empty then. */
export function viewPostings(writer: PostingsWriter): PackedPostings {
  writer.offset = 0;
  return { documents: viewBytes(writer.documents), positions: viewBytes(writer.positions) };
}

const scratch = createByteWriter();

/** Adds a document behind the others. `fields` ascend, `positions` stand beside them and ascend within a field. */
export function writeEntry(
  writer: PostingsWriter,
  offset: number,
  fields: readonly number[],
  positions: readonly number[],
): void {
  const isPlain = fields.length === 1 && fields[0] === BODY;
  writeHead(writer, offset, isPlain);
  if (isPlain) {
    writeVarint(writer.positions, positions[0] ?? 0);
    return;
  }
  let mask = 0;
  for (const field of fields) mask |= 1 << field;
  writeVarint(writer.documents, mask);
  scratch.length = 0;
  let count = 0;
  for (let place = 0; place < fields.length; place++) {
    const previous = count === 0 ? 0 : (positions[place - 1] ?? 0);
    writeVarint(scratch, (positions[place] ?? 0) - previous);
    count++;
    if (fields[place] === fields[place + 1]) continue;
    writeVarint(writer.documents, count);
    count = 0;
  }
  writeVarint(writer.positions, scratch.length);
  copyBytes(writer.positions, scratch.bytes, 0, scratch.length);
}

/** The beginning of an entry: its distance to the one before. */
export function writeHead(writer: PostingsWriter, offset: number, isPlain: boolean): void {
  writeVarint(writer.documents, ((offset - writer.offset) << 1) | (isPlain ? 1 : 0));
  writer.offset = offset;
}
