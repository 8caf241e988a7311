import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** One form of a picture, under the name that it is published by: a hash of its bytes, and what it is. */
export type Rendition = {
  readonly name: string;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly bytes: Uint8Array;
};

export type EncodedImage = {
  /** AVIF and WebP, each from the narrowest on. */
  readonly renditions: readonly Rendition[];
  /** For those who read neither. */
  readonly fallback: Rendition;
};

type EncodeOptions = {
  /** Of the file, without its ending. */
  readonly stem: string;
  /** Pixels, upright. */
  readonly width: number;
  readonly isOpaque: boolean;
  readonly type: string;
  /** Where what was encoded once is kept; undefined where nothing is. */
  readonly cacheDir?: string | undefined;
};

/** A text is at most 42 rem wide (`--container-prose`): for phones, for one and for two pixels a point. */
const WIDTHS = [480, 720, 1080, 1440] as const;
/** To be raised with every change of how pictures are encoded. */
const RECIPE = 1;
const HASH_LENGTH = 16;

type Format = { readonly ending: string; readonly type: string; readonly encode: (image: Sharp) => Sharp };

const AVIF: Format = {
  ending: 'avif',
  type: 'image/avif',
  encode: (image) => image.avif({ quality: 60, effort: 3 }),
};
const WEBP: Format = {
  ending: 'webp',
  type: 'image/webp',
  encode: (image) => image.webp({ quality: 80, smartSubsample: true }),
};
const JPEG: Format = {
  ending: 'jpg',
  type: 'image/jpeg',
  encode: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
};
const PNG: Format = {
  ending: 'png',
  type: 'image/png',
  encode: (image) => image.png({ compressionLevel: 9 }),
};

/** A picture in the forms and widths that pages need: upright, without what its camera wrote into it, never enlarged. */
export async function encodeImage(bytes: Uint8Array, options: EncodeOptions): Promise<EncodedImage> {
  const widths = listWidths(options.width);
  const largest = widths.at(-1) ?? options.width;
  const fallbackFormat = options.type === 'image/png' || !options.isOpaque ? PNG : JPEG;
  const renditions: Rendition[] = [];
  for (const format of [AVIF, WEBP]) {
    for (const width of widths) renditions.push(await createRendition(bytes, { ...options, format, width }));
  }
  return {
    renditions,
    fallback: await createRendition(bytes, { ...options, format: fallbackFormat, width: largest }),
  };
}

/** Those of the widths that a picture has, and its own where it is narrower than the widest. */
function listWidths(natural: number): readonly number[] {
  const smaller = WIDTHS.filter((width) => width < natural);
  return smaller.length === WIDTHS.length ? smaller : [...smaller, natural];
}

type RenditionOptions = Pick<EncodeOptions, 'stem' | 'width' | 'cacheDir'> & { readonly format: Format };

async function createRendition(bytes: Uint8Array, options: RenditionOptions): Promise<Rendition> {
  const { stem, width, format, cacheDir } = options;
  const encode = () =>
    format.encode(sharp(bytes).autoOrient().resize({ width, withoutEnlargement: true })).toBuffer();
  const key = `${hashBytes(bytes)}-${RECIPE}-${width}.${format.ending}`;
  const encoded = cacheDir === undefined ? await encode() : await recall(path.join(cacheDir, key), encode);
  return {
    name: `${hashBytes(encoded)}-${stem}-${width}.${format.ending}`,
    type: format.type,
    width,
    bytes: encoded,
  };
}

/** What the file holds, or what is made and then held by it; where it can't be written, the next run makes it again. */
async function recall(file: string, create: () => Promise<Buffer>): Promise<Buffer> {
  const known = await readFile(file).catch(() => undefined);
  if (known !== undefined) return known;
  const made = await create();
  await keep(file, made).catch(() => undefined);
  return made;
}

async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, file);
}

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
}
