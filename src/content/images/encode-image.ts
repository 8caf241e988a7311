import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { FileBytes } from '../../site/records.ts';
import { createPublishedName, readExtension } from '../file-names.ts';
import { measurePicture } from './picture-size.ts';

/** A file that readers get; its name contains a hash of its bytes. */
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

/** An image and the files that are published of it. */
export type PublishedImage = {
  readonly image: ShownImage;
  readonly media: readonly MediaFile[];
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
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly measures: PictureMeasures;
  readonly cacheDir: string | undefined;
  /** Called before the first uncached variant is encoded. */
  readonly onEncode: () => void;
};

/** Decoding an image even at this size proves that all its bytes can be read. */
export const PROOF_SIZE_PX = 8;
/**
 * Widths in pixels for phones and for the widest text (42 rem, `--container-prose`), at one and at
 * two device pixels per CSS pixel.
 */
const WIDTHS = [480, 720, 1080, 1440] as const;
/** Part of the cache key: raise it whenever the encoding changes. */
const ENCODING_VERSION = 2;
/** Part of the cache key: raise it whenever there are other measures. */
const MEASURES_VERSION = 2;
const HASH_LENGTH = 16;

export const ENCODINGS = {
  avif: { quality: 60, effort: 3 },
  webp: { quality: 80, smartSubsample: true },
  jpeg: { quality: 80, mozjpeg: true },
  png: { compressionLevel: 9 },
};
type ImageFormat = keyof typeof ENCODINGS;

/**
 * Measures an image, and keeps the measures in the cache, because those of a drawing take a
 * millisecond.
 */
export async function measureImage(
  bytes: Uint8Array,
  hash: string,
  cacheDir: string | undefined,
): Promise<PictureMeasures> {
  const cacheName = `${hash}-measures-${MEASURES_VERSION}.json`;
  const known = parseMeasures(await readCached(cacheDir, cacheName));
  if (known !== undefined) return known;
  const { width, height, autoOrient, hasAlpha, pixels, ...others } = await measurePicture(bytes);
  const { mediaType = 'something else', pages = 1, exif, xmp } = others;
  const isTagged = exif !== undefined || xmp !== undefined;
  const measures = { mediaType, width, height, pages, autoOrient, hasAlpha, isTagged, pixels };
  await writeCached(cacheDir, cacheName, Buffer.from(JSON.stringify(measures)));
  return measures;
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
export async function publishAnimation(opened: OpenedImage): Promise<PublishedImage> {
  const { file, hash, bytes, type, measures, cacheDir } = opened;
  const extension = readExtension(file);
  const kept = await cacheBytes(cacheDir, `${hash}-whole${extension}`, async () => {
    await sharp(bytes).resize(PROOF_SIZE_PX, PROOF_SIZE_PX, { fit: 'fill' }).toBuffer();
    return measures.isTagged ? sharp(bytes, { animated: true }).toBuffer() : bytes;
  });
  const name = `${formatShortHash(kept)}-${createPublishedName(file)}${extension}`;
  const { width, height } = measures.autoOrient;
  return {
    image: { file, name, width, height, renditions: [] },
    media: [{ name, type, bytes: kept }],
  };
}

/**
 * Encodes a photograph upright, without metadata, and never enlarged. It is decoded once, and only
 * if a rendition is missing in the cache.
 */
export async function encodePhotograph(opened: OpenedImage): Promise<PublishedImage> {
  const { file, bytes, type, measures, onEncode } = opened;
  const { width, height } = measures.autoOrient;
  const widths = listWidths(width);
  const largest = widths.at(-1) ?? width;
  let decoded: Promise<Sharp> | undefined;
  const obtain = () => {
    if (decoded === undefined) onEncode();
    decoded ??= decodeImage(bytes, largest);
    return decoded;
  };
  const create = (format: ImageFormat, width: number) =>
    createRendition(opened, obtain, { format, width });
  const renditions: Rendition[] = [];
  for (const format of ['avif', 'webp'] as const) {
    for (const width of widths) renditions.push(await create(format, width));
  }
  const isPng = type === 'image/png' || measures.hasAlpha;
  const fallback = await create(isPng ? 'png' : 'jpeg', largest);
  const image = {
    file,
    name: fallback.name,
    width: largest,
    height: Math.max(1, Math.round((height * largest) / width)),
    renditions: renditions.map(({ bytes: _, ...rendition }) => rendition),
  };
  return { image, media: [fallback, ...renditions] };
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
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function createRendition(
  { file, hash, cacheDir }: OpenedImage,
  obtain: () => Promise<Sharp>,
  { format, width }: { readonly format: ImageFormat; readonly width: number },
): Promise<Rendition> {
  const end = `${width}.${format === 'jpeg' ? 'jpg' : format}`;
  const bytes = await cacheBytes(cacheDir, `${hash}-${ENCODING_VERSION}-${end}`, async () =>
    (await obtain()).clone().resize({ width }).toFormat(format, ENCODINGS[format]).toBuffer(),
  );
  const name = `${formatShortHash(bytes)}-${createPublishedName(file)}-${end}`;
  return { name, type: `image/${format}`, width, bytes };
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
  try {
    await mkdir(cacheDir, { recursive: true });
    // On the disk before its name exists: nothing else tells a cut-off picture from a whole one.
    await writeFile(part, bytes, { flush: true });
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
