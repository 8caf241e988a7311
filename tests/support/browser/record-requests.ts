import type { Page, Request } from '@playwright/test';

export type RequestRecord = {
  /** The calls requested so far, in order. */
  readonly calls: () => readonly Request[];
  /** Path and query of each of them. */
  readonly callAddresses: () => readonly string[];
  /** Path and query of each document requested so far; navigations in place request none. */
  readonly documentAddresses: () => readonly string[];
  /** The number of pending requests. */
  readonly countOpen: () => number;
};

/** Records the requests of a page from now on. */
export function recordRequests(page: Page): RequestRecord {
  const requests: Request[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    requests.push(request);
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const calls = () =>
    requests.filter((request) => new URL(request.url()).pathname.startsWith('/api/'));
  return {
    calls,
    callAddresses: () => calls().map(formatAddress),
    documentAddresses: () =>
      requests.filter((request) => request.resourceType() === 'document').map(formatAddress),
    countOpen: () => open.size,
  };
}

function formatAddress(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
}
