import path from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { z } from 'zod';
import { isSlug } from '../../site/slugs.ts';
import { type ContentProblem, type LineProblem, placeInFile } from '../content-problem.ts';
import { IMAGE_TYPES } from '../sort-files.ts';
import {
  encodeImage,
  hashBytes,
  type ImageFile,
  keepBytes,
  type ReadBytes,
  type Rendition,
  readCached,
  writeCached,
} from './encode-image.ts';

/** `sharp` works on its own threads; more at once only takes memory. */
const IMAGES_READ_AT_ONCE = 4;
/** Some files (AVIF, progressive JPEG) can only be decoded whole, which takes three to six bytes a pixel. */
const PIXELS_AT_ONCE = 30_000_000;
/** Decoding an image even at this size proves that all its bytes can be read. */
const PROOF_SIZE_PX = 8;
/** The size of a photo from a large camera; a file that claims more was made to exhaust the memory. */
const PIXELS_MAX = 100_000_000;
/** The limit of the WebP format, in pixels. */
const SIDE_MAX = 16_383;
/** Far more than a diagram takes; every reader's browser has to draw it. */
const DRAWING_BYTES_MAX = 500_000;
const SVG_TYPE = 'image/svg+xml';

export type Image = {
  readonly file: string;
  /** Its public name: a hash of the bytes and the first file name with these bytes. */
  readonly name: string;
  readonly type: string;
  /** Pixels, as it is shown (a rotated photo is measured upright). */
  readonly width: number;
  readonly height: number;
  readonly read: ReadBytes;
  /** Lighter formats and other widths; none for a drawing (SVG) or an animation. */
  readonly renditions: readonly Rendition[];
};

/** By path in the content folder; undefined for an image that can't be shown. */
export type ImagesByFile = ReadonlyMap<string, Image | undefined>;

type ReadImagesOptions = {
  readonly cacheDir: string | undefined;
  /** Called before the first picture is encoded, and then after each one. */
  readonly onProgress: (done: number, total: number) => void;
};

export async function readImages(
  files: readonly ImageFile[],
  { cacheDir, onProgress }: ReadImagesOptions,
): Promise<{ readonly images: ImagesByFile; readonly problems: readonly ContentProblem[] }> {
  const nameByHash = new Map<string, string>();
  for (const { file, hash } of files) {
    if (!nameByHash.has(hash)) nameByHash.set(hash, `${hash}-${path.basename(file)}`);
  }
  sharp.cache(false); // No picture is decoded twice.
  const limitPixels = createPixelLimit(PIXELS_AT_ONCE);
  let [done, isEncoding] = [0, false];
  const onEncode = () => {
    if (!isEncoding) onProgress(done, files.length);
    isEncoding = true;
  };
  const found = new Map<string, ReadImage>();
  const waiting = files.values();
  const readOneByOne = async () => {
    for (const file of waiting) {
      const name = nameByHash.get(file.hash) ?? path.basename(file.file);
      found.set(file.file, await readImage(file, { name, cacheDir, limitPixels, onEncode }));
      done += 1;
      if (isEncoding) onProgress(done, files.length);
    }
  };
  await Promise.all(Array.from({ length: IMAGES_READ_AT_ONCE }, readOneByOne));
  return {
    images: new Map(files.map(({ file }) => [file, found.get(file)?.image])),
    problems: [...found].flatMap(([file, { problems }]) => placeInFile(file, problems)),
  };
}

type ReadImage = { readonly image?: Image; readonly problems: readonly LineProblem[] };

type ReadOptions = {
  readonly name: string;
  readonly cacheDir: string | undefined;
  readonly limitPixels: ReturnType<typeof createPixelLimit>;
  readonly onEncode: () => void;
};

async function readImage(source: ImageFile, options: ReadOptions): Promise<ReadImage> {
  const { file } = source;
  const type = IMAGE_TYPES.get(path.extname(file)) ?? '';
  const bytes = source.read();
  const refused = [...listNameProblems(file), ...listWeightProblems(type, bytes)];
  if (refused.length > 0) return { problems: refused };
  try {
    if (type === SVG_TYPE) return await readDrawing({ ...source, bytes }, options);
    const metadata = await sharp(bytes).metadata();
    const problems = listMetadataProblems(type, metadata);
    if (problems.length > 0) return { problems };
    const opened = { ...source, bytes, type, metadata };
    const pages = metadata.pages ?? 1;
    const { width, height } = metadata;
    const image = await options.limitPixels(width * height * pages, () =>
      pages > 1 ? readAnimation(opened, options) : encodePhotograph(opened, options),
    );
    return { image, problems: [] };
  } catch (error) {
    if (!isImageError(error)) throw error;
    return { problems: [{ message: "is an image that can't be read; save it again" }] };
  }
}

type OpenedImage = Pick<ImageFile, 'file' | 'hash'> & {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly metadata: Metadata;
};

const sizeSchema = z.object({ width: z.number(), height: z.number() });

/** An SVG, published as it is. To draw it takes long, so the cache holds the size of each one that could be drawn. */
async function readDrawing(
  { file, hash, bytes }: Omit<OpenedImage, 'type' | 'metadata'>,
  { name, cacheDir, limitPixels }: ReadOptions,
): Promise<ReadImage> {
  const cacheName = `${hash}-drawing.json`;
  const createImage = ({ width, height }: z.infer<typeof sizeSchema>): ReadImage => ({
    image: { file, name, type: SVG_TYPE, width, height, read: () => bytes, renditions: [] },
    problems: [],
  });
  const known = parseSize(await readCached(cacheDir, cacheName));
  if (known !== undefined) return createImage(known);
  const metadata = await sharp(bytes).metadata();
  const problems = listMetadataProblems(SVG_TYPE, metadata);
  if (problems.length > 0) return { problems };
  const { width, height } = metadata.autoOrient;
  await limitPixels(width * height, () => proveReadable(bytes));
  await writeCached(cacheDir, cacheName, Buffer.from(JSON.stringify({ width, height })));
  return createImage({ width, height });
}

function parseSize(json: Uint8Array | undefined): z.infer<typeof sizeSchema> | undefined {
  try {
    return json && sizeSchema.safeParse(JSON.parse(String(json))).data;
  } catch {
    return undefined;
  }
}

/** An animation, published as it is but for the metadata in its file. */
async function readAnimation(
  { file, hash, bytes, type, metadata }: OpenedImage,
  { name, cacheDir }: ReadOptions,
): Promise<Image> {
  await proveReadable(bytes);
  const { width, height } = metadata.autoOrient;
  const image = { file, name, type, width, height, renditions: [] };
  const isPlain = metadata.exif === undefined && metadata.xmp === undefined;
  const kept = await keepBytes(cacheDir, `${hash}-moving${path.extname(file)}`, async () =>
    isPlain ? bytes : sharp(bytes, { animated: true }).toBuffer(),
  );
  if (isPlain) return { ...image, read: kept.read };
  return { ...image, name: `${hashBytes(kept.bytes)}-${path.basename(file)}`, read: kept.read };
}

async function proveReadable(bytes: Uint8Array): Promise<void> {
  await sharp(bytes).resize(PROOF_SIZE_PX, PROOF_SIZE_PX, { fit: 'fill' }).toBuffer();
}

/** Encoding also proves that all bytes can be read, unless an earlier run has cached the result. */
async function encodePhotograph(
  { file, hash, bytes, type, metadata }: OpenedImage,
  { cacheDir, onEncode }: ReadOptions,
): Promise<Image> {
  const { width, height } = metadata.autoOrient;
  const { renditions, fallback } = await encodeImage(bytes, {
    ...{ hash, type, width, cacheDir, onEncode },
    stem: path.parse(file).name,
    isOpaque: !metadata.hasAlpha,
  });
  const shown = { ...fallback, height: Math.max(1, Math.round((height * fallback.width) / width)) };
  return { file, ...shown, renditions };
}

/** `sharp` throws plain errors for bad files; system errors have a code, and programming errors have their own types. */
function isImageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

function listNameProblems(file: string): readonly LineProblem[] {
  if (isSlug(path.parse(file).name)) return [];
  return [{ message: 'has a name that is no slug; use lower-case letters, digits and single hyphens' }];
}

function listWeightProblems(type: string, bytes: Uint8Array): readonly LineProblem[] {
  if (type !== SVG_TYPE || bytes.length <= DRAWING_BYTES_MAX) return [];
  const limit = `${DRAWING_BYTES_MAX / 1000} kB`;
  return [{ message: `weighs more than ${limit} as a drawing; simplify it or save it as PNG` }];
}

function listMetadataProblems(type: string, metadata: Metadata): readonly LineProblem[] {
  const { mediaType = 'something else', width, height, pages = 1 } = metadata;
  if (mediaType !== type)
    return [{ message: `is ${mediaType}, not ${type} as its name says; rename it or save it as that` }];
  if (width * height * pages > PIXELS_MAX)
    return [{ message: 'has more than 100 million pixels; save it smaller' }];
  if (Math.max(width, height) > SIDE_MAX)
    return [{ message: `has a side of more than ${SIDE_MAX} pixels; save it smaller` }];
  return [];
}

/** A picture with more than `max` pixels runs alone. */
function createPixelLimit(max: number) {
  let running = 0;
  let waiting: (() => void)[] = [];
  return async <Result>(pixels: number, work: () => Promise<Result>): Promise<Result> => {
    const weight = Math.min(pixels, max);
    while (running + weight > max) await new Promise<void>((resolve) => waiting.push(resolve));
    running += weight;
    try {
      return await work();
    } finally {
      running -= weight;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    }
  };
}
