import { parse } from 'regexparam';
import { screen as articleScreen } from './screens/article-screen.tsx';
import type { RouteParams, Screen } from './screens/screen.ts';
import { files, pages } from './site/addresses.ts';
import { parseCanonicalPath } from './site/canonical-path.ts';
import { CATEGORIES, NEWS } from './site/categories.ts';
import { findLegacyPath } from './site/legacy-paths.ts';
import { parsePageNumber } from './site/pagination.ts';
import { parseSearchText } from './site/search-text.ts';

export type ScreenName =
  | 'all-articles'
  | 'article'
  | 'category'
  | 'db-setup-help'
  | 'guide'
  | 'home'
  | 'legacy'
  | 'not-found'
  | 'search'
  | 'site-map'
  | 'subcategory';

export type Route = {
  readonly pattern: string;
  /** What the pattern leaves open; a `:name` of the pattern fills the place's field of that name. */
  readonly params?: Partial<RouteParams>;
} & ({ readonly screen: ScreenName } | { readonly redirectTo: string });

/** Stands for the fixed legacy paths, which are a list of their own. */
export const LEGACY_PATTERN = 'legacy paths';

/** Anything else. */
const NOT_FOUND_ROUTE: Route = { pattern: '*', screen: 'not-found' };

/** The specification's table of routes, in its order; the first that matches answers. */
export const routes: readonly Route[] = [
  { pattern: pages.home(), screen: 'home' },
  { pattern: pages.articles(), screen: 'all-articles' },
  { pattern: pages.guide(), screen: 'guide' },
  { pattern: pages.siteMap(), screen: 'site-map' },
  { pattern: pages.xmlSiteMap(), redirectTo: files.sitemapXml() },
  { pattern: pages.search(), screen: 'search' },
  { pattern: LEGACY_PATTERN, screen: 'legacy' },
  {
    pattern: `${pages.news()}/:slug`,
    screen: 'article',
    params: { category: NEWS.category, subcategory: NEWS.slug },
  },
  {
    pattern: pages.news(),
    screen: 'subcategory',
    params: { category: NEWS.category, subcategory: NEWS.slug },
  },
  { pattern: pages.dbSetupHelp(), screen: 'db-setup-help' },
  { pattern: '/:category', screen: 'category' },
  { pattern: '/:category/:subcategory', screen: 'subcategory' },
  { pattern: '/:category/:subcategory/:slug', screen: 'article' },
  NOT_FOUND_ROUTE,
];

/** How each screen's code is brought. The article's comes with the rest: most readers arrive on one. */
export const screens: { readonly [Name in ScreenName]: () => Promise<{ readonly screen: Screen }> } = {
  'all-articles': () => import('./screens/all-articles-screen.tsx'),
  article: async () => ({ screen: articleScreen }),
  category: () => import('./screens/category-screen.tsx'),
  'db-setup-help': () => import('./screens/db-setup-help-screen.tsx'),
  guide: () => import('./screens/guide-screen.tsx'),
  home: () => import('./screens/home-screen.tsx'),
  legacy: () => import('./screens/legacy-screen.tsx'),
  'not-found': () => import('./screens/not-found-screen.tsx'),
  search: () => import('./screens/search-screen.tsx'),
  'site-map': () => import('./screens/site-map-screen.tsx'),
  subcategory: () => import('./screens/subcategory-screen.tsx'),
};

export type Match = {
  readonly route: Route;
  readonly params: RouteParams;
  /** The one path this page answers at, where the path asked for is another form of it. */
  readonly canonicalPath: string;
};

const compiled = routes.map((route) => ({ route, ...parse(route.pattern) }));

/** The route that answers an address. `search` is the query with its question mark, or empty. */
export function matchAddress(pathname: string, search: string): Match {
  const legacy = findLegacyPath(pathname);
  const path = legacy?.path ?? parseCanonicalPath(pathname);
  const match = findMatch(path, legacy !== undefined);
  const query = new URLSearchParams(search);
  return {
    route: match.route,
    canonicalPath: legacy?.isExact || path === undefined ? pathname : path,
    params: {
      path: path ?? pathname,
      category: '',
      subcategory: '',
      slug: '',
      ...match.params,
      ...match.route.params,
      page: parsePageNumber(query.get('page') ?? undefined),
      text: parseSearchText(query.get('q')),
      ...(match.route.pattern === pages.search() && { category: parseCategory(query.get('category')) }),
    },
  };
}

/** A built-in category's slug; empty for anything else. */
function parseCategory(text: string | null): string {
  return CATEGORIES.find(({ slug }) => slug === text)?.slug ?? '';
}

function findMatch(path: string | undefined, isLegacy: boolean) {
  for (const { route, pattern, keys } of compiled) {
    if (route.pattern === LEGACY_PATTERN ? !isLegacy : path === undefined || !pattern.test(path)) continue;
    return { route, params: readParams(pattern.exec(path ?? ''), keys) };
  }
  return { route: NOT_FOUND_ROUTE, params: {} };
}

/** An article without a subcategory stands where a subcategory would: its name is the slug then, too. */
function readParams(match: RegExpExecArray | null, keys: readonly string[]): Partial<RouteParams> {
  const params: Record<string, string> = {};
  keys.forEach((key, index) => {
    if (key !== '*') params[key] = decodeURIComponent(match?.[index + 1] ?? '');
  });
  return { slug: params.subcategory ?? '', ...params };
}
