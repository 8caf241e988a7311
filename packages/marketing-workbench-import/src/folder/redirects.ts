import { files, isReservedPath, pages } from 'marketing-workbench/site/addresses';
import { listFixedPages } from 'marketing-workbench/site/catalogue';
import { normaliseRedirectPath, TARGET_PATTERN } from 'marketing-workbench/site/paths/redirects';
import { stringify } from 'yaml';
import type { ImportSource, SourceArchive, SourceRedirect } from '../source.ts';
import type { ImportedAuthor } from './authors.ts';
import { UNKNOWN_ORIGIN } from './find-link.ts';
import type { ImportFindings } from './import-findings.ts';
import type { MappedCategory } from './mapping.ts';
import type { PlacedText, PlacedTexts } from './place-texts.ts';
import type { Tags } from './tags.ts';

type RedirectSources = {
  readonly source: ImportSource;
  readonly places: PlacedTexts;
  readonly mapping: readonly MappedCategory[];
  readonly authors: ReadonlyMap<string, ImportedAuthor>;
  readonly tags: Tags;
  readonly published: readonly PlacedText[];
  readonly findings: ImportFindings;
};

/** Addresses of the feeds of most programs. */
const FEEDS = [
  '/feed',
  '/feed/atom',
  '/feed/rss',
  '/feed/rss2',
  '/feed/rdf',
  '/comments/feed',
  '/rss',
  '/?feed=rss2',
];
/** Bytes; below the limit of a settings file. */
const ROWS_LENGTH_MAX = 900_000;

/**
 * Creates the redirects of all old addresses except those of articles, whose front matter has
 * theirs.
 */
export function createImportedRedirects(options: RedirectSources) {
  const served = listServedPaths(options);
  const isFree = (from: string) => !served.has(from) && canRedirectPath(from);
  return {
    /**
     * Returns true if an old address can redirect, since the new site has no page or file there.
     */
    isFree,
    /** Lists the redirects of the source whose targets the new site does not have. */
    listLost: (): readonly string[] =>
      options.source.redirects
        .filter((redirect) => findNewTarget(redirect, options) === undefined)
        .map(({ from, to }) => `${from} → ${to}`),
    findArchive: (archive: SourceArchive) => findArchive(archive, options),
    format: (): string =>
      formatRedirectsFile(listImportedRedirects(options, isFree), options.findings),
  };
}

export type ImportedRedirects = ReturnType<typeof createImportedRedirects>;

function canRedirectPath(from: string): boolean {
  if (!/^\/[^\s?#*]*(?:\?[^\s?#*]+)?$/.test(from) || from === '/') return false;
  return !isReservedPath(from);
}

function listServedPaths({ places, mapping, authors }: RedirectSources): ReadonlySet<string> {
  const folders = mapping.flatMap(({ to }) => [to, to.split('/')[0] ?? '']);
  return new Set([
    ...listFixedPages().map(({ path }) => path),
    ...folders.map((folder) => `/${folder}`),
    ...places.texts.map(({ address }) => address),
    ...[...authors.values()].map(({ slug }) => pages.author(slug)),
  ]);
}

/** Returns the page of the new site with the same list; undefined if there is none. */
function findArchive(
  { kind, of = '' }: SourceArchive,
  { source, mapping, authors, tags }: RedirectSources,
): string | undefined {
  switch (kind) {
    case 'home':
      return pages.articles();
    case 'category': {
      const folder = findMappedFolder(of, source, mapping);
      return folder === undefined ? undefined : `/${folder}`;
    }
    case 'tag': {
      const slug = tags.findPage(of);
      return slug === undefined ? undefined : pages.tag(slug);
    }
    case 'author': {
      const slug = authors.get(of)?.slug;
      return slug === undefined ? undefined : pages.author(slug);
    }
    case 'feed': {
      const [category] = findMappedFolder(of, source, mapping)?.split('/') ?? [];
      return files.feed('rss', category === undefined ? '/' : pages.category(category));
    }
  }
}

/** Returns the folder of a category or, since one without texts has none, of its nearest parent. */
function findMappedFolder(
  slug: string,
  { site }: ImportSource,
  mapping: readonly MappedCategory[],
): string | undefined {
  const passed = new Set<string>();
  for (let next: string | undefined = slug; next && !passed.has(next); ) {
    const row = mapping.find(({ from }) => from === next);
    if (row !== undefined) return row.to;
    passed.add(next);
    next = site.categories.find((category) => category.slug === next)?.parent;
  }
  return undefined;
}

type ImportedRedirect = { readonly from: string; readonly to: string; readonly match?: 'prefix' };

function listImportedRedirects(
  options: RedirectSources,
  isFree: (from: string) => boolean,
): readonly ImportedRedirect[] {
  const { source, published, places } = options;
  const posts = places.texts.filter(({ outline }) => outline.kind === 'post');
  const taken = new Set(posts.flatMap(({ aliases }) => aliases));
  const wanted: readonly ImportedRedirect[] = [
    ...published
      .filter(({ outline }) => outline.kind === 'page')
      .flatMap(({ address, aliases }) => aliases.map((from) => ({ from, to: address }))),
    ...listSourceRedirects(options),
    ...source.archives.map((archive) => ({
      from: archive.address,
      to: findNearestPage(archive, options),
    })),
    ...FEEDS.map((from) => ({ from, to: files.feed('rss') })),
  ];
  const rows = new Map<string, ImportedRedirect>();
  for (const row of wanted) {
    const from = normaliseRedirectPath(row.from, undefined);
    if (isFree(from) && !taken.has(from) && !rows.has(from) && from !== row.to)
      rows.set(from, { ...row, from });
  }
  return [...rows.values()].filter(({ to }) => !rows.has(to));
}

function listSourceRedirects(options: RedirectSources): readonly ImportedRedirect[] {
  return options.source.redirects.flatMap(
    ({ from, to, isPrefix = false }): readonly ImportedRedirect[] => {
      const target = findNewTarget({ to, isPrefix }, options);
      if (target !== undefined) return [{ from, to: target, ...(isPrefix && { match: 'prefix' }) }];
      options.findings.addProblem(
        `the redirect from ${from} was left out: the new site has no page for ${to}`,
      );
      return [];
    },
  );
}

function findNewTarget(
  { to, isPrefix = false }: Pick<SourceRedirect, 'to' | 'isPrefix'>,
  options: RedirectSources,
): string | undefined {
  return isPrefix && /^\/(?:.*\/)?$/.test(to) && TARGET_PATTERN.test(to)
    ? to
    : findRedirectTarget(to, options);
}

/**
 * Returns the page of the new site that is nearest to a list. A tag with few texts has no page, but
 * the search finds them.
 */
function findNearestPage(archive: SourceArchive, options: RedirectSources): string {
  const isTag = archive.kind === 'tag' && archive.of;
  return findArchive(archive, options) ?? (isTag ? pages.search(archive.of) : pages.articles());
}

function findRedirectTarget(to: string, options: RedirectSources): string | undefined {
  const { source, places, published } = options;
  const [origin = UNKNOWN_ORIGIN] = source.site.origins;
  const url = URL.parse(to.trim(), `${origin}/`);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const hosts = [origin, ...source.site.origins].map((one) => URL.parse(one)?.host);
  if (!hosts.includes(url.host)) return url.href.replace(/^http:/, 'https:');
  const address = url.pathname + url.search;
  const text = places.findText(address) ?? places.findText(url.pathname);
  if (text !== undefined) return published.includes(text) ? text.address : undefined;
  const key = normaliseRedirectPath(address, undefined);
  const archive = source.archives.find(
    (one) => normaliseRedirectPath(one.address, undefined) === key,
  );
  if (archive !== undefined) return findArchive(archive, options) ?? pages.articles();
  return key === '/' ? pages.home() : undefined;
}

function formatRedirectsFile(rows: readonly ImportedRedirect[], findings: ImportFindings): string {
  let length = 0;
  const kept = rows.filter(({ from, to }) => {
    length += from.length + to.length + '- from: \n  to: \n""'.length;
    return length <= ROWS_LENGTH_MAX;
  });
  if (kept.length < rows.length)
    findings.addProblem(
      `${rows.length - kept.length} old addresses of lists and feeds don't redirect, since redirects.yaml is full`,
    );
  return stringify(kept, { lineWidth: 0 });
}
