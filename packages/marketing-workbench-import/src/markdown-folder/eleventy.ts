import path from 'node:path';
import { createFormerSlug } from 'marketing-workbench/site/create-slug';
import { listArchives } from '../archives.ts';
import { fillPermalink, joinPath, LIQUID_PARTS } from '../permalinks.ts';
import {
  type OldPage,
  type Program,
  readDateParts,
  readFileName,
  type SourceTextFile,
} from './page.ts';
import { parseDataText } from './read-front-matter.ts';
import { type FrontMatterValues, findFirstText, findValue, listTextValues } from './read-values.ts';
import { findLiteral, type SiteConfig } from './site-config.ts';
import { listTermArchives } from './term-archives.ts';

/** Tags that collect texts and say nothing to readers. */
export const COLLECTION_TAGS: ReadonlySet<string> = new Set([
  'post',
  'posts',
  'all',
  'nav',
  'featured',
  'page',
  'pages',
  'blog',
]);

export function createEleventy(config: SiteConfig): Program {
  const written = /\binput\s*:\s*["'`]([^"'`]+)["'`]/.exec(config.code)?.[1] ?? '';
  const input = written.replace(/^\.?\/?|\/+$/g, '');
  const root = input === '' || input === '.' ? '' : `${input}/`;
  const folderValues = readFolderValues(config);
  return {
    findPage: (file) =>
      file.path.startsWith(root) ? findEleventyPage(file, file.path.slice(root.length)) : undefined,
    findDefaults: (file) => {
      const parts = path.posix.dirname(file).split('/');
      const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      const own = folderValues.get(file.replace(/\.\w+$/, ''));
      return Object.assign({}, ...folders.map((folder) => folderValues.get(folder) ?? {}), own);
    },
    staticFolders: [
      input,
      'public',
      'static',
      'assets',
      `${root}assets`,
      `${root}static`,
      `${root}public`,
    ],
    listArchives: (terms) => [
      ...listTermArchives(terms, { category: ['categories'], tag: ['tags'] }),
      ...listArchives('home', ['/blog/', '/posts/']),
      ...listArchives('feed', ['/feed/feed.xml', '/feed.xml', '/feed/']),
    ],
  };
}

/**
 * Reads the values of data files: those in `posts/posts.json`, and the plain texts in
 * `posts/posts.11tydata.js`, are for the folder; those in `posts/a.11tydata.json` are for the text.
 */
function readFolderValues({ scripts }: SiteConfig): ReadonlyMap<string, FrontMatterValues> {
  const found = new Map<string, FrontMatterValues>();
  for (const [file, text] of scripts) {
    const folder = path.posix.dirname(file);
    const name = path.posix.basename(file).replace(/(?:\.11tydata)?\.\w+$/, '');
    const place = name === path.posix.basename(folder) ? folder : path.posix.join(folder, name);
    found.set(
      place,
      file.endsWith('.json') ? (parseDataText(text, 'JSON').values ?? {}) : readLiterals(text),
    );
  }
  return found;
}

function readLiterals(code: string): FrontMatterValues {
  const tags = /\btags\s*:\s*\[([^\]]{0,1000})\]/.exec(code)?.[1];
  const named = Array.from(tags?.matchAll(/["'`]([^"'`]+)["'`]/g) ?? [], ([, tag = '']) => tag);
  return {
    permalink: findLiteral(code, 'permalink'),
    author: findLiteral(code, 'author'),
    tags: named.length > 0 ? named : findLiteral(code, 'tags'),
  };
}

function findEleventyPage(file: SourceTextFile, below: string): OldPage | undefined {
  const { values } = file;
  if (/(?:^|\/)_/.test(below) || findValue(values, 'permalink') === false) return undefined;
  const name = path.posix.basename(below);
  const words = readFileName(name).words;
  const folder = path.posix.dirname(below).replace(/^\.$/, '');
  const slug =
    words === 'index' ? readFileName(path.posix.basename(folder)).words || 'home' : words;
  const plain = words === 'index' ? joinPath(folder, '/') : joinPath(folder, words, '/');
  const permalink = findFirstText(values, 'permalink');
  const filled = fillPermalink(permalink, LIQUID_PARTS, createEleventyParts(file, { slug, plain }));
  const address = permalink === '' ? plain : (filled?.replace(/index\.html$/, '') ?? plain);
  const tags = listTextValues(findValue(values, 'tags'));
  const isPost =
    /(?:^|\/)(?:posts?|blog|articles?|notes?|news)\//i.test(below) ||
    tags.some((tag) => /^(?:blog)?posts?$/i.test(tag));
  return {
    kind: isPost ? 'post' : 'page',
    slug:
      address
        .replace(/(?:\/index)?\.html$|\/$/g, '')
        .split('/')
        .at(-1) || slug,
    addresses: [
      address,
      ...listTextValues(findValue(values, 'redirect_from')).map((from) => joinPath(from)),
    ],
  };
}

/**
 * Returns a function that fills the usual parts of a permalink; it returns undefined for others.
 */
function createEleventyParts(
  { values, title, date }: SourceTextFile,
  { slug, plain }: { readonly slug: string; readonly plain: string },
) {
  return (expression: string): string | undefined => {
    const [name = '', ...filters] = expression.split('|').map((part) => part.trim());
    const day = readDateParts(date);
    const text = {
      'page.fileSlug': slug,
      'page.filePathStem': plain.replace(/\/$/, ''),
      'page.date':
        day && filters.some((filter) => /%Y\/%m\/%d|yyyy\/MM\/dd/.test(filter))
          ? `${day.year}/${day.month}/${day.day}`
          : undefined,
      title: createFormerSlug(title),
    }[name];
    const written = findFirstText(values, name);
    return text ?? (written === '' ? undefined : createFormerSlug(written));
  };
}
