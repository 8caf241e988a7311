/** Bytes being written; grows as needed and may be used again. */
export type ByteWriter = { bytes: Uint8Array; length: number };

const FIRST_SIZE = 1_024;
/** Of a whole number below 2 ** 35. */
const VARINT_MAX_BYTES = 5;

export function createByteWriter(): ByteWriter {
  return { bytes: new Uint8Array(FIRST_SIZE), length: 0 };
}

/** A whole number from 0, a small one in one byte: seven bits a byte, the lowest first, the eighth says that more follow. */
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

/** So few bytes a loop copies sooner than a call would. */
const FEW = 64;

export function copyBytes(writer: ByteWriter, from: Uint8Array, start: number, end: number): void {
  makeRoom(writer, end - start);
  const { bytes } = writer;
  if (end - start > FEW) {
    bytes.set(from.subarray(start, end), writer.length);
    writer.length += end - start;
    return;
  }
  for (let place = start; place < end; place++) bytes[writer.length++] = from[place] ?? 0;
}

/** What has been written, as bytes of their own; the writer is empty then. */
export function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.bytes.slice(0, writer.length);
  writer.length = 0;
  return bytes;
}

/** What has been written, in place: it lasts until the writer, which is empty then, is used again. */
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

/** Bytes being read, from `place` on. */
export type ByteReader = { readonly bytes: Uint8Array; place: number };

/** The next number that `writeVarint` wrote. */
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

/** Ascending numbers as differences to the one before, which are small. */
export function encodeAscending(numbers: Iterable<number>): Uint8Array {
  const writer = createByteWriter();
  let previous = 0;
  for (const number of numbers) {
    writeVarint(writer, number - previous);
    previous = number;
  }
  return takeBytes(writer);
}

/** What `encodeAscending` was given. */
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
