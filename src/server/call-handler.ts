import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Api, ApiAnswer } from '../api/api.ts';
import { SITE_REVISION, type Transport } from '../contract/request.ts';
import { parseAddress } from '../site/addresses.ts';
import { findKnownSite } from '../store/site.ts';
import type { Store } from '../store/store.ts';
import { findCacheableAddress } from './cache/cache-key.ts';
import type { ContentEpoch } from './cache/content-epoch.ts';
import type { Respond } from './cache/responder.ts';
import { formatFailure, type HttpAnswer, JSON_TYPE } from './http-answer.ts';

export function createCallHandler(api: Api, { store, now, respond }: CallOptions) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    respond(request, reply, {
      answer: async (address) => {
        const visitor = { address: request.ip, userAgent: readUserAgent(request) };
        const found = api(address, { now: now().getTime(), visitor });
        const answer = formatAnswer(found);
        if (found.kind === 'success') await found.counted;
        const revision = findKnownSite(store)?.site.revision;
        return { ...answer, headers: { ...answer.headers, ...(revision && { [SITE_REVISION]: revision }) } };
      },
    });
}

type CallOptions = { readonly store: Store; readonly now: () => Date; readonly respond: Respond };

function formatAnswer(answer: ApiAnswer): HttpAnswer {
  if (answer.kind === 'failure') return formatFailure(answer.status, answer.text);
  const { body, total, isVolatile } = answer;
  if (body === undefined) return { status: 204, type: JSON_TYPE, body: '', caching: 'never' };
  return {
    status: 200,
    type: JSON_TYPE,
    body: JSON.stringify(body),
    caching: isVolatile ? 'never' : 'shared',
    headers: {
      // Crawlers may fetch it to render a page, but should not index it.
      'X-Robots-Tag': 'noindex',
      ...(total !== undefined && { 'X-Total-Count': String(total) }),
    },
  };
}

/**
 * Empty, so that nothing counts, for prefetches, HEAD, other sites, and readers who ask not to be tracked (Do Not Track, Global
 * Privacy Control). Old browsers don't send `Sec-Fetch-Site`.
 */
function readUserAgent({ headers, method }: FastifyRequest): string {
  if (method === 'HEAD' || (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return '';
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return '';
  const purpose = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`;
  return purpose.includes('prefetch') ? '' : (headers['user-agent'] ?? '');
}

const ANSWERS_MAX = 200;

/** Look-ups in this cache. */
export type DataCounts = { hit: number; miss: number };

/** Caches answers that many pages need until content or views change. They must not be modified. */
export function cacheAnswers(api: Api, readEpoch: () => ContentEpoch, counts: DataCounts): Api {
  const answers = new LRUCache<string, ApiAnswer>({ max: ANSWERS_MAX });
  let epoch: ContentEpoch | undefined;
  return (address, request) => {
    const cacheable = findCacheableAddress(address);
    if (cacheable === undefined) return api(address, request);
    const current = readEpoch();
    if (current !== epoch) answers.clear();
    epoch = current;
    const key = cacheable.pathname + cacheable.search;
    const known = answers.get(key);
    counts[known === undefined ? 'miss' : 'hit'] += 1;
    const answer = known ?? api(cacheable, request);
    answers.set(key, answer);
    return answer;
  };
}

/** Carries the calls of a page that is rendered here: a function call instead of a fetch. */
export function createInProcessTransport(api: Api, now: Date): Transport {
  const request = { now: now.getTime(), visitor: { address: '', userAgent: '' } };
  return async (address) => api(parseAddress(address), request);
}
