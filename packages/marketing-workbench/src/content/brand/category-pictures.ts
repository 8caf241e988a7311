import path from 'node:path';
import type { Brand } from '../../site/brand/brand.ts';
import { formatPictureClass } from '../../site/brand/icons.ts';
import { type ContentFinding, placeInFile } from '../content-finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import { findFile } from '../file-names.ts';
import { findSmallest } from '../images/encode-image.ts';
import type { MediaSource } from '../images/encode-media.ts';
import type { ReadImages } from '../images/read-images.ts';
import { CATEGORY_PICTURE } from '../site-yaml-schema.ts';
import type { YamlSource } from '../yaml.ts';

/** The picture that `site.yaml` names for a category, and the path to that key. */
export type NamedPicture = {
  readonly slug: string;
  readonly picture: string;
  readonly path: readonly PropertyKey[];
};

type PictureSource = {
  /** The path of `site.yaml`. */
  readonly file: string;
  readonly pictures: readonly NamedPicture[];
  readonly lineOf: YamlSource['lineOf'];
};

export type CategoryPictures = {
  readonly pictures: Brand['pictures'];
  /** The files that categories show. */
  readonly files: readonly string[];
  readonly media: readonly MediaSource[];
  readonly problems: readonly ContentFinding[];
};

/** Finds the pictures that categories show in the place of icons, in the folder `categories`. */
export function findCategoryPictures(
  { file, pictures, lineOf }: PictureSource,
  { images, media }: ReadImages,
): CategoryPictures {
  const folder = path.posix.join(path.posix.dirname(file), 'categories');
  const saved = [...images.keys()].filter((image) => path.posix.dirname(image) === folder);
  const found = pictures.map((named) => ({
    ...named,
    image: findFile(images, folder, named.picture),
  }));
  const names = saved.map((image) => path.posix.basename(image));
  const problems = found.flatMap(({ picture, image, path }) => {
    if (image !== undefined) return [];
    const advice = didYouMean(picture, names, CATEGORY_PICTURE);
    const message = `picture ${picture} is not in the folder categories; ${advice}`;
    return [{ line: lineOf(...path), message }];
  });
  const shown = found.flatMap(({ slug, image }) => {
    const published = images.get(image ?? '');
    return published === undefined ? [] : [[formatPictureClass(slug), findSmallest(published)]];
  });
  const files = found.flatMap(({ image }) => image ?? []);
  return {
    pictures: shown.length === 0 ? undefined : Object.fromEntries(shown),
    files,
    media: files.flatMap((image) => media.get(image) ?? []),
    problems: placeInFile(file, problems),
  };
}
