import { stringify } from 'yaml';
import { files, isReservedPath, pages } from '../../site/addresses.ts';
import { listFixedPages } from '../../site/catalogue.ts';
import { normaliseRedirectPath, TARGET_PATTERN } from '../../site/paths/redirects.ts';
import type { ImportSource, SourceArchive } from '../source.ts';
import type { ImportedAuthor } from './authors.ts';
import { UNKNOWN_ORIGIN } from './find-link.ts';
import type { Findings } from './findings.ts';
import type { MappedCategory } from './mapping.ts';
import type { PlacedText, PlacedTexts } from './place-texts.ts';
import type { Tags } from './tags.ts';

type RedirectOptions = {
  readonly source: ImportSource;
  readonly places: PlacedTexts;
  readonly mapping: readonly MappedCategory[];
  readonly authors: ReadonlyMap<string, ImportedAuthor>;
  readonly tags: Tags;
  readonly published: readonly PlacedText[];
  readonly findings: Findings;
};

/** Feeds that most programs have. */
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
/** Below the limit of a settings file, in bytes. */
const ROWS_LENGTH_MAX = 900_000;

/** Where old addresses lead that are not those of articles, whose own front matter has theirs. */
export function createRedirects(options: RedirectOptions) {
  const served = listServed(options);
  const isFree = (from: string) => !served.has(from) && isOldPath(from);
  return {
    /** Whether an old address can redirect: the new site has no page or file there. */
    isFree,
    findArchive: (archive: SourceArchive) => findArchive(archive, options),
    format: (): string => formatRows(listRows(options, isFree), options.findings),
  };
}

export type Redirects = ReturnType<typeof createRedirects>;

function isOldPath(from: string): boolean {
  if (!/^\/[^\s?#*]*(?:\?[^\s?#*]+)?$/.test(from) || from === '/') return false;
  return !isReservedPath(from);
}

function listServed({ places, mapping, authors }: RedirectOptions): ReadonlySet<string> {
  const folders = mapping.flatMap(({ to }) => [to, to.split('/')[0] ?? '']);
  return new Set([
    ...listFixedPages().map(({ path }) => path),
    ...folders.map((folder) => `/${folder}`),
    ...places.texts.map(({ address }) => address),
    ...[...authors.values()].map(({ slug }) => pages.author(slug)),
  ]);
}

/** The page of the new site with the same list; undefined if it has none. */
function findArchive(
  { kind, of = '' }: SourceArchive,
  { source, mapping, authors, tags }: RedirectOptions,
): string | undefined {
  switch (kind) {
    case 'home':
      return pages.articles();
    case 'category': {
      const folder = findCategory(of, source, mapping);
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
      const [category] = findCategory(of, source, mapping)?.split('/') ?? [];
      return files.feed('rss', category === undefined ? '/' : pages.category(category));
    }
  }
}

/** A category without texts is in no mapping; its parent may be. */
function findCategory(
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

type Row = { readonly from: string; readonly to: string; readonly match?: 'prefix' };

function listRows(options: RedirectOptions, isFree: (from: string) => boolean): readonly Row[] {
  const { source, published, places } = options;
  const posts = places.texts.filter(({ outline }) => outline.kind === 'post');
  const taken = new Set(posts.flatMap(({ aliases }) => aliases));
  const wanted: readonly Row[] = [
    ...published
      .filter(({ outline }) => outline.kind === 'page')
      .flatMap(({ address, aliases }) => aliases.map((from) => ({ from, to: address }))),
    ...listSourceRows(options),
    ...source.archives.map((archive) => ({ from: archive.address, to: findReplacement(archive, options) })),
    ...FEEDS.map((from) => ({ from, to: files.feed('rss') })),
  ];
  const rows = new Map<string, Row>();
  for (const row of wanted) {
    const from = normaliseRedirectPath(row.from, undefined);
    if (isFree(from) && !taken.has(from) && !rows.has(from) && from !== row.to)
      rows.set(from, { ...row, from });
  }
  return [...rows.values()].filter(({ to }) => !rows.has(to));
}

function listSourceRows(options: RedirectOptions): readonly Row[] {
  return options.source.redirects.flatMap(({ from, to, isPrefix = false }): readonly Row[] => {
    const target =
      isPrefix && /^\/(?:.*\/)?$/.test(to) && TARGET_PATTERN.test(to) ? to : findRedirectTarget(to, options);
    if (target !== undefined) return [{ from, to: target, ...(isPrefix && { match: 'prefix' }) }];
    options.findings.addProblem(`redirect from ${from} left out: nothing of the new site is at ${to}`);
    return [];
  });
}

/** The nearest page of the new site: a tag of few texts has none, but the search finds them. */
function findReplacement(archive: SourceArchive, options: RedirectOptions): string {
  const isTag = archive.kind === 'tag' && archive.of;
  return findArchive(archive, options) ?? (isTag ? pages.search(archive.of) : pages.articles());
}

function findRedirectTarget(to: string, options: RedirectOptions): string | undefined {
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
  const archive = source.archives.find((one) => normaliseRedirectPath(one.address, undefined) === key);
  if (archive !== undefined) return findArchive(archive, options) ?? pages.articles();
  return key === '/' ? pages.home() : undefined;
}

function formatRows(rows: readonly Row[], findings: Findings): string {
  let length = 0;
  const kept = rows.filter(({ from, to }) => {
    length += from.length + to.length + '- from: \n  to: \n""'.length;
    return length <= ROWS_LENGTH_MAX;
  });
  if (kept.length < rows.length)
    findings.addProblem(
      `${rows.length - kept.length} old addresses of lists and feeds don't redirect: redirects.yaml has room for no more`,
    );
  return stringify(kept, { lineWidth: 0 });
}
