import path from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { isSlug } from '../../site/slugs.ts';
import { type ContentProblem, type LineProblem, placeInFile } from '../content-problem.ts';
import { findText } from '../folder/find-text.ts';
import { mapBounded } from '../folder/map-bounded.ts';
import type { Recall } from '../memo.ts';
import {
  encodeImage,
  hashBytes,
  type ImageFile,
  keepBytes,
  type ReadBytes,
  type Rendition,
} from './encode-image.ts';
import { IMAGE_TYPES } from './image-types.ts';
import { createPixelGate, type PixelGate } from './pixel-gate.ts';
import { listSvgDangers } from './svg-dangers.ts';

/** `sharp` works on threads of its own; more at once only takes memory. */
const IMAGES_READ_AT_ONCE = 4;
/** Some files (AVIF, progressive JPEG) can only be decoded whole, which takes three to six bytes a pixel. */
const PIXELS_AT_ONCE = 30_000_000;
/** A decoded picture this small proves that every byte could be read. */
const PROOF_SIZE_PX = 8;
/** What a large camera takes; a file that claims more is made to fill the memory. */
const PIXELS_MAX = 100_000_000;
/** What WebP can hold, in pixels. */
const SIDE_MAX = 16_383;
/** Far more than a diagram takes; every reader's browser has to draw it. */
const DRAWING_BYTES_MAX = 500_000;

export type Image = {
  /** Where it was found. */
  readonly file: string;
  /** Its name for good: a hash of the bytes and the first name that these bytes had. */
  readonly name: string;
  readonly type: string;
  /** Pixels, as it is shown (a rotated photo is measured upright). */
  readonly width: number;
  readonly height: number;
  readonly read: ReadBytes;
  /** The same in lighter forms and in other widths; none for a drawing (SVG) or a moving picture. */
  readonly renditions: readonly Rendition[];
};

/** Every image file by its name in the content; undefined for one that can't be shown. */
export type ImageShelf = ReadonlyMap<string, Image | undefined>;

export type ReadImagesOptions = {
  /** May know an image of the same bytes and name from before. */
  readonly recall?: Recall<Promise<ReadImage>>;
  /** Where encoded pictures are kept from one run to the next; undefined where they are not. */
  readonly cacheDir?: string | undefined;
  /** Called before the first picture is encoded, and then after each one. */
  readonly onProgress?: (done: number, total: number) => void;
};

/** Reads and measures each file, and encodes those that are photographs or the like. */
export async function readImages(
  files: readonly ImageFile[],
  { recall = (_, create) => create(), cacheDir, onProgress = () => undefined }: ReadImagesOptions = {},
): Promise<{ readonly images: ImageShelf; readonly problems: readonly ContentProblem[] }> {
  const nameByHash = new Map<string, string>();
  for (const { file, hash } of files) {
    if (!nameByHash.has(hash)) nameByHash.set(hash, `${hash}-${path.basename(file)}`);
  }
  sharp.cache(false); // No picture is decoded twice.
  const gate = createPixelGate(PIXELS_AT_ONCE);
  let [done, isEncoding] = [0, false];
  const onEncode = () => {
    if (!isEncoding) onProgress(done, files.length);
    isEncoding = true;
  };
  const read = await mapBounded(files, IMAGES_READ_AT_ONCE, async (file) => {
    const name = nameByHash.get(file.hash) ?? path.basename(file.file);
    const options = { name, cacheDir, gate, onEncode };
    const image = await recall(`${file.file} ${name}`, () => readImage(file, options));
    done += 1;
    if (isEncoding) onProgress(done, files.length);
    return image;
  });
  return {
    images: new Map(read.map(({ file, image }) => [file, image])),
    problems: read.flatMap(({ file, problems }) => placeInFile(file, problems)),
  };
}

export type ReadImage = {
  readonly file: string;
  readonly image?: Image;
  readonly problems: readonly LineProblem[];
};

type ReadOptions = {
  readonly name: string;
  readonly cacheDir: string | undefined;
  readonly gate: PixelGate;
  readonly onEncode: () => void;
};

async function readImage(source: ImageFile, options: ReadOptions): Promise<ReadImage> {
  const { file } = source;
  const type = IMAGE_TYPES.get(path.extname(file)) ?? '';
  const bytes = source.read();
  const dangers = [...listNameProblems(file), ...(type === 'image/svg+xml' ? listSvgProblems(bytes) : [])];
  if (dangers.length > 0) return { file, problems: dangers };
  try {
    const metadata = await sharp(bytes).metadata();
    if (metadata.mediaType !== type) return { file, problems: [describeWrongType(type, metadata.mediaType)] };
    const { width, height } = metadata.autoOrient;
    const pages = metadata.pages ?? 1;
    const problems = listSizeProblems({ width, height, pages });
    if (problems.length > 0) return { file, problems };
    const image = await options.gate(width * height * pages, () =>
      type === 'image/svg+xml' || pages > 1
        ? readUnchanged({ ...source, bytes, type, metadata }, options)
        : encodePhotograph({ ...source, bytes, type, metadata }, options),
    );
    return { file, image, problems: [] };
  } catch (error) {
    if (!isImageError(error)) throw error;
    return { file, problems: [{ message: "is an image that can't be read; save it again" }] };
  }
}

type OpenedImage = Pick<ImageFile, 'file' | 'hash'> & {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly metadata: Metadata;
};

/** A drawing or a moving picture: published as it is, but for what is in the file beside its pictures. */
async function readUnchanged(
  { file, hash, bytes, type, metadata }: OpenedImage,
  { name, cacheDir }: ReadOptions,
): Promise<Image> {
  await sharp(bytes).resize(PROOF_SIZE_PX, PROOF_SIZE_PX, { fit: 'fill' }).toBuffer();
  const { width, height } = metadata.autoOrient;
  const image = { file, name, type, width, height, renditions: [] };
  if (type === 'image/svg+xml') return { ...image, read: () => bytes };
  const isPlain = metadata.exif === undefined && metadata.xmp === undefined;
  const kept = await keepBytes(cacheDir, `${hash}-moving${path.extname(file)}`, async () =>
    isPlain ? bytes : sharp(bytes, { animated: true }).toBuffer(),
  );
  if (isPlain) return { ...image, read: kept.read };
  return { ...image, name: `${hashBytes(kept.bytes)}-${path.basename(file)}`, read: kept.read };
}

/** Also proves that every byte can be read, where that is not known from an earlier run. */
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

/** What `sharp` finds wrong with a file is a plain error; the system's have a code, a program's mistakes types of their own. */
function isImageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

type Size = Record<'width' | 'height' | 'pages', number>;

function listSizeProblems({ width, height, pages }: Size): readonly LineProblem[] {
  if (width * height * pages > PIXELS_MAX)
    return [{ message: 'has more than 100 million pixels; save it smaller' }];
  if (Math.max(width, height) > SIDE_MAX)
    return [{ message: `has a side of more than ${SIDE_MAX} pixels; save it smaller` }];
  return [];
}

function listNameProblems(file: string): readonly LineProblem[] {
  if (isSlug(path.parse(file).name)) return [];
  return [{ message: 'has a name that is no slug; use lower-case letters, digits and single hyphens' }];
}

function listSvgProblems(bytes: Uint8Array): readonly LineProblem[] {
  if (bytes.length > DRAWING_BYTES_MAX)
    return [
      {
        message: `weighs more than ${DRAWING_BYTES_MAX / 1000} kB as a drawing; simplify it or save it as PNG`,
      },
    ];
  const source = findText(bytes);
  return source === undefined ? [{ message: 'is not UTF-8; save it as UTF-8' }] : listSvgDangers(source);
}

function describeWrongType(expected: string, actual: string | undefined): LineProblem {
  return {
    message: `is ${actual ?? 'something else'}, not ${expected} as its name says; rename it or save it as that`,
  };
}
