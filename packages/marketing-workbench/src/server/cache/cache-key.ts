import { endpoints } from '../../contract/endpoints.ts';
import { matchCall } from '../../contract/match-call.ts';
import { type Address, pages, parseAddress } from '../../site/addresses.ts';
import { listPageParameters } from '../../site/page-query.ts';
import { isCallPath } from '../../site/request-kinds.ts';

const ADDRESS_MAX_LENGTH = 1_000;

/**
 * The address with only those query parameters that its answer depends on; undefined if the answer
 * is not cached.
 *
 * @param redirectParameters - Those that redirects of this site depend on.
 */
export function findCacheableAddress(
  { pathname, search }: Address,
  redirectParameters: readonly string[] = [],
): Address | undefined {
  if (!pathname.startsWith('/') || pathname.length + search.length > ADDRESS_MAX_LENGTH)
    return undefined;
  const names = isCallPath(pathname)
    ? listCallParameters(pathname)
    : listParametersOfPage(pathname, redirectParameters);
  return names && { pathname, search: search === '' ? '' : selectParameters(search, names) };
}

export function findCacheKey(
  url: string,
  redirectParameters: readonly string[] = [],
): string | undefined {
  const address = findCacheableAddress(parseAddress(url), redirectParameters);
  return address && address.pathname + address.search;
}

function listCallParameters(pathname: string): readonly string[] | undefined {
  const call = matchCall(pathname);
  if (call === undefined) return [];
  const endpoint = endpoints[call.name];
  return endpoint.isVolatile ? undefined : endpoint.queryNames;
}

/** The pages of searches are not cached: there are too many. */
function listParametersOfPage(
  pathname: string,
  redirectParameters: readonly string[],
): readonly string[] | undefined {
  if (pathname === pages.search()) return undefined;
  return [...listPageParameters(pathname), ...redirectParameters];
}

function selectParameters(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  const selected = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name);
    if (value !== null) selected.set(name, value);
  }
  return selected.size === 0 ? '' : `?${selected}`;
}
