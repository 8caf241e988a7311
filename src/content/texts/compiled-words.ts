import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Guide } from '../../site/entities.ts';
import type { LegacyPostRecord, PostRecord } from '../../site/records.ts';
import type { Passage } from '../markdown/body.ts';

export type TextRecord = PostRecord | LegacyPostRecord;

/** Read from the cache only when a text is published or compared. */
export type CompiledWords = {
  readonly record?: TextRecord | undefined;
  readonly guide?: Guide | undefined;
  /** The passages long enough to be compared, in the order of their sketches. */
  readonly passages: readonly string[];
};

/** The fastest level compresses to a third. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function packWords(words: CompiledWords): Uint8Array {
  return zstdCompressSync(JSON.stringify(words), OPTIONS);
}

/** Not validated: the cache returns only the bytes that it was given. */
export function unpackWords(bytes: Uint8Array): CompiledWords {
  return JSON.parse(zstdDecompressSync(bytes).toString());
}

/** Packs each passage as 32-bit numbers: its line, the number of hashes, the hashes. */
export function packSketches(passages: readonly Passage[]): Uint8Array {
  const numbers = passages.flatMap(({ line, sketch }) => [line, sketch.length, ...sketch]);
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

export type Sketches = Uint32Array;

export function openSketches(bytes: Uint8Array): Sketches {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

export function visitSketches(
  sketches: Sketches,
  visit: (line: number, start: number, end: number) => void,
): void {
  for (let place = 0; place + 1 < sketches.length; ) {
    const [line = 1, length = 0] = [sketches[place], sketches[place + 1]];
    const start = place + 2;
    visit(line, start, start + length);
    place = start + length;
  }
}
