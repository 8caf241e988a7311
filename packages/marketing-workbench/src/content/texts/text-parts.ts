import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { TextRecord } from '../../site/records.ts';
import type { LineFinding } from '../content-finding.ts';
import type { DownloadsByFile } from '../downloads.ts';
import type { CoverCut } from '../images/covers.ts';
import type { ShownImages } from '../images/read-images.ts';
import type { InternalLink, ProseLine } from '../markdown/body.ts';
import { SKETCH_SIZE } from '../shingles.ts';
import type { NamedDownload } from './download-keys.ts';
import type { TextDocument } from './text-document.ts';
import type { ValidKeys } from './text-keys.ts';

/** Parts of a compiled text, each read on demand. */
export type TextParts = {
  readonly facts: string;
  /** Hash of the record; empty without a record. */
  readonly hash: string;
  readonly sketches: Uint8Array;
  readonly words: Uint8Array;
};

/**
 * Caches compiled texts. It may drop any entry at any time, but never returns anything other than
 * what was stored.
 */
export type TextCache = {
  readonly find: (key: string) => Pick<TextParts, 'facts' | 'hash'> | undefined;
  readonly findPart: (key: string, part: 'sketches' | 'words') => Uint8Array | undefined;
  readonly keep: (texts: ReadonlyMap<string, TextParts>) => void;
  /** The texts of the last run that found no near-duplicates. */
  readonly listSettled: () => ReadonlySet<string>;
  /** Replaces the settled texts, and drops most others. */
  readonly settle: (keys: ReadonlySet<string>) => void;
};

export function createMemoryCache(): TextCache {
  const texts = new Map<string, TextParts>();
  let settled: ReadonlySet<string> = new Set();
  return {
    find: (key) => texts.get(key),
    findPart: (key, part) => texts.get(key)?.[part],
    keep: (more) => {
      for (const [key, parts] of more) texts.set(key, parts);
    },
    listSettled: () => settled,
    settle: (keys) => {
      settled = keys;
      for (const key of texts.keys()) if (!keys.has(key)) texts.delete(key);
    },
  };
}

/** The keys that site-wide checks report. */
const PLACED_KEYS = [
  'title',
  'seoTitle',
  'excerpt',
  'metaDescription',
  'updatedAt',
  'checkedAt',
  'legacyUrl',
  'redirectTo',
  'aliases',
  'author',
] as const;

/** A text without its words: enough for site-wide checks and lists of records. */
export type TextFacts = {
  readonly text?:
    | undefined
    | {
        /** Address of the text; a legacy post without a legacyUrl has none. */
        readonly address?: string | undefined;
        readonly validKeys: ValidKeys;
        readonly lines: Readonly<Record<string, number>>;
        /** The line of each tag. */
        readonly tagLines: readonly number[];
        /** Every id that a link to this text may name after `#`. */
        readonly anchors: readonly string[];
        readonly links: readonly InternalLink[];
        readonly images: readonly string[];
        readonly cut?: CoverCut | undefined;
        readonly downloads: readonly NamedDownload[];
        /** Whether the text becomes a record, for which its front matter has to be valid. */
        readonly hasRecord: boolean;
      };
  readonly problems: readonly LineFinding[];
  /** Each picture and download that the compiler looked up, with a hash of the result. */
  readonly filesBeside: Readonly<Record<string, string>>;
};

/**
 * Parses facts without a check, which would take an eighth of a large run: cache keys name the
 * compiler, and a checksum covers the bytes.
 */
export function parseFacts(json: string): TextFacts {
  return JSON.parse(json);
}

export function formatFacts(
  document: TextDocument | undefined,
  rest: Pick<TextFacts, 'problems' | 'filesBeside'>,
): string {
  const text = document && {
    address: document.address,
    validKeys: document.validKeys,
    hasRecord: document.record !== undefined,
    lines: Object.fromEntries(PLACED_KEYS.map((key) => [key, document.lineOf(key)])),
    tagLines: (document.validKeys.tags ?? []).map((_, index) => document.lineOf('tags', index)),
    anchors: [...document.body.anchors],
    links: document.body.links,
    cut: document.cut,
    downloads: document.downloads,
    images: document.body.images.map(({ file }) => file),
  };
  const facts: TextFacts = { ...rest, text };
  return JSON.stringify(facts);
}

type FilesBeside = {
  readonly images: ShownImages;
  readonly downloads: Pick<DownloadsByFile, 'get' | 'has'>;
};

/** Returns a hash that changes whenever the picture or download would be shown differently. */
export function hashFileBeside({ images, downloads }: FilesBeside, file: string): string {
  if (!images.has(file) && !downloads.has(file)) return 'missing';
  const found = images.get(file) ?? downloads.get(file);
  return found === undefined ? 'unreadable' : hash('sha256', JSON.stringify(found)).slice(0, 32);
}

/** The words of a text, read from the cache only when it is published or compared. */
type CompiledWords = {
  readonly record?: TextRecord | undefined;
  /** The passages long enough to be compared, in the order of their sketches. */
  readonly passages: readonly string[];
};

/** Options for the fastest level, which compresses to a third. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function packWords(words: CompiledWords): Uint8Array {
  return zstdCompressSync(JSON.stringify(words), OPTIONS);
}

/** Unpacks words without a check: the cache returns only the bytes that it was given. */
export function unpackWords(bytes: Uint8Array): CompiledWords {
  return JSON.parse(zstdDecompressSync(bytes).toString());
}

/** Length of a packed passage in numbers: its line, then the hashes of its sketch. */
export const SKETCH_LENGTH = 1 + SKETCH_SIZE;

/** Packs the passages as 32-bit numbers. */
export function packSketches(passages: readonly ProseLine[]): Uint8Array {
  return new Uint8Array(
    Uint32Array.from(passages.flatMap(({ line, sketch }) => [line, ...sketch])).buffer,
  );
}

export function openSketches(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
