import path from 'node:path';
import { z } from 'zod';
import type { AuthorRecord } from '../site/records.ts';
import { isSlug } from '../site/slugs.ts';
import type { ContentFinding } from './content-finding.ts';
import { didYouMean } from './did-you-mean.ts';
import { findFile } from './file-names.ts';
import { findSmallest, type PicturePlan } from './images/encode-image.ts';
import type { ReadImages } from './images/read-images.ts';
import { SETTING_LIMITS } from './value-limits.ts';
import { explain, line, list, parseYamlFile, type SettingFile, strict } from './yaml.ts';

const SLUG = 'write lower-case letters, digits and single hyphens, such as ada-lane';
const LINK = 'write a whole address, such as https://social.example/ada';
const PICTURE = 'write the name of a picture in the folder authors, such as ada-lane.jpg';

const author = strict({
  slug: line({ min: 1, max: SETTING_LIMITS.slug, advice: SLUG }).refine(isSlug, {
    error: `is not a slug; ${SLUG}`,
  }),
  name: line({
    min: 1,
    max: SETTING_LIMITS.name,
    advice: `write 1 to ${SETTING_LIMITS.name} characters`,
  }),
  role: line({ min: 1, max: 60, advice: 'write 1 to 60 characters, such as Editor' }).optional(),
  about: line({
    min: 1,
    max: SETTING_LIMITS.authorAbout,
    advice: `write some sentences (at most ${SETTING_LIMITS.authorAbout} characters)`,
  }).optional(),
  picture: line({ min: 1, max: 100, advice: PICTURE }).optional(),
  links: list(
    z.url({ protocol: /^https$/, error: explain('is not an address', LINK) }),
    'write each address as "- https://…"',
  ).optional(),
});

/** Describes `authors.yaml`, the people who write. */
export const authorsSchema = list(author, 'write each as "- slug: …" with "name: …" below it');

export type CompiledAuthors = {
  readonly records: readonly AuthorRecord[];
  /** Undefined if the file has problems: then any slug may be known. */
  readonly slugs: readonly string[] | undefined;
  /** Files of the authors' pictures; all pictures in the folder if the file has problems. */
  readonly pictures: readonly string[];
  readonly media: readonly PicturePlan[];
  readonly problems: readonly ContentFinding[];
};

export function compileAuthors(
  source: SettingFile,
  { images, media }: ReadImages,
): CompiledAuthors {
  const parsed = parseYamlFile(source, authorsSchema, { empty: [], item: 'author' });
  const { value = [], lineOf } = parsed;
  const file = source?.file ?? '';
  const folder = path.posix.join(path.posix.dirname(file), 'authors');
  const saved = [...images.keys()].filter((image) => path.posix.dirname(image) === folder);
  const found = value.flatMap(({ slug, picture }, index): readonly ContentFinding[] => {
    const isRepeat = value.findIndex((other) => other.slug === slug) < index;
    const line = lineOf(index, isRepeat ? 'slug' : 'picture');
    if (isRepeat) return [{ file, line, message: `slug ${slug} is used twice; write another` }];
    if (picture === undefined || findFile(images, folder, picture) !== undefined) return [];
    const names = saved.map((image) => path.posix.basename(image));
    const advice = didYouMean(picture, names, PICTURE);
    return [{ file, line, message: `picture ${picture} is not in the folder authors; ${advice}` }];
  });
  const problems = [...parsed.problems, ...found];
  const findPicture = (picture: string | undefined) =>
    picture === undefined ? undefined : findFile(images, folder, picture);
  const shown = value.flatMap(({ picture }) => findPicture(picture) ?? []);
  return {
    records: value.map(({ picture, ...rest }) => {
      const image = images.get(findPicture(picture) ?? '');
      return { kind: 'author', ...rest, ...(image && { picture: findSmallest(image) }) };
    }),
    slugs: problems.length > 0 ? undefined : value.map(({ slug }) => slug),
    pictures: problems.length > 0 ? saved : shown,
    media: shown.flatMap((image) => media.get(image) ?? []),
    problems,
  };
}
