import path from 'node:path';
import type { ArticlePlace } from '../site/addresses.ts';
import type { ContentProblem } from './content-problem.ts';

export type TextPlace =
  | ({ readonly kind: 'article' } & ArticlePlace)
  | { readonly kind: 'guide'; readonly slug: string }
  | { readonly kind: 'legacy'; readonly slug: string };

export type TextFile = { readonly place: TextPlace; readonly file: string };

const TOP_LEVEL_FILES: ReadonlySet<string> = new Set([
  'README.md',
  'categories.yaml',
  'learning-paths.yaml',
  'redirects.yaml',
  'standard.yaml',
  'synonyms.yaml',
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
export function sortFiles(files: readonly string[]) {
  const texts: TextFile[] = [];
  const images: string[] = [];
  const problems: ContentProblem[] = [];
  for (const file of files) {
    const place = parsePlace(file);
    if (place.kind === 'image') images.push(file);
    else if (place.kind === 'unexpected') problems.push({ file, message: `${place.reason}; ${ADVICE}` });
    else if (place.kind !== 'setting') texts.push({ place, file });
  }
  return { texts, images, problems };
}

type FilePlace =
  | TextPlace
  | { readonly kind: 'image' }
  | { readonly kind: 'setting' }
  | { readonly kind: 'unexpected'; readonly reason: string };

const ADVICE = 'remove it, or move it to articles/{category}/{subcategory}/, guides/ or legacy/';

function parsePlace(file: string): FilePlace {
  const [, ...segments] = file.split('/');
  const [folder = ''] = segments;
  if (segments.length === 1) {
    return TOP_LEVEL_FILES.has(folder) ? { kind: 'setting' } : unexpected('is not known here');
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
  return { kind: 'article', category, subcategory, slug };
}

function unexpected(reason: string): FilePlace {
  return { kind: 'unexpected', reason };
}
