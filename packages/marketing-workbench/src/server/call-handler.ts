import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Api, ApiAnswer, ApiRequest, LongListAnswer } from '../api/api.ts';
import { SITE_REVISION, type Transport } from '../contract/request.ts';
import { type Address, parseAddress } from '../site/addresses.ts';
import { findKnownSite } from '../store/pages/known-site.ts';
import type { Store } from '../store/store.ts';
import { findCacheableAddress } from './cache/cache-key.ts';
import type { ContentEpoch } from './cache/content-epoch.ts';
import type { Respond } from './cache/responder.ts';
import { type AnswerHead, formatFailureAnswer, type HttpAnswer, JSON_TYPE } from './http-answer.ts';

export function createCallHandler(api: Api, { store, now, respond }: CallOptions) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    respond(request, reply, {
      answer: async (address) => {
        const visitor = { address: request.ip, userAgent: readUserAgent(request) };
        const answer = await api(address, { now: now().getTime(), visitor });
        if (answer.kind === 'success') await answer.counted;
        const revision = findKnownSite(store)?.site.revision;
        const headers: AnswerHead['headers'] = { ...(revision && { [SITE_REVISION]: revision }) };
        if (answer.kind === 'long list') return { write: () => streamList(answer, headers) };
        const formatted = formatAnswer(answer);
        return { ...formatted, headers: { ...formatted.headers, ...headers } };
      },
    });
}

type CallOptions = { readonly store: Store; readonly now: () => Date; readonly respond: Respond };

function formatAnswer(answer: ApiAnswer): HttpAnswer {
  if (answer.kind === 'failure') return formatFailureAnswer(answer.status, answer.text);
  const { body, total, isVolatile } = answer;
  if (body === undefined) return { status: 204, type: JSON_TYPE, body: '', caching: 'never' };
  return {
    status: 200,
    type: JSON_TYPE,
    body: JSON.stringify(body),
    caching: isVolatile ? 'never' : 'shared',
    headers: createCallHeaders(total),
  };
}

function createCallHeaders(total: number | undefined): Readonly<Record<string, string>> {
  return {
    // Crawlers may fetch it to render a page, but should not index it.
    'X-Robots-Tag': 'noindex',
    ...(total !== undefined && { 'X-Total-Count': String(total) }),
  };
}

/** Yields the bytes that JSON.stringify would write of the whole array. */
async function* streamList(
  { readSlices, hasTotal }: LongListAnswer,
  headers: AnswerHead['headers'],
): AsyncGenerator<string, AnswerHead> {
  let total = 0;
  for await (const items of readSlices()) {
    yield (total === 0 ? '[' : ',') + JSON.stringify(items).slice(1, -1);
    total += items.length;
  }
  yield total === 0 ? '[]' : ']';
  return {
    status: 200,
    type: JSON_TYPE,
    caching: 'shared',
    headers: { ...createCallHeaders(hasTotal ? total : undefined), ...headers },
  };
}

/**
 * Empty, so that nothing counts, for prefetches, HEAD, other sites, and readers who ask not to be
 * tracked (Do Not Track, Global Privacy Control). Old browsers don't send `Sec-Fetch-Site`.
 */
function readUserAgent({ headers, method }: FastifyRequest): string {
  if (method === 'HEAD' || (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
    return '';
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return '';
  const purpose = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`;
  return purpose.includes('prefetch') ? '' : (headers['user-agent'] ?? '');
}

const ANSWERS_MAX = 200;

/** Look-ups in this cache. */
export type DataCounts = { hit: number; miss: number };

/** The answers of calls as pages need them: whole. */
export type PageApi = (address: Address, request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>;

/** Caches answers that many pages need until content or views change. They must not be modified. */
export function cacheAnswers(api: Api, readEpoch: () => ContentEpoch, counts: DataCounts): PageApi {
  const answers = new LRUCache<string, ReturnType<PageApi>>({ max: ANSWERS_MAX });
  let epoch: ContentEpoch | undefined;
  return (address, request) => {
    const cacheable = findCacheableAddress(address);
    if (cacheable === undefined) return collectAnswer(api(address, request));
    const current = readEpoch();
    if (current !== epoch) answers.clear();
    epoch = current;
    const key = cacheable.pathname + cacheable.search;
    const known = answers.get(key);
    counts[known === undefined ? 'miss' : 'hit'] += 1;
    const answer = known ?? collectAnswer(api(cacheable, request));
    answers.set(key, answer);
    if (known === undefined && answer instanceof Promise)
      answer.catch(() => answers.peek(key) === answer && answers.delete(key));
    return answer;
  };
}

function collectAnswer(answer: ReturnType<Api>): ReturnType<PageApi> {
  return !(answer instanceof Promise) && answer.kind === 'long list'
    ? collectSlices(answer)
    : answer;
}

async function collectSlices({ readSlices, hasTotal }: LongListAnswer): Promise<ApiAnswer> {
  const body: unknown[] = [];
  for await (const items of readSlices()) body.push(...items);
  return { kind: 'success', body, ...(hasTotal && { total: body.length }), isVolatile: false };
}

/** Carries the calls of a page that is rendered here: a function call instead of a fetch. */
export function createInProcessTransport(api: PageApi, now: Date): Transport {
  const request = { now: now.getTime(), visitor: { address: '', userAgent: '' } };
  return async (address) => api(parseAddress(address), request);
}
