import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Address, parseAddress } from '../../site/addresses.ts';
import { listCacheTags } from '../../site/cache-tags.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import { findKnownSite, findRedirectParameters } from '../../store/pages/known-site.ts';
import type { Store } from '../../store/store.ts';
import type { HttpAnswer, LongAnswer } from '../http-answer.ts';
import type { RequestObserver } from '../monitoring/request-observer.ts';
import { PreconditionError } from '../preconditions.ts';
import { findCacheableAddress } from './cache-key.ts';
import { completeAnswer } from './complete-answer.ts';
import { selectCoding } from './content-coding.ts';
import { type EncodedAnswer, encodeAnswer, openBody } from './encoded-answer.ts';
import type { PageCache, RenderedAnswer } from './page-cache.ts';

/** The answer may depend only on the address and the published content. */
export type AnswerAddress = (address: Address) => GivenAnswer | Promise<GivenAnswer>;

type GivenAnswer = HttpAnswer | LongAnswer;

/**
 * `variant` names the form of the answer if the same address has several, selected by the `Accept`
 * header.
 */
export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: { readonly answer: AnswerAddress; readonly variant?: string },
) => Promise<FastifyReply>;

export function createResponder(
  cache: PageCache,
  store: Store,
  observer: RequestObserver | undefined,
  { isDevelopment = false }: { readonly isDevelopment?: boolean | undefined } = {},
): Respond {
  // On the disk of the index: other folders may be in memory.
  const folder = join(dirname(store.indexPath), 'answers');
  const complete = async (given: GivenAnswer | Promise<GivenAnswer>) =>
    completeAnswer(await given, folder);
  return async (request, reply, { answer, variant = '' }) => {
    const requested = parseAddress(request.raw.url ?? '/');
    // The pages of the development server also depend on its own parameter, and change by themselves.
    const address = isDevelopment
      ? undefined
      : findCacheableAddress(requested, findRedirectParameters(store));
    if (address === undefined) return sendAnswer(request, reply, await complete(answer(requested)));
    const key = `${variant}${address.pathname}${address.search}`;
    const coding = selectCoding(request.headers['accept-encoding']);
    const { answer: cached, isHit } = await cache.obtain(key, coding, async () =>
      describeAnswer(await complete(answer(address)), address, store),
    );
    try {
      observer?.noteCache(request.raw, isHit ? 'hit' : 'miss');
      // A redirect keeps the whole query of its request.
      if (cached.status < 400 && cached.status >= 300 && address.search !== requested.search)
        return await sendAnswer(request, reply, await complete(answer(requested)));
      return await sendEncoded(request, reply, cached);
    } finally {
      cached.release();
    }
  };
}

function describeAnswer(
  answer: HttpAnswer,
  { pathname, search }: Address,
  store: Store,
): RenderedAnswer {
  const { caching, canonical = pathname, recommended } = answer;
  const isLinked = canonical === pathname + search && !pathname.includes('%');
  if (caching !== 'shared') return { ...answer, isLinked };
  const tags = listCacheTags(
    pathname,
    findKnownSite(store)?.site ?? DEFAULT_SITE,
    recommended,
  ).join(',');
  return { ...answer, isLinked, headers: { ...answer.headers, 'Cache-Tag': tags } };
}

export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HttpAnswer,
): Promise<FastifyReply> {
  if (answer.status >= 500) return sendEncoded(request, reply, encodeFailure(answer));
  const encoded = encodeAnswer(answer);
  try {
    return await sendEncoded(request, reply, encoded);
  } finally {
    encoded.release();
  }
}

const failures = new WeakMap<HttpAnswer, EncodedAnswer>();

/**
 * Encodes failures in memory. Under overload the same answer is sent hundreds of times a second, so
 * it is compressed once.
 */
function encodeFailure(answer: HttpAnswer): EncodedAnswer {
  const encoded = failures.get(answer) ?? encodeAnswer(answer);
  failures.set(answer, encoded);
  return encoded;
}

/**
 * Returns 304 if the client has the answer already; throws a PreconditionError if it wants another
 * one (RFC 9110, section 13).
 */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EncodedAnswer,
): Promise<FastifyReply> {
  const coding = selectCoding(request.headers['accept-encoding']);
  const result = answer.evaluate(request.headers, coding);
  if (result === 'failed')
    throw new PreconditionError('The page has changed since the version that the request names.');
  if (result === 'notModified')
    return sendNotModified(request, reply.headers(answer.listNotModified(coding)));
  const { headers, body } = await answer.addVariant(coding);
  reply.code(answer.status).headers(headers);
  // The framework would read the whole stream; it keeps the length of an answer with a stream only.
  if (request.method === 'HEAD' && answer.isInFile) return reply.send(Readable.from([]));
  return reply.send(openBody(body));
}

/**
 * The framework would add `Content-Length: 0` to the answer of a HEAD, which is not the length of
 * the 200.
 */
export function sendNotModified({ method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(304).send(method === 'HEAD' ? Readable.from([]) : undefined);
}
