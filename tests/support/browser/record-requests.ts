import type { Page, Request } from '@playwright/test';

export type RequestRecord = {
  /** The calls asked for so far, in order. */
  readonly calls: () => readonly Request[];
  /** Path and query of each of them. */
  readonly callAddresses: () => readonly string[];
  /** Path and query of each document asked for so far: a navigation that left the browser's code. */
  readonly documentAddresses: () => readonly string[];
  /** How many of all are still on their way. */
  readonly countOpen: () => number;
};

/** Keeps what a page asks its server for from now on. */
export function recordRequests(page: Page): RequestRecord {
  const requests: Request[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    requests.push(request);
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const calls = () => requests.filter((request) => new URL(request.url()).pathname.startsWith('/api/'));
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
