import { endpoints, type ValuesOf } from '../contract/endpoints.ts';
import { sendRequest } from '../contract/request.ts';

/** Tells the server what a reader did. The reader is not told about what could not be counted. */
export function countEvent(event: Partial<ValuesOf<'viewPost'>>): void {
  sendRequest('GET', endpoints.viewPost.address(event)).catch(() => undefined);
}

/**
 * The server has none. This module is part of the entry file, so it runs before a page can be
 * opened in place.
 */
const openedWith = typeof location === 'undefined' ? undefined : new URL(location.href);

/** Returns how the document was opened; undefined for a page that was opened in place. */
export function findArrival() {
  if (openedWith?.pathname !== location.pathname) return undefined;
  // The site that led here, without the page.
  return { from: document.referrer.split('/', 3).join('/'), searchParams: openedWith.searchParams };
}
