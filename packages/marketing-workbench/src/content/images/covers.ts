import { hash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { files } from '../../site/addresses.ts';
import type { PostRecord } from '../../site/records.ts';
import { createPublishedName, findFile } from '../file-names.ts';
import {
  cacheBytes,
  ENCODINGS,
  keepPixels,
  type MediaFile,
  type PicturePlan,
} from './encode-image.ts';
import type { ReadImages, ShownImages } from './read-images.ts';

export type CoverKeys = {
  readonly src: string;
  readonly alt: string;
  readonly focus?: string | undefined;
};

/** The part of a picture that is shown as the cover of an article. */
export type CoverCut = {
  readonly file: string;
  /** File name without its end; contains a hash of the picture and the cut. */
  readonly name: string;
  readonly widths: readonly number[];
  /** Percentages from the left and from the top, as in CSS `object-position`. */
  readonly focus: readonly number[];
};

/**
 * Widths in pixels: half a column of cards, the width of the text, and the text at two device
 * pixels per CSS pixel.
 */
const WIDTHS = [480, 960, 1440];
const WIDTH_MIN = 960;
const RATIO = 16 / 9;
/** `auto` is the width of a lazily loaded picture; other browsers take that of the article. */
const SIZES = 'auto, (min-width: 45rem) 42rem, calc(100vw - 2.5rem)';
const FORMATS = ['avif', 'webp', 'jpeg'] as const;
/** Part of the cache key: raise it whenever the encoding or the cut changes. */
const VERSION = 2;

type FoundCover =
  | {
      readonly kind: 'cover';
      readonly cover: NonNullable<PostRecord['cover']>;
      readonly cut: CoverCut;
    }
  | { readonly kind: 'problem'; readonly message: string }
  /** The picture can't be read, which is reported as a problem of its own. */
  | { readonly kind: 'unreadable' };

/**
 * Returns whether a picture is a photo that is large enough for a cover; false for bytes that are
 * not a picture.
 */
export async function canBeCover(bytes: Uint8Array): Promise<boolean> {
  try {
    const { format, pages = 1, width, height } = await sharp(bytes).metadata();
    return format !== 'svg' && pages === 1 && findCutWidth({ width, height }) >= WIDTH_MIN;
  } catch {
    return false;
  }
}

function findCutWidth({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return Math.min(width, Math.floor(height * RATIO));
}

/** Finds the cover in the folder of its text; `language` spells the published name. */
export function findCover(
  keys: CoverKeys,
  images: ShownImages,
  { folder, language }: { readonly folder: string; readonly language: string },
): FoundCover {
  const { src, alt, focus = '50% 50%' } = keys;
  const problem = (message: string) =>
    ({ kind: 'problem', message: `cover ${src} ${message}` }) as const;
  const file = findFile(images, folder, src);
  if (file === undefined)
    return problem('is missing; save it beside the text and write only its name');
  const image = images.get(file);
  if (image === undefined) return { kind: 'unreadable' };
  if (image.renditions.length === 0)
    return problem('is a drawing or an animation; save it as JPEG or PNG');
  const cutWidth = findCutWidth(image);
  if (cutWidth < WIDTH_MIN)
    return problem(
      `is ${image.width} × ${image.height} pixels; save it with at least ${WIDTH_MIN} × ${WIDTH_MIN / RATIO}`,
    );
  const widths = WIDTHS.filter((width) => width <= cutWidth);
  const id = hash('sha256', `${image.name} ${focus} ${VERSION}`).slice(0, 16);
  const cut = {
    file,
    widths,
    name: `${id}-${createPublishedName(src, language)}-cover`,
    focus: focus.split(' ').map(Number.parseFloat),
  };
  return { kind: 'cover', cover: createCover(cut, alt), cut };
}

function createCover({ name, widths }: CoverCut, alt: string): NonNullable<PostRecord['cover']> {
  const width = widths.at(-1) ?? WIDTH_MIN;
  const height = Math.round(width / RATIO);
  const src = files.media(nameFile(name, width, 'jpeg'));
  const sources = FORMATS.slice(0, -1).map((format) => {
    const set = widths
      .map((each) => `${files.media(nameFile(name, each, format))} ${each}w`)
      .join(', ');
    return `<source type="image/${format}" srcset="${set}" sizes="${SIZES}">`;
  });
  const shown = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const img = `<img src="${src}" alt="${shown}" width="${width}" height="${height}" loading="lazy">`;
  return { html: `<picture>${sources.join('')}${img}</picture>`, src, alt, width, height };
}

function nameFile(name: string, width: number, format: string): string {
  return `${name}-${width}.${format === 'jpeg' ? 'jpg' : format}`;
}

type TextWithCover = {
  readonly facts: { readonly text?: { readonly cut?: CoverCut | undefined } | undefined };
};

/** Plans the files of each cut, by its name. */
export function planCovers(
  texts: readonly TextWithCover[],
  pictures: Pick<ReadImages, 'media'>,
  cacheDir: string | undefined,
): ReadonlyMap<string, PicturePlan> {
  return new Map(
    texts.flatMap(({ facts }) => {
      const { cut } = facts.text ?? {};
      const picture = pictures.media.get(cut?.file ?? '');
      if (cut === undefined || picture === undefined) return [];
      return [[cut.name, planCover(cut, picture, cacheDir)] as const];
    }),
  );
}

type CoverFile = Pick<MediaFile, 'name' | 'type'> & {
  readonly format: (typeof FORMATS)[number];
  readonly width: number;
};

function planCover(cut: CoverCut, picture: PicturePlan, cacheDir: string | undefined): PicturePlan {
  const largest = cut.widths.at(-1) ?? WIDTH_MIN;
  const files = FORMATS.flatMap((format) =>
    (format === 'jpeg' ? [largest] : cut.widths).map((width): CoverFile => {
      return { name: nameFile(cut.name, width, format), type: `image/${format}`, format, width };
    }),
  );
  const encode = async (onEncode: () => void) => {
    let opened: Promise<Sharp> | undefined;
    const obtain = () => {
      if (opened === undefined) onEncode();
      opened ??= picture.readBytes().then((bytes) => openCut(bytes, cut.focus, largest));
      return opened;
    };
    return encodeCover(files, cacheDir, obtain);
  };
  return { ...picture, files, encode };
}

async function encodeCover(
  files: readonly CoverFile[],
  cacheDir: string | undefined,
  obtain: () => Promise<Sharp>,
): Promise<readonly MediaFile[]> {
  const media: MediaFile[] = [];
  for (const { name, type, format, width } of files) {
    const bytes = await cacheBytes(cacheDir, name, async () => {
      const picture = (await obtain()).clone().resize(width, Math.round(width / RATIO));
      return picture.toFormat(format, ENCODINGS[format]).toBuffer();
    });
    media.push({ name, type, bytes });
  }
  return media;
}

/** Decodes the cut in the width of the largest file. A JPEG is scaled down while it is decoded. */
async function openCut(
  bytes: Uint8Array,
  [x = 50, y = 50]: readonly number[],
  width: number,
): Promise<Sharp> {
  const { autoOrient } = await sharp(bytes).metadata();
  const height = Math.round(width / RATIO);
  const scale = Math.max(width / autoOrient.width, height / autoOrient.height);
  const whole = {
    width: Math.max(width, Math.round(autoOrient.width * scale)),
    height: Math.max(height, Math.round(autoOrient.height * scale)),
  };
  const cut = {
    left: Math.round(((whole.width - width) * x) / 100),
    top: Math.round(((whole.height - height) * y) / 100),
    width,
    height,
  };
  const upright = sharp(bytes).autoOrient().flatten({ background: 'white' });
  return keepPixels(upright.resize({ ...whole, fit: 'fill' }).extract(cut));
}
