import { PATH_MAX_LENGTH } from '../site/limits.ts';

export type RequestAddress = {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
};

/** Path and query of a request line, as they were sent; the host of an absolute form is left out. */
export function parseRequestAddress(url: string): RequestAddress {
  const target = url.startsWith('/') ? url : stripOrigin(url);
  const start = target.indexOf('?');
  if (start === -1) return { pathname: target, search: '' };
  return { pathname: target.slice(0, start), search: target.slice(start) };
}

function stripOrigin(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '/' : parsed.pathname + parsed.search;
}

export function isTooLong(url: string): boolean {
  return url.length > PATH_MAX_LENGTH && parseRequestAddress(url).pathname.length > PATH_MAX_LENGTH;
}
