import path from 'node:path';
import type { ArticlePlace } from '../site/addresses.ts';
import { DOWNLOAD_TYPES } from '../site/downloads.ts';
import type { ContentFinding } from './content-finding.ts';
import { findClosestName } from './did-you-mean.ts';
import { isTextName, readExtension } from './file-names.ts';

export type TextPlace =
  | ({ readonly kind: 'article' } & ArticlePlace)
  | { readonly kind: 'guide'; readonly slug: string }
  | { readonly kind: 'page'; readonly slug: string }
  | { readonly kind: 'legacy'; readonly slug: string };

export type TextFile = { readonly place: TextPlace; readonly file: string };

export const TOP_LEVEL_FILES: ReadonlySet<string> = new Set([
  'README.md',
  'authors.yaml',
  'categories.yaml',
  'facts.yaml',
  'learning-paths.yaml',
  'logo.svg',
  'mapping.yaml',
  'redirects.yaml',
  'site.yaml',
  'standard.yaml',
  'synonyms.yaml',
  'theme.css',
]);

const FILE_FOLDERS = ['articles', 'authors', 'categories', 'guides', 'legacy', 'pages'];

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
 * | `guides/{slug}.md`, `pages/{slug}.md`, `legacy/{slug}.md` | guide, page, legacy post |
 * | `drawings/{slug}.yaml` | descriptions of drawings, which only `src/desk/draw.ts` reads |
 * | `public/…` | file that is served as it is |
 * | `fonts/{name}.woff2` | typeface that `theme.css` may name |
 * | `articles/…/{name}.svg`, `authors/{name}.svg`, `categories/{name}.svg` (or another image) | image |
 * | `articles/…/{name}.csv`, `guides/{name}.csv` (or another of `DOWNLOAD_TYPES`) | download |
 */
export function sortFiles(files: readonly string[]) {
  const texts: TextFile[] = [];
  const images: string[] = [];
  const downloads: string[] = [];
  const publicFiles: string[] = [];
  const fonts: string[] = [];
  const problems = files.flatMap((file): ContentFinding[] => {
    const reason = sortFile(file, { texts, images, downloads, publicFiles, fonts });
    return reason === undefined
      ? []
      : [{ file, message: `${reason}; ${suggestFileName(file) ?? ADVICE}` }];
  });
  return { texts, images, downloads, publicFiles, fonts, problems };
}

type SortedFiles = {
  readonly texts: TextFile[];
  readonly images: string[];
  readonly downloads: string[];
  readonly publicFiles: string[];
  readonly fonts: string[];
};

const ADVICE =
  'remove it, or move it to articles/{category}/{subcategory}/, guides/, pages/ or legacy/';

const NO_CONTENT = `is neither a text (.md), nor an image, nor a file to download (${[...DOWNLOAD_TYPES.keys()].join(', ')})`;

/** Sorts a file by its path, or says what is wrong with one that belongs nowhere. */
function sortFile(
  file: string,
  { texts, images, downloads, publicFiles, fonts }: SortedFiles,
): string | undefined {
  const [, ...segments] = file.split('/');
  const [folder = ''] = segments;
  if (segments.length === 1) return TOP_LEVEL_FILES.has(folder) ? undefined : 'is not known here';
  if (folder === 'drawings' && segments.length === 2 && path.extname(file) === '.yaml')
    return undefined;
  if (folder === 'public') {
    publicFiles.push(file);
    return undefined;
  }
  if (folder === 'fonts') return sortFont(file, fonts);
  if (!FILE_FOLDERS.includes(folder)) return 'is in an unknown folder';
  const extension = readExtension(file);
  const place = parseTextPlace(segments);
  if (IMAGE_TYPES.has(extension)) images.push(file);
  else if (DOWNLOAD_TYPES.has(extension)) downloads.push(file);
  else if (!isTextName(file)) return NO_CONTENT;
  else if (place === undefined) return 'is at the wrong level';
  else texts.push({ place, file });
  return undefined;
}

/** Licenses may lie beside typefaces. */
function sortFont(file: string, fonts: string[]): string | undefined {
  const extension = readExtension(file);
  if (extension === '.woff2') fonts.push(file);
  return ['.woff2', '.txt', '.md'].includes(extension)
    ? undefined
    : 'is not a typeface in the format WOFF2';
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...[...IMAGE_TYPES.keys(), ...DOWNLOAD_TYPES.keys(), '.md', '.yaml'].map(
    (one) => [one, one] as const,
  ),
  ['.markdown', '.md'],
  ['.yml', '.yaml'],
]);

/** Advises the name that was probably meant. */
function suggestFileName(file: string): string | undefined {
  const [, first = '', ...below] = file.split('/');
  const extension = path.extname(first);
  const known = EXTENSIONS.get(readExtension(file));
  const named =
    below.length > 0 ? first : `${path.basename(first, extension)}${known ?? extension}`;
  const meant = findClosestName(named, below.length > 0 ? FILE_FOLDERS : TOP_LEVEL_FILES);
  if (meant !== undefined && meant !== first) return `did you mean ${meant}?`;
  const isOther =
    below.length > 0 && known !== undefined && known !== path.extname(file) && !isTextName(file);
  return isOther ? `let its name end with ${known}` : undefined;
}

function parseTextPlace(segments: readonly string[]): TextPlace | undefined {
  const [folder, category, subcategory, ...deeper] = segments.slice(0, -1);
  const { name: slug } = path.parse(segments.at(-1) ?? '');
  if (folder === 'guides' && category === undefined) return { kind: 'guide', slug };
  if (folder === 'pages' && category === undefined) return { kind: 'page', slug };
  if (folder === 'legacy' && category === undefined) return { kind: 'legacy', slug };
  if (folder !== 'articles' || category === undefined || deeper.length > 0) return undefined;
  return { kind: 'article', category, subcategory, slug };
}
