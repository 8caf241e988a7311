import { parse } from 'regexparam';
import { screen as articleScreen } from './screens/article-screen.tsx';
import type { RouteParams, Screen } from './screens/screen.ts';
import { files, pages } from './site/addresses.ts';
import { parseCanonicalPath } from './site/canonical-path.ts';
import { NEWS } from './site/categories.ts';
import { findLegacyPath } from './site/legacy-paths.ts';
import { parsePageQuery } from './site/page-query.ts';

/** Loads each screen's code. The article's is part of the entry file, because most readers arrive on an article. */
export const screens = {
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
} as const satisfies Readonly<Record<string, () => Promise<{ readonly screen: Screen }>>>;

export type ScreenName = keyof typeof screens;

export type Route = {
  readonly pattern: string;
  /** Parameters that the pattern doesn't contain; a `:name` in the pattern fills the parameter of that name. */
  readonly params?: Partial<RouteParams>;
} & ({ readonly screen: ScreenName } | { readonly redirectTo: string });

/** Matches the fixed list of legacy paths. */
export const LEGACY_PATTERN = 'legacy paths';

const NOT_FOUND_ROUTE: Route = { pattern: '*', screen: 'not-found' };

/** The route table of the specification, in its order; the first match wins. */
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

export type Match = {
  readonly route: Route;
  readonly params: RouteParams;
  /** The path of the page; differs from the requested path if that is another spelling of it. */
  readonly canonicalPath: string;
};

const compiled = routes.map((route) => ({ route, ...parse(route.pattern) }));

/** Finds the route of an address. `search` is the query with its question mark, or empty. */
export function matchAddress(pathname: string, search: string): Match {
  const legacy = findLegacyPath(pathname);
  const path = legacy?.path ?? parseCanonicalPath(pathname);
  const match = findMatch(path, legacy !== undefined);
  const { category, ...query } = parsePageQuery(match.route.pattern, search);
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
      ...query,
      ...(category !== '' && { category }),
    },
  };
}

function findMatch(path: string | undefined, isLegacy: boolean) {
  for (const { route, pattern, keys } of compiled) {
    if (route.pattern === LEGACY_PATTERN ? !isLegacy : path === undefined || !pattern.test(path)) continue;
    return { route, params: readParams(pattern.exec(path ?? ''), keys) };
  }
  return { route: NOT_FOUND_ROUTE, params: {} };
}

/** The path of an article without a subcategory matches that of a subcategory, so that name is its slug as well. */
function readParams(match: RegExpExecArray | null, keys: readonly string[]): Partial<RouteParams> {
  const params: Record<string, string> = {};
  keys.forEach((key, index) => {
    if (key !== '*') params[key] = decodeURIComponent(match?.[index + 1] ?? '');
  });
  return { slug: params.subcategory ?? '', ...params };
}
