import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { FileBytes } from '../../site/records.ts';
import { createPublishedName, readExtension } from '../file-names.ts';
import { measurePicture } from './picture-size.ts';

/** A file that readers get; its name contains a hash of its bytes, or of those it is made from. */
export type MediaFile = {
  readonly name: string;
  readonly type: string;
  readonly bytes: FileBytes;
};

/** A picture in one format and width. */
export type Rendition = MediaFile & { readonly width: number };

export type ShownImage = {
  readonly file: string;
  readonly name: string;
  /** Width in pixels as it is shown: a rotated photo is measured upright. */
  readonly width: number;
  readonly height: number;
  /** Variants in smaller formats and other widths; none for an SVG or an animation. */
  readonly renditions: readonly Omit<Rendition, 'bytes'>[];
  /** Name and size of a drawing's form for wide windows. */
  readonly wide?: Pick<ShownImage, 'name' | 'width' | 'height'>;
};

/** The files that are published of a picture; they are encoded only to publish them. */
export type PicturePlan = {
  /** Their names contain a hash of the picture and of how it is encoded. */
  readonly files: readonly Pick<MediaFile, 'name' | 'type'>[];
  /** Path of the picture in the content folder. */
  readonly source: string;
  /** Number of pixels that are decoded at once. */
  readonly pixels: number;
  /** Reads the picture again, since pictures do not stay in memory until they are encoded. */
  readonly readBytes: () => Promise<Uint8Array>;
  /**
   * Encodes the files that are not in the cache, in the order of `files`, and calls `onEncode` before the
   * first that takes long.
   */
  readonly encode: (onEncode: () => void) => Promise<readonly MediaFile[]>;
};

/** An image and the files that are published of it. */
export type PlannedImage = {
  readonly image: ShownImage;
  readonly picture: PicturePlan;
  /** Advice on a drawing. */
  readonly advice?: readonly string[];
};

export type PictureMeasures = Required<
  Pick<Metadata, 'width' | 'height' | 'pages' | 'autoOrient' | 'hasAlpha'>
> & {
  readonly mediaType: string;
  readonly isTagged: boolean;
  /** Number of pixels of all frames. */
  readonly pixels: number;
};

export type OpenedImage = {
  readonly file: string;
  readonly hash: string;
  readonly type: string;
  readonly measures: PictureMeasures;
  readonly cacheDir: string | undefined;
  readonly readBytes: () => Promise<Uint8Array>;
  /** The language of the site, in which the names of published files are spelled. */
  readonly language: string;
};

const PROOF_SIZE_PX = 8;
/**
 * Widths in pixels for phones and for the widest text (42 rem, `--container-prose`), at one and at
 * two device pixels per CSS pixel.
 */
const WIDTHS = [480, 720, 1080, 1440] as const;
/** Part of the cache key: raise it whenever the encoding changes. */
const ENCODING_VERSION = 3;
/** Part of the cache key: raise it whenever there are other measures. */
const MEASURES_VERSION = 3;
const HASH_LENGTH = 16;

/** Chosen by time, bytes and error: docs/decisions/073-pictures-are-encoded-only-to-be-published.md. */
export const ENCODINGS = {
  avif: { quality: 60, effort: 0 },
  webp: { quality: 80, effort: 2 },
  jpeg: { quality: 80, mozjpeg: true },
  png: { compressionLevel: 9 },
};
type ImageFormat = keyof typeof ENCODINGS;

/**
 * Measures an image. `prove` decodes it, and returns false if its measures are refused. Keeps the
 * measures of a readable image in the cache. Rejects with an error of `sharp` if it can't be read.
 */
export async function measureImage(
  bytes: Uint8Array,
  { hash, cacheDir }: Pick<OpenedImage, 'hash' | 'cacheDir'>,
  prove: (measures: PictureMeasures) => Promise<boolean>,
): Promise<PictureMeasures> {
  const cacheName = `${hash}-measures-${MEASURES_VERSION}.json`;
  const known = parseMeasures(await readCached(cacheDir, cacheName));
  if (known !== undefined) return known;
  const { width, height, autoOrient, hasAlpha, pixels, ...others } = await measurePicture(bytes);
  const { mediaType = 'something else', pages = 1, exif, xmp } = others;
  const isTagged = exif !== undefined || xmp !== undefined;
  const measures = { mediaType, width, height, pages, autoOrient, hasAlpha, isTagged, pixels };
  if (await prove(measures))
    await writeCached(cacheDir, cacheName, Buffer.from(JSON.stringify(measures)));
  return measures;
}

/** Decodes an image at a small size, which fails unless all its bytes can be read. */
export async function decodeAsProof(bytes: Uint8Array): Promise<void> {
  await sharp(bytes, { sequentialRead: true })
    .resize(PROOF_SIZE_PX, PROOF_SIZE_PX, { fit: 'fill' })
    .toBuffer();
}

/** Parses cached measures; undefined also for an entry that was cut short. */
function parseMeasures(json: Uint8Array | undefined): PictureMeasures | undefined {
  try {
    return json && JSON.parse(String(json));
  } catch {
    return undefined;
  }
}

/** Publishes an animation unchanged, without its metadata. */
export function planAnimation(opened: OpenedImage): PlannedImage {
  const { file, hash, type, measures, cacheDir, language, readBytes } = opened;
  const extension = readExtension(file);
  const name = `${hash}-${createPublishedName(file, language)}${extension}`;
  const { width, height } = measures.autoOrient;
  const encode = async () => {
    const bytes = await cacheBytes(cacheDir, `${hash}-whole${extension}`, async () => {
      const source = await readBytes();
      return measures.isTagged ? sharp(source, { animated: true }).toBuffer() : source;
    });
    return [{ name, type, bytes }];
  };
  return {
    image: { file, name, width, height, renditions: [] },
    picture: createPicturePlan(opened, [{ name, type }], encode),
  };
}

export function createPicturePlan(
  { file, measures, readBytes }: OpenedImage,
  files: PicturePlan['files'],
  encode: PicturePlan['encode'],
): PicturePlan {
  return { files, source: file, pixels: measures.pixels, readBytes, encode };
}

type PlannedRendition = Omit<Rendition, 'bytes'> & { readonly format: ImageFormat };

/** Publishes a photograph upright, without metadata, and never enlarged. */
export function planPhotograph(opened: OpenedImage): PlannedImage {
  const { file, type, measures } = opened;
  const { width, height } = measures.autoOrient;
  const widths = listWidths(width);
  const largest = widths.at(-1) ?? width;
  const isPng = type === 'image/png' || measures.hasAlpha;
  const fallback = planRendition(opened, isPng ? 'png' : 'jpeg', largest);
  const renditions = (['avif', 'webp'] as const).flatMap((format) =>
    widths.map((each) => planRendition(opened, format, each)),
  );
  const image = {
    file,
    name: fallback.name,
    width: largest,
    height: Math.max(1, Math.round((height * largest) / width)),
    renditions: renditions.map(({ format: _, ...rendition }) => rendition),
  };
  const planned = [fallback, ...renditions];
  const picture = createPicturePlan(opened, planned, (onEncode) =>
    encodePhotograph(opened, planned, onEncode),
  );
  return { image, picture };
}

function planRendition(
  { file, hash, language }: OpenedImage,
  format: ImageFormat,
  width: number,
): PlannedRendition {
  const id = hashBytes(Buffer.from(`${hash} ${ENCODING_VERSION}`));
  const name = `${id}-${createPublishedName(file, language)}-${width}.${readFormatExtension(format)}`;
  return { name, type: `image/${format}`, width, format };
}

function readFormatExtension(format: ImageFormat): string {
  return format === 'jpeg' ? 'jpg' : format;
}

/** Decodes the photograph once, and only if a rendition is missing in the cache. */
async function encodePhotograph(
  { hash, cacheDir, readBytes }: OpenedImage,
  planned: readonly PlannedRendition[],
  onEncode: () => void,
): Promise<readonly MediaFile[]> {
  const largest = Math.max(...planned.map(({ width }) => width));
  let decoded: Promise<Sharp> | undefined;
  const obtain = () => {
    if (decoded === undefined) onEncode();
    decoded ??= readBytes().then((bytes) => decodeImage(bytes, largest));
    return decoded;
  };
  const media: MediaFile[] = [];
  for (const { name, type, width, format } of planned) {
    const cacheName = `${hash}-${ENCODING_VERSION}-${width}.${readFormatExtension(format)}`;
    const bytes = await cacheBytes(cacheDir, cacheName, async () =>
      (await obtain()).clone().resize({ width }).toFormat(format, ENCODINGS[format]).toBuffer(),
    );
    media.push({ name, type, bytes });
  }
  return media;
}

/**
 * Returns the smallest WebP, which every browser and the programs that read structured data can
 * show.
 */
export function findSmallest({ name, renditions }: ShownImage): string {
  const [smallest] = renditions
    .filter(({ type }) => type === 'image/webp')
    .toSorted((a, b) => a.width - b.width);
  return smallest?.name ?? name;
}

function listWidths(natural: number): readonly number[] {
  const smaller = WIDTHS.filter((width) => width < natural);
  return smaller.length === WIDTHS.length ? smaller : [...smaller, natural];
}

/** Decodes at the size needed; a JPEG is scaled down while it is decoded. */
async function decodeImage(bytes: Uint8Array, width: number): Promise<Sharp> {
  const image = sharp(bytes, { sequentialRead: true })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  return keepPixels(image);
}

/** Computes the pixels, so that several encoders can use them. */
export async function keepPixels(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/**
 * Reads the bytes from the cache, or creates and caches them. If they can't be cached, they stay in
 * memory.
 */
export async function cacheBytes(
  cacheDir: string | undefined,
  name: string,
  create: () => Promise<Uint8Array>,
): Promise<FileBytes> {
  const known = await readCached(cacheDir, name);
  const bytes = known ?? (await create());
  const isKept = known !== undefined || (await writeCached(cacheDir, name, bytes));
  return describeBytes(bytes, isKept ? readLater(path.join(cacheDir ?? '', name)) : () => bytes);
}

/**
 * Returns a function that reads the file. A closure beside `() => bytes` would keep the bytes in
 * memory, too.
 */
function readLater(file: string): () => Uint8Array {
  return () => readFileSync(file);
}

export async function readCached(
  cacheDir: string | undefined,
  name: string,
): Promise<Uint8Array | undefined> {
  return cacheDir === undefined
    ? undefined
    : readFile(path.join(cacheDir, name)).catch(() => undefined);
}

export async function writeCached(
  cacheDir: string | undefined,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (cacheDir === undefined) return false;
  const file = path.join(cacheDir, name);
  const part = `${file}.${process.pid}`;
  // On the disk before its name exists: nothing else tells a cut-off picture from a whole one.
  const write = () => writeFile(part, bytes, { flush: true });
  try {
    await write().catch(() => mkdir(cacheDir, { recursive: true }).then(write));
    await rename(part, file);
    return true;
  } catch {
    return false;
  }
}

export function describeBytes(bytes: Uint8Array, read: () => Uint8Array): FileBytes {
  return { sha256: digest('sha256', bytes), size: bytes.length, read };
}

/** Returns the part of the hash that file names contain. */
export function formatShortHash({ sha256 }: FileBytes): string {
  return sha256.slice(0, HASH_LENGTH);
}

export function hashBytes(bytes: Uint8Array): string {
  return digest('sha256', bytes).slice(0, HASH_LENGTH);
}
