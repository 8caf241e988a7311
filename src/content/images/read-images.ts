import { createHash } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';
import { isSlug } from '../../site/slugs.ts';
import { type ContentProblem, type LineProblem, placeInFile } from '../content-problem.ts';
import { findText } from '../folder/find-text.ts';
import { mapBounded } from '../folder/map-bounded.ts';
import type { ContentFile } from '../folder/read-content-folder.ts';
import type { Recall } from '../memo.ts';
import { encodeImage, type Rendition } from './encode-image.ts';
import { IMAGE_TYPES } from './image-types.ts';
import { listSvgDangers } from './svg-dangers.ts';

/** `sharp` works on threads of its own; more at once only takes memory. */
const IMAGES_READ_AT_ONCE = 4;
const HASH_LENGTH = 16;
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
  readonly bytes: Uint8Array;
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
};

/** Reads and measures each file, and encodes those that are photographs or the like. */
export async function readImages(
  files: readonly ContentFile[],
  { recall = (_, create) => create(), cacheDir }: ReadImagesOptions = {},
): Promise<{ readonly images: ImageShelf; readonly problems: readonly ContentProblem[] }> {
  const nameByHash = new Map<string, string>();
  for (const { file, bytes } of files) {
    const hash = hashBytes(bytes);
    if (!nameByHash.has(hash)) nameByHash.set(hash, `${hash}-${path.basename(file)}`);
  }
  const read = await mapBounded(files, IMAGES_READ_AT_ONCE, (file) => {
    const name = nameByHash.get(hashBytes(file.bytes)) ?? path.basename(file.file);
    return recall(`${file.file} ${name}`, () => readImage(file, { name, cacheDir }));
  });
  return {
    images: new Map(read.map(({ file, image }) => [file, image])),
    problems: read.flatMap(({ file, problems }) => placeInFile(file, problems)),
  };
}

/** What became of one file. */
export type ReadImage = {
  readonly file: string;
  readonly image?: Image;
  readonly problems: readonly LineProblem[];
};

type ReadOptions = { readonly name: string; readonly cacheDir: string | undefined };

async function readImage({ file, bytes }: ContentFile, { name, cacheDir }: ReadOptions): Promise<ReadImage> {
  const type = IMAGE_TYPES.get(path.extname(file)) ?? '';
  const dangers = [...listNameProblems(file), ...(type === 'image/svg+xml' ? listSvgProblems(bytes) : [])];
  if (dangers.length > 0) return { file, problems: dangers };
  try {
    const metadata = await sharp(bytes).metadata();
    if (metadata.mediaType !== type) return { file, problems: [describeWrongType(type, metadata.mediaType)] };
    const { width, height } = metadata.autoOrient;
    const problems = listSizeProblems(metadata.autoOrient);
    if (problems.length > 0) return { file, problems };
    await sharp(bytes).resize(PROOF_SIZE_PX, PROOF_SIZE_PX, { fit: 'fill' }).toBuffer();
    const image = { file, name, type, bytes, width, height, renditions: [] };
    if (type === 'image/svg+xml') return { file, image, problems: [] };
    if ((metadata.pages ?? 1) > 1) {
      // Only what is in the file beside its pictures goes.
      const isPlain = metadata.exif === undefined && metadata.xmp === undefined;
      return { file, image: isPlain ? image : { ...image, ...(await stripMoving(image)) }, problems: [] };
    }
    const { renditions, fallback } = await encodeImage(bytes, {
      ...{ type, width, cacheDir },
      stem: path.parse(file).name,
      isOpaque: !metadata.hasAlpha,
    });
    const shown = { ...fallback, height: Math.max(1, Math.round((height * fallback.width) / width)) };
    return { file, image: { file, ...shown, renditions }, problems: [] };
  } catch (error) {
    if (!isImageError(error)) throw error;
    return { file, problems: [{ message: "is an image that can't be read; save it again" }] };
  }
}

/** What `sharp` finds wrong with a file is a plain error; the system's have a code, a program's mistakes types of their own. */
function isImageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

/** A moving picture without what was written into its file; another file, and so another name. */
async function stripMoving({ file, bytes }: Image): Promise<Pick<Image, 'name' | 'bytes'>> {
  const stripped = await sharp(bytes, { animated: true }).toBuffer();
  return { name: `${hashBytes(stripped)}-${path.basename(file)}`, bytes: stripped };
}

function listSizeProblems({ width, height }: { width: number; height: number }): readonly LineProblem[] {
  if (width * height > PIXELS_MAX) return [{ message: 'has more than 100 million pixels; save it smaller' }];
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

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
}
