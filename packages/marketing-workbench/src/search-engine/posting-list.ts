import { BODY } from './schema.ts';

export type ByteWriter = { bytes: Uint8Array; length: number };

const FIRST_SIZE = 1_024;
const VARINT_MAX_BYTES = 5;

export function createByteWriter(): ByteWriter {
  return { bytes: new Uint8Array(FIRST_SIZE), length: 0 };
}

/**
 * Writes a non-negative integer in seven-bit groups, lowest first; the eighth bit says that another
 * group follows.
 */
export function writeVarint(writer: ByteWriter, number: number): void {
  reserveBytes(writer, VARINT_MAX_BYTES);
  const { bytes } = writer;
  let rest = number;
  while (rest > 127) {
    bytes[writer.length++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[writer.length++] = rest;
}

function copyBytes(writer: ByteWriter, from: Uint8Array, start: number, end: number): void {
  reserveBytes(writer, end - start);
  writer.bytes.set(from.subarray(start, end), writer.length);
  writer.length += end - start;
}

/** Returns a copy of the written bytes and empties the writer. */
export function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.bytes.slice(0, writer.length);
  writer.length = 0;
  return bytes;
}

/**
 * Returns the written bytes without copying and empties the writer. The bytes are valid until the
 * writer is used again.
 */
function viewBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.bytes.subarray(0, writer.length);
  writer.length = 0;
  return bytes;
}

function reserveBytes(writer: ByteWriter, count: number): void {
  if (writer.length + count <= writer.bytes.length) return;
  const larger = new Uint8Array(2 * (writer.length + count));
  larger.set(writer.bytes.subarray(0, writer.length));
  writer.bytes = larger;
}

export type ByteReader = { readonly bytes: Uint8Array; place: number };

export function readVarint(reader: ByteReader): number {
  const { bytes } = reader;
  let byte = bytes[reader.place++] ?? 0;
  let number = byte & 127;
  for (let shift = 7; byte > 127; shift += 7) {
    byte = bytes[reader.place++] ?? 0;
    number |= (byte & 127) << shift;
  }
  return number;
}

export function encodeAscending(numbers: Iterable<number>): Uint8Array {
  const writer = createByteWriter();
  let previous = 0;
  for (const number of numbers) {
    writeVarint(writer, number - previous);
    previous = number;
  }
  return takeBytes(writer);
}

export function decodeAscending(bytes: Uint8Array): number[] {
  const reader = { bytes, place: 0 };
  const numbers: number[] = [];
  let number = 0;
  while (reader.place < bytes.length) {
    number += readVarint(reader);
    numbers.push(number);
  }
  return numbers;
}

/**
 * A term's posting list for one block: the documents that contain the term, and its positions in
 * them, as varints. `documents` holds for each document the difference to the previous one, then a
 * bit mask of fields and a count for each field; both are omitted (and the lowest bit set) if the
 * term occurs once, in the body. `positions` holds for each document the positions in ascending
 * order as differences, field by field, preceded by their length in bytes if there are several.
 */
export type PackedPostings = { readonly documents: Uint8Array; readonly positions: Uint8Array };

export type PostingsCursor = {
  readonly documents: ByteReader;
  readonly positions: ByteReader;
  /** The document's offset in the block; infinite after the last document. */
  offset: number;
  /** True if the term occurs in the document once, in the body. */
  isPlain: boolean;
  /**
   * Start offsets of the current document's counts and positions; the readers' offsets are the
   * ends.
   */
  countsStart: number;
  positionsStart: number;
};

export function openPostings({ documents, positions }: PackedPostings): PostingsCursor {
  const cursor = {
    documents: { bytes: documents, place: 0 },
    positions: { bytes: positions, place: 0 },
    offset: 0,
    isPlain: false,
    countsStart: 0,
    positionsStart: 0,
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
  for (let mask = documents.bytes[documents.place++] ?? 0; mask > 0; mask &= mask - 1)
    readVarint(documents);
  const length = readVarint(positions);
  positions.place += length;
}

/** A place is a field and a position in one number. No text has 2 ** 22 words. */
const FIELD_BITS = 22;

export function encodePlace(field: number, position: number): number {
  return (field << FIELD_BITS) | position;
}

export function fieldOfPlace(place: number): number {
  return place >> FIELD_BITS;
}

/** Returns a bit mask of the fields of the places. */
export function maskFields(places: ArrayLike<number>): number {
  let mask = 0;
  for (let index = 0; index < places.length; index++) mask |= 1 << fieldOfPlace(places[index] ?? 0);
  return mask;
}

/** The places of a term in a document, ascending; only the first `count` numbers are valid. */
export type TermPlaces = { readonly numbers: number[]; count: number };

export function readPlaces(cursor: PostingsCursor, places: TermPlaces): void {
  const { numbers } = places;
  const positions = { bytes: cursor.positions.bytes, place: cursor.positionsStart };
  places.count = 0;
  if (cursor.isPlain) {
    numbers[places.count++] = encodePlace(BODY, readVarint(positions));
    return;
  }
  const counts = { bytes: cursor.documents.bytes, place: cursor.countsStart + 1 };
  readVarint(positions);
  for (let rest = counts.bytes[cursor.countsStart] ?? 0; rest > 0; rest &= rest - 1) {
    const end = places.count + readVarint(counts);
    let place = encodePlace(31 - Math.clz32(rest & -rest), 0);
    while (places.count < end) {
      place += readVarint(positions);
      numbers[places.count++] = place;
    }
  }
}

export type PostingsWriter = {
  readonly documents: ByteWriter;
  readonly positions: ByteWriter;
  offset: number;
};

export function createPostingsWriter(): PostingsWriter {
  return { documents: createByteWriter(), positions: createByteWriter(), offset: 0 };
}

/**
 * Returns the written bytes and empties the writer. The bytes are valid until the writer is used
 * again.
 */
export function viewPostings(writer: PostingsWriter): PackedPostings {
  writer.offset = 0;
  return { documents: viewBytes(writer.documents), positions: viewBytes(writer.positions) };
}

const scratch = createByteWriter();

/** Appends a document with the places of the term, which ascend. */
export function writeEntry(
  writer: PostingsWriter,
  offset: number,
  places: ArrayLike<number>,
): void {
  const mask = maskFields(places);
  const isPlain = places.length === 1 && mask === 1 << BODY;
  writeHead(writer, offset, isPlain);
  if (isPlain) {
    writeVarint(writer.positions, (places[0] ?? 0) - encodePlace(BODY, 0));
    return;
  }
  writeVarint(writer.documents, mask);
  scratch.length = 0;
  let count = 0;
  let previous = 0;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const field = fieldOfPlace(place);
    writeVarint(scratch, place - (count === 0 ? encodePlace(field, 0) : previous));
    previous = place;
    count++;
    if (fieldOfPlace(places[index + 1] ?? -1) === field) continue;
    writeVarint(writer.documents, count);
    count = 0;
  }
  writeVarint(writer.positions, scratch.length);
  copyBytes(writer.positions, scratch.bytes, 0, scratch.length);
}

function writeHead(writer: PostingsWriter, offset: number, isPlain: boolean): void {
  writeVarint(writer.documents, ((offset - writer.offset) << 1) | (isPlain ? 1 : 0));
  writer.offset = offset;
}

/**
 * Merges two posting lists without common documents, leaving out the documents of `old` at the
 * offsets `removed`.
 */
export function mergePostings(
  old: PackedPostings,
  added: PackedPostings,
  removed: ReadonlySet<number>,
): PackedPostings {
  const writer = createPostingsWriter();
  const kept = openPostings(old);
  const others = openPostings(added);
  while (Number.isFinite(kept.offset) || Number.isFinite(others.offset)) {
    const next = kept.offset < others.offset || removed.has(kept.offset) ? kept : others;
    if (next === others || !removed.has(kept.offset)) copyEntry(writer, next);
    advance(next);
  }
  return viewPostings(writer);
}

function copyEntry(writer: PostingsWriter, cursor: PostingsCursor): void {
  const { documents, positions, countsStart, positionsStart } = cursor;
  writeHead(writer, cursor.offset, cursor.isPlain);
  copyBytes(writer.documents, documents.bytes, countsStart, documents.place);
  copyBytes(writer.positions, positions.bytes, positionsStart, positions.place);
}
