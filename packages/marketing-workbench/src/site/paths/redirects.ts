import type { Address } from '../addresses.ts';
import { formatOrigin, type News, type SiteSettings } from '../settings.ts';
import { parseCanonicalPath } from './canonical-path.ts';

export type Redirect = {
  /** A path, perhaps with a query such as `/?p=123`, whose parameters are sorted. */
  readonly from: string;
  /** Whether the rule also applies to all addresses below `from`. */
  readonly isPrefix: boolean;
  /** 410: gone, without a target. */
  readonly status: 301 | 302 | 410;
  /** A path or a URL. If it ends with a slash, the rest of the path is appended. */
  readonly to?: string;
  readonly activeFrom: number;
};

export type RedirectAnswer = Pick<Redirect, 'status' | 'to'>;

export function normaliseRedirectPath(address: string, news: News | undefined): string {
  const [path = '', query] = address.split('?', 2);
  const normalised = parseCanonicalPath(path, news) ?? path;
  return query === undefined
    ? normalised
    : `${normalised}?${sortQuery(new URLSearchParams(query))}`;
}

function sortQuery(query: URLSearchParams): string {
  query.sort();
  return query.toString();
}

/**
 * Returns the address with only the query parameters that rules use, to look up such a rule;
 * undefined without any of them.
 */
export function findQuerySource(
  { pathname, search }: Address,
  parameters: readonly string[],
  news: News | undefined,
): string | undefined {
  const named = [...new URLSearchParams(search)].filter(([name]) => parameters.includes(name));
  if (named.length === 0) return undefined;
  return normaliseRedirectPath(`${pathname}?${new URLSearchParams(named)}`, news);
}

/** Returns the names of the query parameters that rules use. */
export function listRedirectParameters(sources: readonly string[]): readonly string[] {
  return [
    ...new Set(sources.flatMap((source) => [...new URLSearchParams(source.split('?')[1]).keys()])),
  ];
}

/** Returns the query without the parameters that the rule has matched. */
export function withoutParameters(search: string, parameters: readonly string[]): string {
  const query = new URLSearchParams(search);
  for (const name of parameters) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

/** Prefix rules apply down to this depth; each level costs a lookup on every request. */
const PREFIX_SEGMENTS_MAX = 16;

/**
 * Returns the sources of rules that may apply to a path: the path and all above it, longest first.
 */
export function listRedirectSources(path: string, news: News | undefined): readonly string[] {
  const normalised = normaliseRedirectPath(path, news);
  const segments = normalised.split('/', PREFIX_SEGMENTS_MAX + 1).slice(1);
  const prefixes = segments.map(
    (_, index) => `/${segments.slice(0, segments.length - index).join('/')}`,
  );
  return prefixes[0] === normalised ? prefixes : [normalised, ...prefixes];
}

/** The rest of a path that can't be decoded is dropped. */
export function applyRedirect(
  { from, to, isPrefix, status }: Redirect,
  path: string,
  news: News | undefined,
): RedirectAnswer {
  if (to === undefined) return { status };
  if (!isPrefix || !to.endsWith('/')) return { status, to };
  const target = to + (parseCanonicalPath(path, news) ?? '').slice(from.length + 1);
  return { status, to: target.startsWith('/') ? normaliseRedirectPath(target, news) : target };
}

/**
 * Whether a rule would send a reader back to the requested address, or ever further below it.
 * Publishing refuses most such rules; other programs may write them to a shared database.
 */
export function isCircular(
  rule: Redirect,
  { pathname, search }: Address,
  site: SiteSettings,
): boolean {
  const { from, to = '', isPrefix } = rule;
  const { news } = site;
  const origin = formatOrigin(site);
  const own = to.startsWith(`${origin}/`) ? to.slice(origin.length) : to;
  if (!own.startsWith('/')) return false;
  if (isPrefix && own.endsWith('/')) {
    const target = normaliseRedirectPath(own, news);
    return isAtOrBelow(target, from) && isAtOrBelow(normaliseRedirectPath(pathname, news), target);
  }
  const target = formatRedirectTarget(own, search).replace(/#.*/, '');
  return normaliseRedirectPath(target, news) === normaliseRedirectPath(pathname + search, news);
}

function isAtOrBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/** A path of this site, or an address of another site by HTTPS. */
export const TARGET_PATTERN = /^(?:\/(?![/\\])|https:\/\/(?![/\\?#]))\S*$/;

/** Returns whether a text of that pattern names a host, if it is a whole address. */
export function hasHostIfAbsolute(target: string): boolean {
  return target.startsWith('/') || URL.canParse(target);
}

/**
 * The target as it is sent or navigated to, with the query of the request unless it has one. A path
 * stays on this site for every URL parser: it is resolved, percent-encoded, and begins with one
 * slash. The same for its own result.
 */
export function formatRedirectTarget(target: string, search = ''): string {
  // No site has this host (RFC 2606).
  const url = new URL(target.replace(/^(?!https:\/\/)/, 'https://a.invalid/'));
  url.search ||= search;
  return url.href.replace(/^https:\/\/a\.invalid\/+/, '/');
}
