import path from 'node:path';
import type { ContentProblem } from '../content-problem.ts';
import { IMAGE_TYPES } from '../images/image-types.ts';

export type TextPlace =
  | {
      readonly kind: 'article';
      readonly category: string;
      readonly subcategory?: string;
      readonly slug: string;
    }
  | { readonly kind: 'guide'; readonly slug: string }
  | { readonly kind: 'legacy'; readonly slug: string };

type FilePlace =
  | TextPlace
  | { readonly kind: 'image' }
  | { readonly kind: 'categories' }
  | { readonly kind: 'learning-paths' }
  | { readonly kind: 'standard' }
  | { readonly kind: 'synonyms' }
  | { readonly kind: 'redirects' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unexpected'; readonly message: string };

/** The files that may stand at the top of the content folder. */
const TOP_LEVEL_FILES: ReadonlyMap<string, FilePlace> = new Map([
  ['README.md', { kind: 'ignored' }],
  ['categories.yaml', { kind: 'categories' }],
  ['learning-paths.yaml', { kind: 'learning-paths' }],
  ['redirects.yaml', { kind: 'redirects' }],
  ['standard.yaml', { kind: 'standard' }],
  ['synonyms.yaml', { kind: 'synonyms' }],
]);

const TEXT_FOLDERS = ['articles', 'guides', 'legacy'];

export type TextFile = { readonly place: TextPlace; readonly file: string };

/** Names of files. */
export type SortedFiles = {
  readonly texts: readonly TextFile[];
  readonly images: readonly string[];
  /** `categories.yaml`. */
  readonly categories: string | undefined;
  /** `learning-paths.yaml`. */
  readonly learningPaths: string | undefined;
  /** `redirects.yaml`. */
  readonly redirects: string | undefined;
  /** `standard.yaml`. */
  readonly standard: string | undefined;
  /** `synonyms.yaml`. */
  readonly synonyms: string | undefined;
  readonly problems: readonly ContentProblem[];
};

/**
 * What each file of the content folder is, by its path alone.
 *
 * | below the content folder | is |
 * |---|---|
 * | `articles/{category}/{subcategory}/{slug}.md` | article |
 * | `articles/{category}/{slug}.md` | article without subcategory |
 * | `guides/{slug}.md`, `legacy/{slug}.md` | guide, legacy post |
 * | `articles/…/{name}.svg` (or another image) | image |
 */
export function sortFiles(files: readonly string[]): SortedFiles {
  const placed = files.map((file) => ({ file, place: parsePlace(file) }));
  const filesOf = (kind: FilePlace['kind']) =>
    placed.flatMap(({ file, place }) => (place.kind === kind ? file : []));
  return {
    texts: placed.flatMap(({ file, place }) => (isText(place) ? [{ place, file }] : [])),
    images: filesOf('image'),
    categories: filesOf('categories').at(0),
    learningPaths: filesOf('learning-paths').at(0),
    redirects: filesOf('redirects').at(0),
    standard: filesOf('standard').at(0),
    synonyms: filesOf('synonyms').at(0),
    problems: placed.flatMap(({ file, place }) =>
      place.kind === 'unexpected' ? [{ file, message: place.message }] : [],
    ),
  };
}

function isText(place: FilePlace): place is TextPlace {
  return place.kind === 'article' || place.kind === 'guide' || place.kind === 'legacy';
}

function parsePlace(file: string): FilePlace {
  const [, ...segments] = file.split('/');
  const [folder = ''] = segments;
  if (segments.length === 1) return TOP_LEVEL_FILES.get(folder) ?? unexpected('is not known here');
  if (!TEXT_FOLDERS.includes(folder)) return unexpected('stands in an unknown folder');
  const extension = path.extname(file);
  if (IMAGE_TYPES.has(extension)) return { kind: 'image' };
  if (extension !== '.md') return unexpected('is neither a text (.md) nor an image');
  return parseTextPlace(segments) ?? unexpected('stands on the wrong level');
}

function parseTextPlace(segments: readonly string[]): TextPlace | undefined {
  const [folder, ...shelves] = segments.slice(0, -1);
  const slug = path.basename(segments.at(-1) ?? '', '.md');
  const [category, subcategory, ...deeper] = shelves;
  if (folder === 'guides' && category === undefined) return { kind: 'guide', slug };
  if (folder === 'legacy' && category === undefined) return { kind: 'legacy', slug };
  if (folder !== 'articles' || category === undefined || deeper.length > 0) return undefined;
  return { kind: 'article', category, ...(subcategory === undefined ? {} : { subcategory }), slug };
}

function unexpected(reason: string): FilePlace {
  return {
    kind: 'unexpected',
    message: `${reason}; remove it, or move it to articles/{category}/{subcategory}/, guides/ or legacy/`,
  };
}
