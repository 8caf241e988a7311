import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** One form of a picture, under the name that it is published by: a hash of its bytes, and what it is. */
export type Rendition = {
  readonly name: string;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly read: ReadBytes;
};

/** A variant on disk. Those of a thousand photographs are a gigabyte, so each is read only when it is published. */
export type ReadBytes = () => Uint8Array;

/** A picture of the folder, without its bytes: those of a thousand photographs are gigabytes. */
export type ImageFile = {
  readonly file: string;
  /** `hashBytes` of the bytes. */
  readonly hash: string;
  readonly read: ReadBytes;
};

export type EncodedImage = {
  /** AVIF and WebP, each from the narrowest on. */
  readonly renditions: readonly Rendition[];
  /** For those who read neither. */
  readonly fallback: Rendition;
};

type EncodeOptions = {
  /** Names the file's bytes. */
  readonly hash: string;
  /** Of the file, without its ending. */
  readonly stem: string;
  /** Pixels, upright. */
  readonly width: number;
  readonly isOpaque: boolean;
  readonly type: string;
  /** Where what was encoded once is kept; undefined where nothing is. */
  readonly cacheDir?: string | undefined;
  /** Called before the first uncached variant is encoded. */
  readonly onEncode: () => void;
};

/** A text is at most 42 rem wide (`--container-prose`): for phones, for one and for two pixels a point. */
const WIDTHS = [480, 720, 1080, 1440] as const;
/** To be raised with every change of how pictures are encoded. */
const RECIPE = 2;
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

/**
 * A picture in the forms and widths that pages need: upright, without what its camera wrote into it, never enlarged. It is
 * decoded once, to the largest width, and only where a form is not kept.
 */
export async function encodeImage(bytes: Uint8Array, options: EncodeOptions): Promise<EncodedImage> {
  const widths = listWidths(options.width);
  const largest = widths.at(-1) ?? options.width;
  const fallbackFormat = options.type === 'image/png' || !options.isOpaque ? PNG : JPEG;
  let decoded: Promise<Sharp> | undefined;
  const obtain = () => {
    if (decoded === undefined) options.onEncode();
    decoded ??= decodeImage(bytes, largest);
    return decoded;
  };
  const renditions: Rendition[] = [];
  for (const format of [AVIF, WEBP]) {
    for (const width of widths) renditions.push(await createRendition(obtain, { ...options, format, width }));
  }
  return {
    renditions,
    fallback: await createRendition(obtain, { ...options, format: fallbackFormat, width: largest }),
  };
}

/** Those of the widths that a picture has, and its own where it is narrower than the widest. */
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
  const { bytes, read } = await keepBytes(cacheDir, `${hash}-${RECIPE}-${width}.${format.ending}`, encode);
  return { name: `${hashBytes(bytes)}-${stem}-${width}.${format.ending}`, type: format.type, width, read };
}

/** What the file of that name holds, or what is made and then held by it; where it can't be written, by this process. */
export async function keepBytes(
  folder: string | undefined,
  name: string,
  create: () => Promise<Uint8Array>,
): Promise<{ readonly bytes: Uint8Array; readonly read: ReadBytes }> {
  if (folder === undefined) return holdBytes(await create());
  const file = path.join(folder, name);
  const read = () => readFileSync(file);
  const known = await readFile(file).catch(() => undefined);
  if (known !== undefined) return { bytes: known, read };
  const made = await create();
  const isKept = await writeWhole(file, made).then(
    () => true,
    () => false,
  );
  return isKept ? { bytes: made, read } : holdBytes(made);
}

function holdBytes(bytes: Uint8Array) {
  return { bytes, read: () => bytes };
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, file);
}

/** Enough of the hash to avoid collisions among the pictures of a site. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
}
