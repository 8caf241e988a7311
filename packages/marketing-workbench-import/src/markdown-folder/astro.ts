import { listArchives } from '../archives.ts';
import { joinPath } from '../permalinks.ts';
import {
  type OldPage,
  type Program,
  readDateParts,
  readFileName,
  type SourceTextFile,
} from './page.ts';
import { findFirstText } from './read-values.ts';
import type { SiteConfig } from './site-config.ts';
import { listTermArchives } from './term-archives.ts';

/** A folder of texts, the address of their list, and the route of a page whose parts are dates. */
type AstroCollection = {
  readonly name: string;
  readonly folder: string;
  readonly address: string;
  readonly route: string | undefined;
};

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
  return configured.map(({ name: written, folder }) => {
    const name = findExportedName(code, written);
    return {
      name,
      folder,
      address: findCollectionAddress(name, scripts),
      route: findDatedRoute(name, configured.length === 1, scripts),
    };
  });
}

/** Finds the name of a collection that a constant defines: `collections = { posts: postsCollection }`. */
function findExportedName(code: string, constant: string): string {
  const [, listed = ''] = /\bcollections\s*=\s*\{([^{}]{0,5000})\}/.exec(code) ?? [];
  return (
    new RegExp(`["']?([\\w-]{1,100})["']?\\s*:\\s*${constant}\\b`).exec(listed)?.[1] ?? constant
  );
}

/** Finds the route of a page with the year and the slug of a text, such as `[year]/[month]/[slug]`. */
function findDatedRoute(
  name: string,
  isOnly: boolean,
  scripts: SiteConfig['scripts'],
): string | undefined {
  const uses = new RegExp(`get(?:Collection|Entry)\\(\\s*["'\`]${name}["'\`]`);
  const routes = [...scripts].flatMap(([path, code]) => {
    const route = /^src\/pages\/(.*\[(?:\.\.\.)?\w+\])(?:\/index)?\.astro$/.exec(path)?.[1];
    const isDated = route?.includes('[year]') === true && (isOnly || uses.test(code));
    return isDated ? [route] : [];
  });
  return routes[0];
}

/** Fills a route with the date and the name of a text; undefined if it has other parts. */
function fillDatedRoute(route: string, file: SourceTextFile, id: string): string | undefined {
  const { date, words } = readFileName(id.split('/').at(-1) ?? '');
  const day = readDateParts(file.date) ?? readDateParts(date);
  const slug = findFirstText(file.values, 'slug', 'permalink') || words;
  let isComplete = true;
  const address = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => {
    const value = { year: day?.year, month: day?.month, day: day?.day, slug, id: slug }[name];
    isComplete &&= value !== undefined;
    return value ?? '';
  });
  return isComplete ? joinPath(address, '/') : undefined;
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
    return createCollectionPage(file, below, { address, isDocs, route: configured?.route });
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
  {
    address,
    isDocs,
    route: dated,
  }: { readonly address: string; readonly isDocs: boolean; readonly route: string | undefined },
): OldPage {
  const route = below.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, '');
  const id =
    findFirstText(file.values, 'slug', 'permalink') ||
    route.split('/').map(slugifyForAstro).join('/');
  const folders = route.split('/').slice(0, -1);
  return {
    kind: isDocs && file.date === undefined ? 'page' : 'post',
    slug: readFileName(id.replace(/\/$/, '').split('/').at(-1) ?? '').words || 'home',
    addresses: [
      (dated === undefined ? undefined : fillDatedRoute(dated, file, id)) ??
        joinPath(address, id, '/'),
    ],
    categories: folders.slice(0, 1).filter((name) => !/^\d+$/.test(name)),
  };
}

function slugifyForAstro(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
