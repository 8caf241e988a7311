import { parse } from 'regexparam';
import { screen as articleScreen } from './screens/article-screen.tsx';
import type { RouteParams, Screen } from './screens/screen.ts';
import { type Address, FIXED_PAGES, type FixedPageName, files, pages } from './site/addresses.ts';
import { parsePageQuery } from './site/page-query.ts';
import { parseCanonicalPath } from './site/paths/canonical-path.ts';
import { findLegacyPath } from './site/paths/legacy-paths.ts';
import type { News } from './site/settings.ts';
import type { Site } from './site/site.ts';

/**
 * Loads each screen's code: a module that exports its screen as `screen`, so that the first page
 * holds no name for each. The article's is part of the entry file, because most readers arrive on
 * an article.
 */
export const screens = {
  article: async () => ({ screen: articleScreen }),
  articles: () => import('./screens/all-articles-screen.tsx'),
  author: () => import('./screens/author-screen.tsx'),
  category: () => import('./screens/category-screen.tsx'),
  'db-setup-help': () => import('./screens/db-setup-help-screen.tsx'),
  home: () => import('./screens/home-screen.tsx'),
  legacy: () => import('./screens/legacy-screen.tsx'),
  'not-found': () => import('./screens/not-found-screen.tsx'),
  page: () => import('./screens/own-page-screen.tsx'),
  search: () => import('./screens/search/search-screen.tsx'),
  'site-map': () => import('./screens/site-map-screen.tsx'),
  tag: () => import('./screens/tag-screen.tsx'),
  subcategory: () => import('./screens/subcategory-screen.tsx'),
} as const satisfies ScreenLoaders;

type ScreenLoaders = Readonly<
  Record<string, () => Promise<{ readonly screen: Screen }>> & Record<FixedPageName, unknown>
>;

export type ScreenName = keyof typeof screens;

export type Route = {
  readonly pattern: string;
  /**
   * Parameters that the pattern doesn't contain; a `:name` in the pattern fills the parameter of
   * that name.
   */
  readonly params?: Partial<RouteParams>;
} & ({ readonly screen: ScreenName } | { readonly redirectTo: string });

/** Matches the legacy paths of the site. */
export const LEGACY_PATTERN = 'legacy paths';

const NOT_FOUND_ROUTE: Route = { pattern: '*', screen: 'not-found' };

/** Returns the route table of the specification, in its order, for a site; the first match wins. */
export function listRoutes(site: Site): readonly Route[] {
  return [
    fixedRoute('home'),
    fixedRoute('articles'),
    ...listPageRoutes(site, 'guide'),
    fixedRoute('site-map'),
    { pattern: pages.xmlSiteMap(), redirectTo: files.sitemapXml() },
    fixedRoute('search'),
    { pattern: LEGACY_PATTERN, screen: 'legacy' },
    ...(site.news === undefined ? [] : listNewsRoutes(site.news)),
    fixedRoute('db-setup-help'),
    { pattern: pages.tag(':slug'), screen: 'tag' },
    ...listPageRoutes(site, 'page'),
    ...(site.authors === undefined
      ? []
      : [{ pattern: pages.author(':slug'), screen: 'author' as const }]),
    { pattern: '/:category', screen: 'category' },
    { pattern: '/:category/:subcategory', screen: 'subcategory' },
    { pattern: '/:category/:subcategory/:slug', screen: 'article' },
    NOT_FOUND_ROUTE,
  ];
}

function fixedRoute(screen: FixedPageName): Route {
  return { pattern: FIXED_PAGES[screen].path, screen };
}

function listPageRoutes({ pages: own }: Site, form: 'guide' | 'page'): readonly Route[] {
  return own
    .filter((page) => page.form === form)
    .map(({ slug }) => ({ pattern: pages.page(slug), screen: 'page', params: { slug } }));
}

function listNewsRoutes({ path, category, slug: subcategory }: News): readonly Route[] {
  const params = { category, subcategory };
  return [
    { pattern: `${path}/:slug`, screen: 'article', params },
    { pattern: path, screen: 'subcategory', params },
  ];
}

export type RouteMatch = {
  readonly route: Route;
  readonly params: RouteParams;
  /** The path of the page; differs from the requested path if that is another spelling of it. */
  readonly canonicalPath: string;
};

/** Finds the route of an address. */
export function matchAddress(site: Site, { pathname, search }: Address): RouteMatch {
  const legacy = findLegacyPath(pathname, site);
  const path = legacy?.path ?? parseCanonicalPath(pathname, site.news);
  const match = matchRoute(compileRoutes(site), path, legacy !== undefined);
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

type CompiledRoute = {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly keys: readonly string[];
};

const compiled = new WeakMap<Site, readonly CompiledRoute[]>();

function compileRoutes(site: Site): readonly CompiledRoute[] {
  const known = compiled.get(site);
  const routes = known ?? listRoutes(site).map((route) => ({ route, ...parse(route.pattern) }));
  if (known === undefined) compiled.set(site, routes);
  return routes;
}

function matchRoute(routes: readonly CompiledRoute[], path: string | undefined, isLegacy: boolean) {
  for (const { route, pattern, keys } of routes) {
    if (route.pattern === LEGACY_PATTERN ? !isLegacy : path === undefined || !pattern.test(path))
      continue;
    return { route, params: readParams(pattern.exec(path ?? ''), keys) };
  }
  return { route: NOT_FOUND_ROUTE, params: {} };
}

/**
 * The path of an article without a subcategory matches that of a subcategory, so that name is its
 * slug as well.
 */
function readParams(match: RegExpExecArray | null, keys: readonly string[]): Partial<RouteParams> {
  const params: Record<string, string> = {};
  keys.forEach((key, index) => {
    if (key !== '*') params[key] = decodeURIComponent(match?.[index + 1] ?? '');
  });
  return { slug: params.subcategory ?? '', ...params };
}
