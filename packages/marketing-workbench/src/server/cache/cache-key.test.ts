import { expect, it, vi } from 'vitest';
import { SITE } from '../../../../../tests/support/default-site.ts';
import { listRoutes, matchAddress } from '../../routes.ts';
import { findCacheKey } from './cache-key.ts';

const PATHS = listRoutes(SITE)
  .map(({ pattern }) => pattern.replace(/:\w+/g, 'x'))
  .filter((path) => path.startsWith('/'));

it.each(PATHS)(
  'the cache key of %s has exactly the query parameters that the page reads',
  (path) => {
    const get = vi.spyOn(URLSearchParams.prototype, 'get');
    matchAddress(SITE, { pathname: path, search: '?utm_source=mail' });
    const names = get.mock.calls.map(([name]) => name);
    get.mockRestore();
    const query = names.map((name) => `${name}=2`).join('&');
    expect(names).toContain('page');
    expect(findCacheKey(`${path}?utm_source=mail&${query}`)).toBe(
      path === '/search' ? undefined : `${path}?${query}`,
    );
  },
);
