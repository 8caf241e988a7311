import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Address, parseAddress } from '../../site/addresses.ts';
import { listCacheTags } from '../../site/cache-tags.ts';
import { type HttpAnswer, sendAnswer } from '../http-answer.ts';
import { findCacheableAddress } from './cache-key.ts';
import { selectCoding } from './content-coding.ts';
import type { MadeAnswer, PageCache } from './page-cache.ts';
import { isUnchanged, type StoredAnswer } from './stored-answer.ts';

/** Makes the answer at an address, of nothing but the address and what is published. */
export type AnswerAddress = (address: Address) => HttpAnswer | Promise<HttpAnswer>;

/** `variant` names the form of the answer where the same address has several, by what the request accepts. */
export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: { readonly answer: AnswerAddress; readonly variant?: string },
) => Promise<FastifyReply>;

/** Answers from the cache what can be kept, and everything else at each request anew. */
export function createResponder(cache: PageCache): Respond {
  return async (request, reply, { answer, variant = '' }) => {
    const asked = parseAddress(request.raw.url ?? '/');
    const address = findCacheableAddress(asked);
    if (address === undefined) return sendAnswer(request, reply, await answer(asked));
    const key = `${variant}${address.pathname}${address.search}`;
    const stored = await cache.obtain(key, selectCoding(request.headers['accept-encoding']), async () =>
      describeAnswer(await answer(address), address),
    );
    // A redirect takes along all of the query that it was asked with.
    if (stored.status < 400 && stored.status >= 300 && address.search !== asked.search)
      return sendAnswer(request, reply, await answer(asked));
    return sendStored(request, reply, stored);
  };
}

/** What a shared cache is told of it, and whether the site leads to its address, which encodes no letter then. */
function describeAnswer(answer: HttpAnswer, { pathname, search }: Address): MadeAnswer {
  const { caching, canonical = pathname, recommended } = answer;
  const isLinked = canonical === pathname + search && !pathname.includes('%');
  if (caching !== 'shared') return { ...answer, isLinked };
  const tags = listCacheTags(pathname, recommended).join(',');
  return { ...answer, isLinked, headers: { ...answer.headers, 'Cache-Tag': tags } };
}

function sendStored(request: FastifyRequest, reply: FastifyReply, stored: StoredAnswer): FastifyReply {
  if (isUnchanged(request.headers['if-none-match'], stored))
    return reply.code(304).headers(stored.unchanged.headers).send();
  const form = stored.findForm(selectCoding(request.headers['accept-encoding']));
  return reply.code(stored.status).headers(form.headers).send(form.body);
}
