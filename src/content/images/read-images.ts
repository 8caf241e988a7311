import path from 'node:path';
import sharp from 'sharp';
import { findNameProblem, readContentFile } from '../content-folder.ts';
import type { ContentProblem } from '../content-problem.ts';
import { IMAGE_TYPES } from '../sort-files.ts';
import { publishDrawing } from './drawings.ts';
import {
  encodePhotograph,
  hashBytes,
  keepWhole,
  type Measures,
  type MediaFile,
  measureImage,
  type PublishedImage,
  type ShownImage,
} from './encode-image.ts';

/** `sharp` works on its own threads; more at once only takes memory. */
const IMAGES_READ_AT_ONCE = 4;
/** Some files (AVIF, progressive JPEG) can only be decoded whole, which takes three to six bytes a pixel. */
const PIXELS_AT_ONCE = 30_000_000;
/** The size of a photo from a large camera; a file that claims more was made to exhaust the memory. */
const PIXELS_MAX = 100_000_000;
/** The limit of the WebP format, in pixels. */
const SIDE_MAX = 16_383;
/** Far more than a diagram takes; every reader's browser has to draw it. */
const DRAWING_BYTES_MAX = 500_000;
const SVG_TYPE = 'image/svg+xml';

const TOO_LARGE_A_DRAWING = `is an SVG of more than ${DRAWING_BYTES_MAX / 1000} kB; simplify it or save it as PNG`;

/** By path in the content folder; undefined for an image that can't be shown. */
export type ImagesByFile = ReadonlyMap<string, ShownImage | undefined>;
export type ShownImages = Pick<ImagesByFile, 'get' | 'has'>;

type ReadImage = Partial<PublishedImage> & { readonly problems?: readonly string[] };

export type ReadImages = {
  readonly images: ImagesByFile;
  /** What is published of each image, by its path. */
  readonly media: ReadonlyMap<string, readonly MediaFile[]>;
  readonly problems: readonly ContentProblem[];
};

type ReadImagesOptions = {
  readonly folder: string;
  readonly cacheDir: string | undefined;
  /** Called before the first picture is encoded, and then after each one. */
  readonly onProgress: (done: number, total: number) => void;
};

export async function readImages(
  files: readonly string[],
  { folder, cacheDir, onProgress }: ReadImagesOptions,
): Promise<ReadImages> {
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
      found.set(file, await readImage(file, { folder, cacheDir, limitPixels, onEncode }));
      done += 1;
      if (isEncoding) onProgress(done, files.length);
    }
  };
  await Promise.all(Array.from({ length: IMAGES_READ_AT_ONCE }, readOneByOne));
  return {
    images: new Map(files.map((file) => [file, found.get(file)?.image])),
    media: new Map(files.map((file) => [file, found.get(file)?.media ?? []])),
    problems: [...found].flatMap(([file, { problems = [], advice = [] }]) => [
      ...problems.map((message) => ({ file, message })),
      ...advice.map((message) => ({ file, message, rule: 'drawings' as const })),
    ]),
  };
}

type ReadOptions = Pick<ReadImagesOptions, 'folder' | 'cacheDir'> & {
  readonly limitPixels: ReturnType<typeof createPixelLimit>;
  readonly onEncode: () => void;
};

async function readImage(
  file: string,
  { folder, cacheDir, limitPixels, onEncode }: ReadOptions,
): Promise<ReadImage> {
  const source = readContentFile(folder, file);
  if ('message' in source) return { problems: [source.message] };
  const { bytes } = source;
  const type = IMAGE_TYPES.get(path.extname(file)) ?? '';
  const isTooLarge = type === SVG_TYPE && bytes.length > DRAWING_BYTES_MAX;
  const refused = [findNameProblem(file), isTooLarge ? TOO_LARGE_A_DRAWING : undefined].filter(
    (problem) => problem !== undefined,
  );
  if (refused.length > 0) return { problems: refused };
  try {
    const hash = hashBytes(bytes);
    const measures = await measureImage(bytes, hash, cacheDir);
    const problem = findMeasureProblem(type, measures);
    if (problem !== undefined) return { problems: [problem] };
    const opened = { file, hash, bytes, type, measures, cacheDir, onEncode };
    const { width, height, pages } = measures;
    return await limitPixels(width * height * pages, () => {
      if (type === SVG_TYPE) return publishDrawing(opened);
      return pages > 1 ? keepWhole(opened) : encodePhotograph(opened);
    });
  } catch (error) {
    if (!isImageError(error)) throw error;
    return { problems: ["is an image that can't be read; save it again"] };
  }
}

/** `sharp` throws plain errors for bad files; system errors have a code, and programming errors have their own types. */
function isImageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

function findMeasureProblem(type: string, measures: Measures): string | undefined {
  const { mediaType, width, height, pages } = measures;
  if (mediaType !== type)
    return `is ${mediaType}, not ${type} as its name says; rename it or save it as that`;
  if (width * height * pages > PIXELS_MAX) return 'has more than 100 million pixels; save it smaller';
  if (Math.max(width, height) <= SIDE_MAX) return undefined;
  return `has a side of more than ${SIDE_MAX} pixels; save it smaller`;
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
