import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** A file that readers get; its name contains a hash of its bytes. */
export type MediaFile = {
  readonly name: string;
  readonly type: string;
  /** Reads the bytes only when they are published: a thousand photographs are gigabytes. */
  readonly read: () => Uint8Array;
};

/** A picture in one format and width. */
export type Rendition = MediaFile & { readonly width: number };

export type EncodedImage = {
  /** AVIF, then WebP, each from the narrowest to the widest. */
  readonly renditions: readonly Rendition[];
  readonly fallback: Rendition;
};

type EncodeOptions = {
  readonly hash: string;
  readonly stem: string;
  /** Pixels, upright. */
  readonly width: number;
  readonly isOpaque: boolean;
  readonly type: string;
  readonly cacheDir: string | undefined;
  /** Called before the first uncached variant is encoded. */
  readonly onEncode: () => void;
};

/** For phones and for the widest text (42 rem, `--container-prose`), at one and at two device pixels per CSS pixel. */
const WIDTHS = [480, 720, 1080, 1440] as const;
/** Part of the cache key: raise it whenever the encoding changes. */
const ENCODING_VERSION = 2;
const HASH_LENGTH = 16;

type Format = { readonly extension: string; readonly type: string; readonly encode: (image: Sharp) => Sharp };

const FORMATS = {
  avif: { extension: 'avif', type: 'image/avif', encode: (image) => image.avif({ quality: 60, effort: 3 }) },
  webp: {
    extension: 'webp',
    type: 'image/webp',
    encode: (image) => image.webp({ quality: 80, smartSubsample: true }),
  },
  jpeg: {
    extension: 'jpg',
    type: 'image/jpeg',
    encode: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
  },
  png: { extension: 'png', type: 'image/png', encode: (image) => image.png({ compressionLevel: 9 }) },
} satisfies Readonly<Record<string, Format>>;

/** Upright, without metadata, never enlarged. Decodes once, and only if a rendition is missing in the cache. */
export async function encodeImage(bytes: Uint8Array, options: EncodeOptions): Promise<EncodedImage> {
  const widths = listWidths(options.width);
  const largest = widths.at(-1) ?? options.width;
  const fallbackFormat = options.type === 'image/png' || !options.isOpaque ? FORMATS.png : FORMATS.jpeg;
  let decoded: Promise<Sharp> | undefined;
  const obtain = () => {
    if (decoded === undefined) options.onEncode();
    decoded ??= decodeImage(bytes, largest);
    return decoded;
  };
  const renditions: Rendition[] = [];
  for (const format of [FORMATS.avif, FORMATS.webp]) {
    for (const width of widths) renditions.push(await createRendition(obtain, { ...options, format, width }));
  }
  return {
    renditions,
    fallback: await createRendition(obtain, { ...options, format: fallbackFormat, width: largest }),
  };
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

type RenditionOptions = Pick<EncodeOptions, 'hash' | 'stem' | 'width' | 'cacheDir'> & {
  readonly format: Format;
};

async function createRendition(obtain: () => Promise<Sharp>, options: RenditionOptions): Promise<Rendition> {
  const { hash, stem, width, format, cacheDir } = options;
  const encode = async () => format.encode((await obtain()).clone().resize({ width })).toBuffer();
  const { bytes, read } = await keepBytes(
    cacheDir,
    `${hash}-${ENCODING_VERSION}-${width}.${format.extension}`,
    encode,
  );
  return { name: `${hashBytes(bytes)}-${stem}-${width}.${format.extension}`, type: format.type, width, read };
}

/** Reads the bytes from the cache, or creates and caches them. If they can't be cached, they stay in memory. */
export async function keepBytes(
  cacheDir: string | undefined,
  name: string,
  create: () => Promise<Uint8Array>,
): Promise<Pick<MediaFile, 'read'> & { readonly bytes: Uint8Array }> {
  const known = await readCached(cacheDir, name);
  const bytes = known ?? (await create());
  const isKept = known !== undefined || (await writeCached(cacheDir, name, bytes));
  return { bytes, read: isKept ? () => readFileSync(path.join(cacheDir ?? '', name)) : () => bytes };
}

export async function readCached(
  cacheDir: string | undefined,
  name: string,
): Promise<Uint8Array | undefined> {
  return cacheDir === undefined ? undefined : readFile(path.join(cacheDir, name)).catch(() => undefined);
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
    await writeFile(part, bytes);
    await rename(part, file);
    return true;
  } catch {
    return false;
  }
}

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
}
