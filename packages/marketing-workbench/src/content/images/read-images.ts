import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { ContentFinding } from '../content-finding.ts';
import { readContentFile, readContentFileAgain } from '../content-folder.ts';
import { readExtension } from '../file-names.ts';
import { IMAGE_TYPES } from '../sort-files.ts';
import { CLEANING_VERSION, type CleanedSvg, cleanSvg, describeDropped } from '../svg/clean-svg.ts';
import { planDrawing } from './drawings.ts';
import {
  decodeAsProof,
  hashBytes,
  measureImage,
  type OpenedImage,
  type PictureMeasures,
  type PicturePlan,
  type PlannedImage,
  planAnimation,
  planPhotograph,
  readCached,
  type ShownImage,
  writeCached,
} from './encode-image.ts';
import { PIXELS_MAX, TOO_MANY_PIXELS, UNREADABLE } from './picture-size.ts';
import { createPixelLimit, IMAGES_AT_ONCE, isImageError, PIXELS_AT_ONCE } from './pixel-limit.ts';

/** The limit of the WebP format, in pixels. */
const SIDE_MAX = 16_383;
const SVG_TYPE = 'image/svg+xml';

/** Images by their path in the content folder; undefined for one that can't be shown. */
export type ImagesByFile = ReadonlyMap<string, ShownImage | undefined>;
export type ShownImages = Pick<ImagesByFile, 'get' | 'has'>;

type ReadImage = Partial<PlannedImage> & {
  readonly problems?: readonly string[];
  /** A message on the parts of a drawing that are not published. */
  readonly left?: readonly string[];
};

export type ReadImages = {
  readonly images: ImagesByFile;
  /** What is published of each image, by its path. */
  readonly media: ReadonlyMap<string, PicturePlan>;
  readonly problems: readonly ContentFinding[];
};

type ReadImagesOptions = {
  readonly folder: string;
  readonly cacheDir: string | undefined;
  readonly language: string;
};

/** Measures the images, and plans how they are encoded. */
export async function readImages(
  files: readonly string[],
  { folder, cacheDir, language }: ReadImagesOptions,
): Promise<ReadImages> {
  sharp.cache(false); // No picture is decoded twice.
  const limitPixels = createPixelLimit(PIXELS_AT_ONCE);
  const found = new Map<string, ReadImage>();
  const waiting = files.values();
  const readOneByOne = async () => {
    for (const file of waiting)
      found.set(file, await readImage(file, { folder, cacheDir, language, limitPixels }));
  };
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, readOneByOne));
  return {
    images: new Map(files.map((file) => [file, found.get(file)?.image])),
    media: new Map(
      files.flatMap((file) => {
        const picture = found.get(file)?.picture;
        return picture === undefined ? [] : [[file, picture] as const];
      }),
    ),
    problems: [...found].flatMap(([file, { problems = [], advice = [], left = [] }]) => [
      ...problems.map((message) => ({ file, message })),
      ...left.map((message) => ({ file, message, rule: 'unsafeDrawings' as const })),
      ...advice.map((message) => ({ file, message, rule: 'drawings' as const })),
    ]),
  };
}

type ReadImageOptions = ReadImagesOptions & {
  readonly limitPixels: ReturnType<typeof createPixelLimit>;
};

async function readImage(
  file: string,
  { folder, cacheDir, language, limitPixels }: ReadImageOptions,
): Promise<ReadImage> {
  const source = readContentFile(folder, file);
  if ('message' in source) return { problems: [source.message] };
  const type = IMAGE_TYPES.get(readExtension(file)) ?? '';
  const cleaned = await cleanImage(source.bytes, type, cacheDir);
  if (cleaned.kind === 'refused') return { problems: [cleaned.message] };
  const { bytes, dropped } = cleaned;
  const left = dropped.length === 0 ? [] : [describeDropped(dropped)];
  try {
    const key = { hash: hashBytes(bytes), cacheDir };
    const measures = await measureImage(bytes, key, async (found) => {
      if (findMeasureProblem(type, found) !== undefined) return false;
      // A drawing was parsed whole when it was cleaned and when it was measured.
      if (type !== SVG_TYPE) await limitPixels(found.pixels, () => decodeAsProof(bytes));
      return true;
    });
    const problem = findMeasureProblem(type, measures);
    if (problem !== undefined) return { problems: [problem] };
    const readBytes = () => readImageAgain(file, type, { ...key, folder });
    const opened = { ...key, file, type, measures, language, readBytes };
    return { ...(await planImage(opened, bytes)), left };
  } catch (error) {
    if (!isImageError(error)) throw error;
    return { problems: [UNREADABLE] };
  }
}

function planImage(opened: OpenedImage, bytes: Uint8Array): PlannedImage | Promise<PlannedImage> {
  if (opened.type === SVG_TYPE) return planDrawing(opened, bytes);
  return opened.measures.pages > 1 ? planAnimation(opened) : planPhotograph(opened);
}

/** Reads and cleans an image once more. Throws if it has changed since. */
async function readImageAgain(
  file: string,
  type: string,
  { folder, cacheDir, hash }: Omit<ReadImagesOptions, 'language'> & { readonly hash: string },
): Promise<Uint8Array> {
  const cleaned = await cleanImage(readContentFileAgain(folder, file), type, cacheDir);
  if (cleaned.kind === 'clean' && hashBytes(cleaned.bytes) === hash) return cleaned.bytes;
  throw new Error(`${file} changed while it was being read; run the command again`);
}

async function cleanImage(
  bytes: Uint8Array,
  type: string,
  cacheDir: string | undefined,
): Promise<CleanedSvg> {
  return type === SVG_TYPE
    ? cleanDrawingOnce(bytes, cacheDir)
    : { kind: 'clean', bytes, dropped: [] };
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

function findMeasureProblem(type: string, measures: PictureMeasures): string | undefined {
  const { mediaType, width, height, pixels } = measures;
  if (mediaType !== type)
    return `is ${mediaType}, not ${type} as its name says; rename it or save it as that`;
  if (pixels > PIXELS_MAX) return TOO_MANY_PIXELS;
  if (Math.max(width, height) <= SIDE_MAX) return undefined;
  return `has a side of more than ${SIDE_MAX} pixels; save it smaller`;
}
