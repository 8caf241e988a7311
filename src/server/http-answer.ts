import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, isCompressible, selectCoding } from './cache/content-coding.ts';
import { encodeText } from './cache/encode-text.ts';

export type HttpAnswer = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly caching: Caching;
  readonly headers?: Readonly<Record<string, string>>;
  /** Path and query of the one address where what it shows is found; a path without a query, unless said otherwise. */
  readonly canonical?: string | undefined;
  /** Slugs of the popular and related posts that a page shows. */
  readonly recommended?: readonly string[];
  /** Of one that lacks something yet: settles when that has come, or with false when it won't. Never rejects. */
  readonly completion?: Promise<boolean>;
};

/**
 * - `shared`: by the caches of others too, for a minute; by browsers, which ask each time whether it still is so
 * - `revalidate`: by browsers alone, in the same way
 * - `never`: not kept
 * - `forever`: the address never changes what it means
 */
export type Caching = keyof typeof CACHING_HEADERS;

/** How long a shared cache shows an answer by itself, goes on while it asks again, and goes on while the site fails. */
const SHARED = 's-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

const CACHING_HEADERS = {
  // A browser that may show what is stale while it asks would show a change one look late: must-revalidate forbids that.
  // Shared caches that take it literally read the second header (RFC 9213), where it does not stand.
  shared: {
    'Cache-Control': `public, max-age=0, must-revalidate, ${SHARED}`,
    'CDN-Cache-Control': `public, ${SHARED}`,
  },
  revalidate: { 'Cache-Control': 'no-cache' },
  never: { 'Cache-Control': 'no-store' },
  forever: { 'Cache-Control': 'public, max-age=31536000, immutable' },
} as const;

/** What the answer says of how it may be kept, and what else but the address it depends on. */
export function listCachingHeaders({ caching, type }: HttpAnswer): Readonly<Record<string, string>> {
  return { ...CACHING_HEADERS[caching], ...(isCompressible(type, Number.POSITIVE_INFINITY) && VARY) };
}

const VARY = { Vary: 'Accept-Encoding' };

/** Sends an answer, or a 304 where the client has it already (RFC 9110, section 13). */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HttpAnswer,
): Promise<FastifyReply> {
  reply.code(answer.status).headers({ ...listCachingHeaders(answer), ...answer.headers });
  const body = encodeBody(answer);
  const coding = isCompressible(answer.type, body.byteLength)
    ? selectCoding(request.headers['accept-encoding'])
    : 'identity';
  if (answer.caching !== 'never' && answer.status === 200) {
    const tag = formatEntityTag(body);
    reply.header('ETag', coding === 'identity' ? tag : `W/${tag}`);
    if (isMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  reply.type(answer.type);
  if (coding === 'identity') return reply.send(body);
  return reply.header('Content-Encoding', coding).send(await compress(body, coding, 'quick'));
}

/** The body as it travels, before any coding. */
export function encodeBody({ body }: HttpAnswer): Buffer {
  return typeof body === 'string' ? encodeText(body) : Buffer.from(body);
}

/** A redirect, permanent unless said otherwise; browsers and crawlers may remember it, but ask again. */
export function formatRedirect(to: string, status: 301 | 302 = 301): HttpAnswer {
  return {
    status,
    type: 'text/plain; charset=utf-8',
    body: '',
    caching: 'revalidate',
    headers: { Location: to },
  };
}

/** A strong tag: other bytes, another tag. */
export function formatEntityTag(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** Weak comparison, as `If-None-Match` asks for. */
export function isMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => {
    const value = candidate.trim().replace(/^W\//, '');
    return value === '*' || value === tag;
  });
}
