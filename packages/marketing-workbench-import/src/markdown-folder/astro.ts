import { listArchives } from '../archives.ts';
import { joinPath } from '../permalinks.ts';
import { type OldPage, type Program, readFileName, type SourceTextFile } from './page.ts';
import { findFirstText } from './read-values.ts';
import type { SiteConfig } from './site-config.ts';
import { listTermArchives } from './term-archives.ts';

/** A folder of texts, and the address of their list. */
type AstroCollection = { readonly name: string; readonly folder: string; readonly address: string };

export function createAstro(config: SiteConfig): Program {
  const collections = listCollections(config);
  return {
    findPage: (file) => findAstroPage(file, collections),
    staticFolders: ['public', 'src/assets', 'src', 'assets'],
    listArchives: (terms) => [
      ...listTermArchives(terms, {
        tag: ['tags', 'blog/tags'],
        category: ['categories', 'category'],
      }),
      ...listArchives(
        'home',
        collections.map(({ address }) => address),
      ),
      ...listArchives('feed', ['/rss.xml']),
    ],
  };
}

/** Lists the collections with a configured folder (`base: './src/data/blog'`). */
function listCollections({ code, scripts }: SiteConfig): readonly AstroCollection[] {
  const configured = Array.from(
    code.matchAll(
      /(?<!\w)(\w{1,100})\s*[:=]\s*defineCollection\((?:(?!defineCollection)[\s\S]){0,500}?base\s*:\s*["'`]([^"'`]+)["'`]/g,
    ),
    ([, name = '', base = '']) => ({ name, folder: base.replace(/^\.?\/+|\/+$/g, '') }),
  );
  return configured.map(({ name, folder }) => ({
    name,
    folder,
    address: findCollectionAddress(name, scripts),
  }));
}

/** Finds the address of a collection: the folder of the page template that shows its texts. */
function findCollectionAddress(name: string, scripts: SiteConfig['scripts']): string {
  for (const [path, code] of scripts) {
    const folder = /^src\/pages\/(.*?)\[(?:\.\.\.)?\w+\](?:\/index)?\.astro$/.exec(path)?.[1];
    if (
      folder === undefined ||
      folder.includes('[') ||
      /(?:tags?|categor|page|author)/i.test(path.slice('src/pages'.length))
    )
      continue;
    if (new RegExp(`get(?:Collection|Entry)\\(\\s*["'\`]${name}["'\`]`).test(code))
      return joinPath(folder);
  }
  return joinPath(name, '/');
}

function findAstroPage(
  file: SourceTextFile,
  collections: readonly AstroCollection[],
): OldPage | undefined {
  const { path } = file;
  if (!/\.(?:mdx?|markdown)$/i.test(path)) return undefined;
  const configured = collections.find(({ folder }) => path.startsWith(`${folder}/`));
  const [, name = '', rest = ''] = /^src\/content\/([^/]+)\/(.+)$/s.exec(path) ?? [];
  const below = configured === undefined ? rest : path.slice(configured.folder.length + 1);
  if (below !== '') {
    const isDocs = name === 'docs' || configured?.name === 'docs';
    const address = isDocs ? '/' : (configured?.address ?? joinPath(name, '/'));
    return createCollectionPage(file, below, { address, isDocs });
  }
  const page = /^src\/pages\/(.+)\.\w+$/s.exec(path)?.[1];
  if (page === undefined) return undefined;
  const route = page.replace(/(?:^|\/)index$/, '');
  return {
    kind: file.date === undefined ? 'page' : 'post',
    slug: route.split('/').at(-1) || 'home',
    addresses: [joinPath(route, '/')],
  };
}

function createCollectionPage(
  file: SourceTextFile,
  below: string,
  { address, isDocs }: { address: string; isDocs: boolean },
): OldPage {
  const route = below.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, '');
  const id =
    findFirstText(file.values, 'slug', 'permalink') ||
    route.split('/').map(slugifyForAstro).join('/');
  const folders = route.split('/').slice(0, -1);
  return {
    kind: isDocs && file.date === undefined ? 'page' : 'post',
    slug: readFileName(id.replace(/\/$/, '').split('/').at(-1) ?? '').words || 'home',
    addresses: [joinPath(address, id, '/')],
    categories: folders.slice(0, 1).filter((name) => !/^\d+$/.test(name)),
  };
}

function slugifyForAstro(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
