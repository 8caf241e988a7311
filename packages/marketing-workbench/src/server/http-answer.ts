import { formatRedirectTarget } from '../site/paths/redirects.ts';
import { isCompressible } from './cache/content-coding.ts';
import type { SpooledFile } from './cache/spooled-file.ts';
import { XML_POLICY } from './xml.ts';

export type HttpAnswer = {
  readonly status: number;
  readonly type: string;
  /** The answer's encoding releases a file. */
  readonly body: string | Uint8Array | SpooledFile;
  readonly caching: Caching;
  readonly headers?: Readonly<Record<string, string>>;
  readonly canonical?: string | undefined;
  readonly recommended?: readonly string[];
  /** Whether an incomplete answer could be more complete by now. */
  readonly isOutdated?: () => boolean;
};

export type AnswerHead = Omit<HttpAnswer, 'body'>;

/**
 * An answer whose body is made in many turns of the event loop. Only at the end its head is known.
 */
export type LongAnswer = { readonly write: () => AsyncGenerator<string, AnswerHead> };

/**
 * - `shared`: shared caches keep it for a minute, browsers revalidate it on each use
 * - `revalidate`: browsers keep it and revalidate it on each use
 * - `never`: no cache keeps it
 * - `forever`: the content at the address never changes
 */
export type Caching = keyof typeof CACHING_HEADERS;

const SHARED = 's-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

const CACHING_HEADERS = {
  // Without must-revalidate, browsers apply stale-while-revalidate too. Shared caches read the
  // second header (RFC 9213).
  shared: {
    'Cache-Control': `public, max-age=0, must-revalidate, ${SHARED}`,
    'CDN-Cache-Control': `public, ${SHARED}`,
  },
  revalidate: { 'Cache-Control': 'no-cache' },
  never: { 'Cache-Control': 'no-store' },
  forever: { 'Cache-Control': 'public, max-age=31536000, immutable' },
} as const;

const VARY = { Vary: 'Accept-Encoding' };

export function listCachingHeaders({
  caching,
  type,
}: Pick<HttpAnswer, 'caching' | 'type'>): Readonly<Record<string, string>> {
  return {
    ...CACHING_HEADERS[caching],
    ...(isCompressible(type, Number.POSITIVE_INFINITY) && VARY),
  };
}

type RedirectAnswerOptions = {
  /** The query of the request, which the target gets unless it has one. */
  readonly search?: string;
  readonly status?: 301 | 302;
};

/** Browsers and crawlers may keep it, but revalidate it. */
export function formatRedirect(
  to: string,
  { search, status = 301 }: RedirectAnswerOptions = {},
): HttpAnswer {
  return {
    status,
    type: 'text/plain; charset=utf-8',
    body: '',
    caching: 'revalidate',
    headers: { Location: formatRedirectTarget(to, search) },
  };
}

/**
 * No cache keeps the answer and no search engine indexes it, as it is for whoever has a link to a
 * draft.
 */
export function keepPrivate(answer: HttpAnswer): HttpAnswer {
  const headers = { ...answer.headers, 'X-Robots-Tag': 'noindex, nofollow' };
  return { ...answer, caching: 'never', headers };
}

export const XML_HEAD: AnswerHead = {
  status: 200,
  type: 'application/xml; charset=utf-8',
  caching: 'shared',
  headers: { 'Content-Security-Policy': XML_POLICY },
};

export const JSON_TYPE = 'application/json; charset=utf-8';

export function formatFailureAnswer(
  status: number,
  message: string,
): HttpAnswer & { readonly body: string } {
  return { status, type: JSON_TYPE, body: JSON.stringify({ message }), caching: 'never' };
}
