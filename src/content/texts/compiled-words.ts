import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Guide } from '../../site/guide.ts';
import type { LegacyPostRecord, PostRecord } from '../../site/records.ts';
import type { Passage } from '../markdown/body.ts';

export type TextRecord = PostRecord | LegacyPostRecord;

/** What a text says, which is read only where it is published or compared. */
export type CompiledWords = {
  readonly record?: TextRecord | undefined;
  readonly guide?: Guide | undefined;
  /** Those that are long enough to be compared, in the order of their sketches. */
  readonly passages: readonly string[];
};

/** Little work for a third of the size. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function packWords(words: CompiledWords): Uint8Array {
  return zstdCompressSync(JSON.stringify(words), OPTIONS);
}

/** Words as `packWords` packed them. They are not checked again: the cache returns only the bytes that it was given. */
export function unpackWords(bytes: Uint8Array): CompiledWords {
  return JSON.parse(zstdDecompressSync(bytes).toString());
}

/** As numbers of 32 bits: the line, how many numbers there are, and these; of one passage after the other. */
export function packSketches(passages: readonly Passage[]): Uint8Array {
  const numbers = passages.flatMap(({ line, sketch }) => [line, sketch.length, ...sketch]);
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

/** A text's long passages without their words. They stay packed: there are many. */
export type Sketches = Uint32Array;

export function openSketches(bytes: Uint8Array): Sketches {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

/** Each passage in order: its line, and where its numbers begin and end in the sketches. */
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
