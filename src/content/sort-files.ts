import path from 'node:path';
import type { ContentProblem } from './content-problem.ts';

export type TextPlace =
  | {
      readonly kind: 'article';
      readonly category: string;
      readonly subcategory?: string;
      readonly slug: string;
    }
  | { readonly kind: 'guide'; readonly slug: string }
  | { readonly kind: 'legacy'; readonly slug: string };

export type TextFile = { readonly place: TextPlace; readonly file: string };

type Setting = 'categories' | 'learningPaths' | 'redirects' | 'standard' | 'synonyms';

export type SortedFiles = Readonly<Record<Setting, string | undefined>> & {
  readonly texts: readonly TextFile[];
  readonly images: readonly string[];
  readonly problems: readonly ContentProblem[];
};

const TOP_LEVEL_FILES: ReadonlyMap<string, Setting | 'ignored'> = new Map([
  ['README.md', 'ignored'],
  ['categories.yaml', 'categories'],
  ['learning-paths.yaml', 'learningPaths'],
  ['redirects.yaml', 'redirects'],
  ['standard.yaml', 'standard'],
  ['synonyms.yaml', 'synonyms'],
]);

const TEXT_FOLDERS = ['articles', 'guides', 'legacy'];

export const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.gif', 'image/gif'],
]);

/**
 * Classifies the files of the content folder by their paths.
 *
 * | below the content folder | is |
 * |---|---|
 * | `articles/{category}/{subcategory}/{slug}.md` | article |
 * | `articles/{category}/{slug}.md` | article without subcategory |
 * | `guides/{slug}.md`, `legacy/{slug}.md` | guide, legacy post |
 * | `articles/…/{name}.svg` (or another image) | image |
 */
export function sortFiles(files: readonly string[]): SortedFiles {
  const texts: TextFile[] = [];
  const images: string[] = [];
  const problems: ContentProblem[] = [];
  const settings: Partial<Record<Setting, string>> = {};
  for (const file of files) {
    const place = parsePlace(file);
    if (place.kind === 'image') images.push(file);
    else if (place.kind === 'unexpected') problems.push({ file, message: place.message });
    else if (place.kind !== 'setting') texts.push({ place, file });
    else if (place.name !== 'ignored') settings[place.name] = file;
  }
  const { categories, learningPaths, redirects, standard, synonyms } = settings;
  return { texts, images, problems, categories, learningPaths, redirects, standard, synonyms };
}

type FilePlace =
  | TextPlace
  | { readonly kind: 'image' }
  | { readonly kind: 'setting'; readonly name: Setting | 'ignored' }
  | { readonly kind: 'unexpected'; readonly message: string };

function parsePlace(file: string): FilePlace {
  const [, ...segments] = file.split('/');
  const [folder = ''] = segments;
  if (segments.length === 1) {
    const name = TOP_LEVEL_FILES.get(folder);
    return name === undefined ? unexpected('is not known here') : { kind: 'setting', name };
  }
  if (!TEXT_FOLDERS.includes(folder)) return unexpected('is in an unknown folder');
  const extension = path.extname(file);
  if (IMAGE_TYPES.has(extension)) return { kind: 'image' };
  if (extension !== '.md') return unexpected('is neither a text (.md) nor an image');
  return parseTextPlace(segments) ?? unexpected('is at the wrong level');
}

function parseTextPlace(segments: readonly string[]): TextPlace | undefined {
  const [folder, category, subcategory, ...deeper] = segments.slice(0, -1);
  const slug = path.basename(segments.at(-1) ?? '', '.md');
  if (folder === 'guides' && category === undefined) return { kind: 'guide', slug };
  if (folder === 'legacy' && category === undefined) return { kind: 'legacy', slug };
  if (folder !== 'articles' || category === undefined || deeper.length > 0) return undefined;
  return { kind: 'article', category, ...(subcategory !== undefined && { subcategory }), slug };
}

function unexpected(reason: string): FilePlace {
  return {
    kind: 'unexpected',
    message: `${reason}; remove it, or move it to articles/{category}/{subcategory}/, guides/ or legacy/`,
  };
}
