/** A growing byte buffer that can be reused. */
export type ByteWriter = { bytes: Uint8Array; length: number };

const FIRST_SIZE = 1_024;
const VARINT_MAX_BYTES = 5;

export function createByteWriter(): ByteWriter {
  return { bytes: new Uint8Array(FIRST_SIZE), length: 0 };
}

/** Writes a non-negative integer in seven-bit groups, lowest first; the eighth bit says that another group follows. */
export function writeVarint(writer: ByteWriter, number: number): void {
  makeRoom(writer, VARINT_MAX_BYTES);
  const { bytes } = writer;
  let rest = number;
  while (rest > 127) {
    bytes[writer.length++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[writer.length++] = rest;
}

/** Below this length a loop is faster than `set`. */
const LOOP_MAX_BYTES = 64;

export function copyBytes(writer: ByteWriter, from: Uint8Array, start: number, end: number): void {
  makeRoom(writer, end - start);
  const { bytes } = writer;
  if (end - start > LOOP_MAX_BYTES) {
    bytes.set(from.subarray(start, end), writer.length);
    writer.length += end - start;
    return;
  }
  for (let place = start; place < end; place++) bytes[writer.length++] = from[place] ?? 0;
}

/** A copy of the written bytes; empties the writer. */
export function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.bytes.slice(0, writer.length);
  writer.length = 0;
  return bytes;
}

/** The written bytes without copying, valid until the writer is used again; empties the writer. */
export function viewBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.bytes.subarray(0, writer.length);
  writer.length = 0;
  return bytes;
}

function makeRoom(writer: ByteWriter, count: number): void {
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

/** Encodes ascending numbers as differences. */
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
