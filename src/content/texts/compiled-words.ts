import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { Guide } from '../../site/guide.ts';
import type { LegacyPostRecord, PostRecord } from '../../site/records.ts';
import type { Passage } from '../markdown/passages.ts';

const postSchema = z.object({
  kind: z.literal('post'),
  slug: z.string(),
  category: z.string(),
  subcategory: z.string().optional(),
  title: z.string(),
  excerpt: z.string(),
  metaDescription: z.string(),
  content: z.string(),
  headings: z.string(),
  text: z.string(),
  readTime: z.number(),
  publishedAt: z.number(),
  updatedAt: z.number().optional(),
  featured: z.boolean(),
});
const legacySchema = z.object({
  kind: z.literal('legacy'),
  slug: z.string(),
  title: z.string(),
  legacyUrl: z.string(),
  redirectTo: z.string().optional(),
  metaDescription: z.string(),
  content: z.string(),
  updatedAt: z.number().optional(),
});
const guideSchema = z.object({
  slug: z.string(),
  title: z.string(),
  metaDescription: z.string(),
  content: z.string(),
  wordCount: z.number(),
  readTime: z.number(),
  publishedAt: z.string(),
  updatedAt: z.string().optional(),
});
const wordsSchema = z.object({
  record: z.discriminatedUnion('kind', [postSchema, legacySchema]).optional(),
  guide: guideSchema.optional(),
  /** Those that are long enough to be compared, in the order of their sketches. */
  passages: z.array(z.string()),
});

export type TextRecord = PostRecord | LegacyPostRecord;

/** What a text says, which is read only where it is published or compared. */
export type CompiledWords = {
  readonly record?: TextRecord | undefined;
  readonly guide?: Guide | undefined;
  readonly passages: readonly string[];
};

/** Little work for a third of the size. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function packWords(words: CompiledWords): Uint8Array {
  return zstdCompressSync(JSON.stringify(words), OPTIONS);
}

/** Undefined where these are no words as this program packs them. */
export function unpackWords(bytes: Uint8Array): CompiledWords | undefined {
  try {
    return wordsSchema.safeParse(JSON.parse(zstdDecompressSync(bytes).toString())).data;
  } catch {
    return undefined;
  }
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
