import { calls, isCallPath, pages } from '../../site/addresses.ts';
import { parseRequestAddress, type RequestAddress } from '../request-address.ts';

/** All that calls read of a query, but for searches. */
const CALL_PARAMETERS = ['categoryId', 'subcategoryId', 'limit', 'page', 'path'];
const PAGE_PARAMETERS = ['page'];
const ADDRESS_MAX_LENGTH = 1_000;

/**
 * The address without those parts of its query that no answer depends on, such as a campaign's; undefined where the answer
 * is made for each request by itself: searches, the state of the system, views.
 */
export function findCacheableAddress(address: RequestAddress): RequestAddress | undefined {
  const { pathname, search } = address;
  if (!pathname.startsWith('/') || pathname.length + search.length > ADDRESS_MAX_LENGTH) return undefined;
  if (isVolatilePath(pathname)) return undefined;
  if (search === '') return address;
  return {
    pathname,
    search: selectParameters(search, isCallPath(pathname) ? CALL_PARAMETERS : PAGE_PARAMETERS),
  };
}

/** The key under which the answer at an address is kept, for those who ask for HTML, JSON or whatever a file is. */
export function findCacheKey(url: string): string | undefined {
  const address = findCacheableAddress(parseRequestAddress(url));
  return address && address.pathname + address.search;
}

const SEARCH_PAGE = pages.search();
const SEARCH_CALL = calls.search('').split('?', 1)[0] ?? '';
const SYSTEM = calls.health().replace(/[^/]*$/, '');
const VIEW = /^\/api\/posts\/[^/]*\/view$/;

function isVolatilePath(pathname: string): boolean {
  if (!isCallPath(pathname)) return pathname === SEARCH_PAGE;
  return pathname.startsWith(SEARCH_CALL) || pathname.startsWith(SYSTEM) || VIEW.test(pathname);
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
