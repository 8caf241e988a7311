import path from 'node:path';
import { listArchives } from '../archives.ts';
import { joinPath } from '../permalinks.ts';
import { type OldPage, type Program, readFileName, type SourceTextFile } from './page.ts';
import { findFirstText } from './read-values.ts';
import type { SiteConfig } from './site-config.ts';
import { listTermArchives } from './term-archives.ts';

type DocusaurusRoutes = { readonly blog: string; readonly docs: string };

export function createDocusaurus({ code }: SiteConfig): Program {
  const routes = { blog: findRoute(code, 'blog'), docs: findRoute(code, 'docs') };
  return {
    findPage: (file) => findDocusaurusPage(file, routes),
    staticFolders: ['static', ''],
    listArchives: (terms) => [
      ...listTermArchives(terms, { category: [], tag: [joinPath(routes.blog, 'tags/')] }),
      ...listArchives('home', [routes.blog, joinPath(routes.blog, 'archive')]),
      ...listArchives(
        'feed',
        ['rss.xml', 'atom.xml', 'feed.json'].map((name) => joinPath(routes.blog, name)),
      ),
    ],
  };
}

function findRoute(code: string, name: string): string {
  const pattern = new RegExp(
    `\\b${name}\\s*:\\s*\\{[^{}]{0,1500}?routeBasePath\\s*:\\s*["'\`]([^"'\`]*)["'\`]`,
  );
  return joinPath(pattern.exec(code)?.[1] ?? name);
}

function findDocusaurusPage(file: SourceTextFile, routes: DocusaurusRoutes): OldPage | undefined {
  const [, folder = '', below = ''] =
    /^(blog|docs|src\/pages)\/(.+\.(?:mdx?|markdown))$/is.exec(file.path) ?? [];
  if (folder === 'blog') return createBlogPost(file, below, routes.blog);
  if (folder === 'docs') return createDocsPage(file, below, routes.docs);
  if (folder === '') return undefined;
  const route = below.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, '');
  return { kind: 'page', slug: route.split('/').at(-1) || 'home', addresses: [joinPath(route)] };
}

const DATED = /^(?:.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*?)(?:\/?index)?$/s;

/**
 * Places a post of the blog. `2019-05-28-title.md`, `2019/05/28/title.md` and
 * `2019-05-28-title/index.md` have the same address.
 */
function createBlogPost({ values }: SourceTextFile, below: string, route: string): OldPage {
  const plain = below.replace(/\.\w+$/, '');
  const [, year, month, day, rest = ''] = DATED.exec(plain) ?? [];
  const name = year === undefined ? plain.replace(/\/index$/, '') : rest;
  const dated =
    year === undefined ? name : `${year}/${padDatePart(month)}/${padDatePart(day)}/${name}`;
  const slug = findFirstText(values, 'slug');
  return {
    kind: 'post',
    slug: (slug || name).replace(/\/$/, '').split('/').at(-1) || 'post',
    addresses: [joinPath(route, slug || dated)],
  };
}

function padDatePart(part = ''): string {
  return part.padStart(2, '0');
}

/**
 * Places a page of the docs. A number before a name only sorts it; `intro/index.md`,
 * `intro/README.md` and `intro/intro.md` are `intro`.
 */
function createDocsPage({ values }: SourceTextFile, below: string, route: string): OldPage {
  const parts = below
    .replace(/\.\w+$/, '')
    .split('/')
    .map((part) => part.replace(/^\d+(?:\s*[-_.]+\s*)(?!\d)/, ''));
  const last = parts.pop() ?? '';
  const isIndex = /^(?:index|readme)$/i.test(last) || last === parts.at(-1);
  const name = findFirstText(values, 'id') || (isIndex ? '' : last);
  const slug = findFirstText(values, 'slug');
  const own =
    slug === '' ? [...parts, name].join('/') : path.posix.resolve('/', parts.join('/'), slug);
  const address = joinPath(route, own);
  return {
    kind: 'page',
    slug: readFileName(address.replace(/\/$/, '').split('/').at(-1) ?? '').words || 'docs',
    addresses: [address],
  };
}
