import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { ContentFinding } from '../content-finding.ts';
import { readContentFile } from '../content-folder.ts';
import { readExtension } from '../file-names.ts';
import { IMAGE_TYPES } from '../sort-files.ts';
import { CLEANING_VERSION, type CleanedSvg, cleanSvg, describeDropped } from '../svg/clean-svg.ts';
import { publishDrawing } from './drawings.ts';
import {
  encodePhotograph,
  hashBytes,
  type MediaFile,
  measureImage,
  type PictureMeasures,
  type PublishedImage,
  publishAnimation,
  readCached,
  type ShownImage,
  writeCached,
} from './encode-image.ts';
import { PIXELS_MAX, TOO_MANY_PIXELS, UNREADABLE } from './picture-size.ts';

/** `sharp` works on its own threads; more at once only takes memory. */
const IMAGES_READ_AT_ONCE = 4;
/**
 * Some files (AVIF, progressive JPEG) can only be decoded whole, which takes three to six bytes a
 * pixel.
 */
const PIXELS_AT_ONCE = 30_000_000;
/** The limit of the WebP format, in pixels. */
const SIDE_MAX = 16_383;
const SVG_TYPE = 'image/svg+xml';

/** Images by their path in the content folder; undefined for one that can't be shown. */
export type ImagesByFile = ReadonlyMap<string, ShownImage | undefined>;
export type ShownImages = Pick<ImagesByFile, 'get' | 'has'>;

type ReadImage = Partial<PublishedImage> & {
  readonly problems?: readonly string[];
  /** A message on the parts of a drawing that are not published. */
  readonly left?: readonly string[];
};

export type ReadImages = {
  readonly images: ImagesByFile;
  /** Published files of each image, by its path. */
  readonly media: ReadonlyMap<string, readonly MediaFile[]>;
  readonly problems: readonly ContentFinding[];
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
    problems: [...found].flatMap(([file, { problems = [], advice = [], left = [] }]) => [
      ...problems.map((message) => ({ file, message })),
      ...left.map((message) => ({ file, message, rule: 'unsafeDrawings' as const })),
      ...advice.map((message) => ({ file, message, rule: 'drawings' as const })),
    ]),
  };
}

type ReadImageOptions = Pick<ReadImagesOptions, 'folder' | 'cacheDir'> & {
  readonly limitPixels: ReturnType<typeof createPixelLimit>;
  readonly onEncode: () => void;
};

async function readImage(
  file: string,
  { folder, cacheDir, limitPixels, onEncode }: ReadImageOptions,
): Promise<ReadImage> {
  const source = readContentFile(folder, file);
  if ('message' in source) return { problems: [source.message] };
  const type = IMAGE_TYPES.get(readExtension(file)) ?? '';
  const cleaned: CleanedSvg =
    type === SVG_TYPE
      ? await cleanDrawingOnce(source.bytes, cacheDir)
      : { kind: 'clean', bytes: source.bytes, dropped: [] };
  if (cleaned.kind === 'refused') return { problems: [cleaned.message] };
  const { bytes, dropped } = cleaned;
  const left = dropped.length === 0 ? [] : [describeDropped(dropped)];
  try {
    const key = hashBytes(bytes);
    const measures = await measureImage(bytes, key, cacheDir);
    const problem = findMeasureProblem(type, measures);
    if (problem !== undefined) return { problems: [problem] };
    const opened = { file, hash: key, bytes, type, measures, cacheDir, onEncode };
    const published = await limitPixels(measures.pixels, () => {
      if (type === SVG_TYPE) return publishDrawing(opened);
      return measures.pages > 1 ? publishAnimation(opened) : encodePhotograph(opened);
    });
    return { ...published, left };
  } catch (error) {
    if (!isImageError(error)) throw error;
    return { problems: [UNREADABLE] };
  }
}

/**
 * Cleans a drawing, and notes in the cache that one needs no cleaning, because that takes
 * milliseconds.
 */
async function cleanDrawingOnce(
  bytes: Uint8Array,
  cacheDir: string | undefined,
): Promise<CleanedSvg> {
  // The whole hash: nobody can make another file that has it.
  const name = `${hash('sha256', bytes)}-clean-${CLEANING_VERSION}.json`;
  if ((await readCached(cacheDir, name)) !== undefined)
    return { kind: 'clean', bytes, dropped: [] };
  const cleaned = await cleanSvg(bytes);
  if (cleaned.kind === 'clean' && cleaned.bytes === bytes)
    await writeCached(cacheDir, name, Buffer.from('{}'));
  return cleaned;
}

/**
 * Returns whether `sharp` refused the file: it throws plain errors, while system errors have a code
 * and programming errors their own types.
 */
function isImageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

function findMeasureProblem(type: string, measures: PictureMeasures): string | undefined {
  const { mediaType, width, height, pixels } = measures;
  if (mediaType !== type)
    return `is ${mediaType}, not ${type} as its name says; rename it or save it as that`;
  if (pixels > PIXELS_MAX) return TOO_MANY_PIXELS;
  if (Math.max(width, height) <= SIDE_MAX) return undefined;
  return `has a side of more than ${SIDE_MAX} pixels; save it smaller`;
}

/**
 * Creates a function that runs work whose pictures together have at most `max` pixels. A picture
 * with more pixels runs alone.
 */
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
