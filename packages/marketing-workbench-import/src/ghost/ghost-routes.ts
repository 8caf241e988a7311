import { parse } from 'yaml';
import { listArchives, listWithFeeds } from '../archives.ts';
import { BRACED_PARTS, fillPermalink } from '../permalinks.ts';
import type { SourceArchive } from '../source.ts';
import { type GhostRow, isGhostRow, readGhostText } from './ghost-data.ts';

/** Values for the address of a text. */
export type AddressParts = {
  readonly id: string;
  readonly slug: string;
  /** Time in ISO 8601. */
  readonly publishedAt: string | undefined;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly isFeatured: boolean;
};

/** Paths of the feeds below the address of each list. */
export const GHOST_FEEDS: readonly string[] = ['rss/'];

type RouteCollection = {
  readonly address: string;
  readonly permalink: string;
  readonly filter: string;
};

/**
 * The addresses of a site, which follow from its routes.yaml, from the permalink setting of old
 * versions, or from Ghost's defaults.
 */
export type GhostRoutes = {
  /** Lists the addresses of a post, the one that Ghost would show first. */
  readonly listPostAddresses: (post: AddressParts) => readonly string[];
  readonly listPageAddresses: (slug: string) => readonly string[];
  readonly archives: readonly SourceArchive[];
  readonly formatTagPath: (slug: string) => string | undefined;
  readonly formatAuthorPath: (slug: string) => string | undefined;
  readonly problems: readonly string[];
};

type RouteSettings = {
  /** Content of routes.yaml; undefined if there is no such file. */
  readonly routes: string | undefined;
  readonly permalink: string;
  readonly timeZone: string;
  /** True if posts had a second address for AMP. */
  readonly hasAmp: boolean;
};

export function readGhostRoutes({
  routes,
  permalink,
  timeZone,
  hasAmp,
}: RouteSettings): GhostRoutes {
  const problems: string[] = [];
  const file = parseRoutes(routes, problems);
  const collections = readCollections(file, permalink || '/{slug}/');
  const taxonomies = isGhostRow(file.taxonomies)
    ? file.taxonomies
    : { tag: '/tag/{slug}/', author: '/author/{slug}/' };
  const formatDay = createDayFormat(timeZone);
  const own = readOwnRoutes(file, problems);
  return {
    listPostAddresses: (post) => {
      const first = collections.find(({ filter }) => matchesFilter(filter, post)) ?? collections[0];
      const address =
        first &&
        fillPermalink(
          unifyTokens(first.permalink),
          BRACED_PARTS,
          createGhostParts(post, formatDay),
        );
      return [
        address,
        hasAmp && address !== undefined ? `${address}amp/` : undefined,
        ...own.filter(({ data }) => data === `post.${post.slug}`).map((route) => route.address),
      ].filter((one) => one !== undefined);
    },
    listPageAddresses: (slug) => [
      `/${slug}/`,
      ...own.filter(({ data }) => data === `page.${slug}`).map(({ address }) => address),
    ],
    archives: listCollectionArchives(collections),
    formatTagPath: (slug) => fillSlug(readGhostText(taxonomies, 'tag'), slug),
    formatAuthorPath: (slug) => fillSlug(readGhostText(taxonomies, 'author'), slug),
    problems,
  };
}

function parseRoutes(text: string | undefined, problems: string[]): GhostRow {
  if (text === undefined) return {};
  try {
    const file: unknown = parse(text);
    if (isGhostRow(file)) return file;
  } catch {
    // Reported below, as is anything else that is not a table.
  }
  problems.push("routes.yaml can't be read, so Ghost's default addresses are used");
  return {};
}

function readCollections(file: GhostRow, permalink: string): readonly RouteCollection[] {
  const rows = Object.entries(isGhostRow(file.collections) ? file.collections : {}).flatMap(
    ([address, value]) => {
      if (!isGhostRow(value)) return [];
      return [
        {
          address,
          permalink: readGhostText(value, 'permalink') || '/{slug}/',
          filter: readGhostText(value, 'filter'),
        },
      ];
    },
  );
  return rows.length > 0 ? rows : [{ address: '/', permalink, filter: '' }];
}

/** Reads the routes that show a text; others are templates of a theme. */
function readOwnRoutes(file: GhostRow, problems: string[]) {
  return Object.entries(isGhostRow(file.routes) ? file.routes : {}).flatMap(([address, value]) => {
    const data = isGhostRow(value)
      ? isGhostRow(value.data)
        ? readGhostText(value.data, 'post') || readGhostText(value.data, 'page')
        : readGhostText(value, 'data')
      : '';
    if (/^(?:post|page)\./.test(data)) return [{ address, data }];
    if (address !== '/')
      problems.push(
        `routes.yaml: ${address.slice(0, 200)} is a page of the theme and was left out; write a page or a redirect for it`,
      );
    return [];
  });
}

function listCollectionArchives(collections: readonly RouteCollection[]): readonly SourceArchive[] {
  const lists = collections.filter(({ address }) => address !== '/');
  return [
    ...listArchives('feed', ['/rss/', '/feed/']),
    ...lists.flatMap(({ address }) => listWithFeeds(address, { kind: 'home' }, GHOST_FEEDS)),
  ];
}

function fillSlug(permalink: string, slug: string): string | undefined {
  return permalink === '' ? undefined : unifyTokens(permalink).replaceAll('{slug}', slug);
}

/** Replaces `:slug`, which old versions wrote, by `{slug}`. */
function unifyTokens(permalink: string): string {
  return permalink.replace(
    /:(slug|id|uuid|year|month|day|author|primary_author|primary_tag)\b/g,
    '{$1}',
  );
}

/** Returns a function that finds parts of an address by Ghost's names for them. */
function createGhostParts(post: AddressParts, formatDay: FormatDay) {
  const [year, month, day] = post.publishedAt === undefined ? [] : formatDay(post.publishedAt);
  const author = post.authors[0] ?? 'all';
  const values: ReadonlyMap<string, string | undefined> = new Map([
    ...Object.entries({ id: post.id, slug: post.slug, year, month, day, author }),
    ...Object.entries({ primary_author: author, primary_tag: post.tags[0] ?? 'all' }),
  ]);
  return (name: string): string | undefined => values.get(name);
}

type FormatDay = (time: string) => readonly string[];

/** Creates a function that returns year, month and day in the site's time zone. */
function createDayFormat(timeZone: string): FormatDay {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format =
    createFormat(timeZone) ?? new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'UTC' });
  return (time) => format.format(new Date(time)).split('-');

  function createFormat(zone: string) {
    try {
      return new Intl.DateTimeFormat('en-CA', { ...options, timeZone: zone || 'UTC' });
    } catch {
      return undefined;
    }
  }
}

/**
 * Evaluates the common filters: `tag:x`, `primary_tag:-x`, `author:[a,b]`, `featured:true`, joined
 * by `+` (and) or `,` (or).
 */
function matchesFilter(filter: string, post: AddressParts): boolean {
  if (filter === '') return true;
  const terms = filter.replace(/\s+/g, '').match(/[+,]|[\w.]+:-?(?:\[[^\]]*\]|[^+,]+)/g) ?? [];
  const groups: boolean[][] = [[]];
  for (const term of terms) {
    if (term === ',') groups.push([]);
    else if (term !== '+') groups.at(-1)?.push(matchesTerm(term, post));
  }
  return groups.some((group) => group.length > 0 && group.every((matches) => matches));
}

function matchesTerm(term: string, post: AddressParts): boolean {
  const [, key = '', not = '', list = ''] = /^([\w.]+):(-?)\[?([^\]]*)\]?$/.exec(term) ?? [];
  const wanted = list.split(',').map((value) => value.replace(/^'|'$/g, ''));
  const values: Readonly<Record<string, readonly string[]>> = {
    tag: post.tags,
    tags: post.tags,
    primary_tag: post.tags.slice(0, 1),
    author: post.authors,
    authors: post.authors,
    primary_author: post.authors.slice(0, 1),
    featured: [String(post.isFeatured)],
    slug: [post.slug],
    id: [post.id],
  };
  const own = values[key];
  return own === undefined || own.some((value) => wanted.includes(value)) === (not === '');
}
