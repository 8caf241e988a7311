/**
 * Every address of the site is built here; those of the JSON calls follow from
 * src/contract/endpoints.ts.
 */
import type { News } from './settings.ts';

const PREVIEWS = '/preview/';

export type PreviewLink = {
  readonly slug: string;
  readonly until: string;
  readonly signature: string;
};

export type ArticlePlace = {
  readonly category: string;
  readonly subcategory?: string | undefined;
  readonly slug: string;
};

export type SubcategoryPlace = { readonly category: string; readonly slug: string };

export type FixedPage = {
  readonly path: string;
  readonly title: string;
  /** What kind of page it is; undefined for a tool, such as the search. */
  readonly kind?: 'entrance' | 'overview';
};

/**
 * The pages that every site has, by the name of their screen and card. The paths of routes, cards,
 * the site map and sitemaps, and what checks, imports and audits know of these pages, follow from
 * this table.
 *
 * | kind | in sitemaps | counts as a way from the home page to an article |
 * |---|---|---|
 * | `entrance` | yes | yes |
 * | `overview` | yes | no: it links to everything |
 * | none | no | no |
 */
export const FIXED_PAGES = {
  home: { path: '/', title: 'Home', kind: 'entrance' },
  articles: { path: '/articles', title: 'All Articles', kind: 'entrance' },
  'site-map': { path: '/sitemap', title: 'Site Map', kind: 'overview' },
  search: { path: '/search', title: 'Search' },
  'db-setup-help': { path: '/db-setup-help', title: 'Database Setup Help' },
} as const satisfies Readonly<Record<string, FixedPage>>;

export type FixedPageName = keyof typeof FIXED_PAGES;

export const pages = {
  home: (): string => FIXED_PAGES.home.path,
  featured: () => '/#featured',
  browseCategories: () => '/#categories',
  articles: (page = 1) => withPage(FIXED_PAGES.articles.path, page),
  /** Builds the address of an own page. */
  page: (slug: string) => `/${slug}`,
  author: (slug: string, page = 1) => withPage(`/authors/${slug}`, page),
  siteMap: () => FIXED_PAGES['site-map'].path,
  xmlSiteMap: () => '/sitemap.xml',
  search: (text?: string, page = 1, category?: string) =>
    withPage(FIXED_PAGES.search.path, page, { q: text || undefined, category }),
  category: (slug: string, page = 1) => withPage(`/${slug}`, page),
  learningPath: (category: string) => `/${category}#start-here`,
  subcategory: ({ category, slug }: SubcategoryPlace, news: News | undefined, page = 1) =>
    withPage(slug === news?.slug ? news.path : `/${category}/${slug}`, page),
  article: ({ category, subcategory, slug }: ArticlePlace, news: News | undefined) => {
    if (news !== undefined && subcategory === news.slug) return `${news.path}/${slug}`;
    return subcategory === undefined
      ? `/${category}/${slug}`
      : `/${category}/${subcategory}/${slug}`;
  },
  tag: (slug: string, page = 1) => withPage(`/tags/${slug}`, page),
  /** The forms of the footer (specification, section 2), which redirect to the pages. */
  footerCategory: (slug: string) => `/category/${slug}`,
  footerSubcategory: (category: string, slug: string) => `/category/${category}/${slug}`,
  dbSetupHelp: () => FIXED_PAGES['db-setup-help'].path,
} as const;

/**
 * Returns the path of an article that is not published; `until` is in seconds since 1970. It is not
 * one of `pages`, which browsers load.
 */
export function formatPreviewPath({ slug, until, signature }: PreviewLink): string {
  return `${PREVIEWS}${slug}/${until}/${signature}`;
}

export type Address = {
  readonly pathname: string;
  readonly search: string;
};

/**
 * Parses a path with a query, or the whole URL that a request line may hold, as the router does: it
 * keeps all of the path.
 */
export function parseAddress(url: string): Address {
  const target = url.startsWith('/')
    ? url
    : `/${url.replace(/^(?:https?:\/\/[^/?]*|[^/?]+)\/?/i, '')}`;
  const start = target.indexOf('?');
  if (start === -1) return { pathname: target, search: '' };
  return { pathname: target.slice(0, start), search: target.slice(start) };
}

export const files = {
  faviconSvg: () => '/favicon.svg',
  appleTouchIcon: () => '/apple-touch-icon.png',
  /** One of `ICON_NAMES`. */
  icon: (name: string) => `/${name}`,
  manifest: () => '/manifest.webmanifest',
  /** The style sheet of a site's own look; another look has another address. */
  theme: (brandHash: string) => `/assets/theme-${brandHash || 'default'}.css`,
  /** The social image of a page; a changed image has another address. */
  card: ({ kind, slug, hash, cut }: CardAddress) => `/social/${kind}/${slug}.${hash}.${cut}.png`,
  cards: (name: string) => `/social/${name}`,
  feed: (format: FeedFormat, path = '/') => `${path === '/' ? '' : path}/${FEED_NAMES[format]}`,
  markdown: (path: string) => `${path}.md`,
  media: (name: string) => `/media/${name}`,
  sitemapXml: () => '/api/sitemap.xml',
} as const;

/**
 * Addresses that the code for browsers never builds, kept apart so that browsers do not load them.
 */
export const machineFiles = {
  robots: () => '/robots.txt',
  llms: () => '/llms.txt',
  /** The owner's own style sheet; a changed one has another address. */
  ownStyle: (hash: string) => `/assets/style-${hash}.css`,
  indexNowKey: (key: string) => `/${key}.txt`,
  sitemapPart: (part: number | string) => `/api/sitemaps/${part}.xml`,
  newsSitemapXml: () => '/api/news-sitemap.xml',
  readiness: () => '/api/system/ready',
  metrics: () => '/api/system/metrics',
} as const;

/** `cut` is the format of the image, `hash` the hash of its content. */
export type CardAddress = {
  readonly kind: string;
  readonly slug: string;
  readonly hash: string;
  readonly cut: string;
};

/** The icons that publishing draws, and that a site without a brand lacks. */
export const ICON_NAMES: readonly string[] = [
  'favicon.ico',
  'apple-touch-icon.png',
  'feed-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
];

export type FeedFormat = 'rss' | 'atom' | 'json';

export const FEED_FORMATS: readonly FeedFormat[] = ['rss', 'atom', 'json'];

const FEED_NAMES: Readonly<Record<FeedFormat, string>> = {
  rss: 'feed.xml',
  atom: 'atom.xml',
  json: 'feed.json',
};

/** Returns whether the site makes the file of this address. */
export function isSiteFile(pathname: string): boolean {
  return (
    [
      ...ICON_NAMES.map(files.icon),
      files.faviconSvg(),
      files.manifest(),
      pages.xmlSiteMap(),
    ].includes(pathname) ||
    isTextFile(pathname) ||
    /^\/icon-[\w-]+\.png$/.test(pathname)
  );
}

export const CALL_PATHS = '/api/*';

const NO_PAGES = ['/api/', '/assets/', '/media/', '/social/', PREVIEWS];

/** Returns whether the first segment of an address belongs to fixed pages, calls or files. */
export function isOwnSegment(segment: string): boolean {
  return segment !== '' && listReservedPaths().some((path) => path.split('/')[1] === segment);
}

/**
 * Lists the paths in a function, because the list would otherwise be part of the code for browsers.
 */
function listReservedPaths(): readonly string[] {
  return [
    ...NO_PAGES,
    ...Object.values(FIXED_PAGES).map(({ path }) => path),
    pages.author(''),
    pages.tag(''),
    pages.footerCategory(''),
  ];
}

const OWN_LINK = /<a\b[^>]*? href="(\/(?!\/)[^"?#]*)/g;

/** Returns the last segments of the addresses that could be those of articles. */
export function listLinkedSlugs(html: string): string[] {
  return Array.from(html.matchAll(OWN_LINK)).flatMap(([, path = '']) => {
    const [first = '', ...others] = path.split('/').filter((segment) => segment !== '');
    return isOwnSegment(first) ? [] : others.slice(-1);
  });
}

const NO_PAGE_NAMES = /(?:^\/(?:robots|llms)\.txt|\/(?:feed|atom)\.xml|\/feed\.json|\.md)$/;

export function isPagePath(pathname: string): boolean {
  return !NO_PAGE_NAMES.test(pathname) && !NO_PAGES.some((prefix) => pathname.startsWith(prefix));
}

/**
 * Returns whether the last segment is the name of a feed, Markdown or another text for programs,
 * whose other spellings redirect.
 */
export function isTextFile(pathname: string): boolean {
  return NO_PAGE_NAMES.test(pathname);
}

/** Returns whether no redirect can have the path, because it belongs to files and calls. */
export function isReservedPath(pathname: string): boolean {
  return (
    isTextFile(pathname) ||
    pathname === pages.xmlSiteMap() ||
    NO_PAGES.some((prefix) => `${pathname}/`.startsWith(prefix))
  );
}

/** Returns a part of an address without percent-encoding; as it is if the encoding is not valid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const shares = {
  facebook: (url: string) => withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }),
  linkedin: (url: string) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url }),
  twitter: (url: string, title: string) =>
    withQuery('https://twitter.com/intent/tweet', { url, text: title }),
  email: (url: string, title: string) =>
    `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
} as const;

export function withQuery(
  path: string,
  query: Record<string, string | number | undefined>,
): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** The first page of a list has no parameter. */
function withPage(
  path: string,
  page: number,
  query: Record<string, string | undefined> = {},
): string {
  return withQuery(path, { ...query, page: page > 1 ? page : undefined });
}
