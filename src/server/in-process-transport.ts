import { LRUCache } from 'lru-cache';
import type { Api, ApiAnswer } from '../api/api.ts';
import type { Transport, TransportAnswer } from '../contract/request.ts';
import { parseAddress } from '../site/addresses.ts';
import { findCacheableAddress } from './cache/cache-key.ts';
import type { ContentEpoch } from './cache/content-epoch.ts';

const ANSWERS_MAX = 200;

/**
 * Caches the answers that many rendered pages need, such as the categories, until content or views change. The answers must not
 * be modified.
 */
export function cacheAnswers(api: Api, readEpoch: () => ContentEpoch): Api {
  const answers = new LRUCache<string, ApiAnswer>({ max: ANSWERS_MAX });
  let epoch: ContentEpoch | undefined;
  return (address, request) => {
    const cacheable = findCacheableAddress(address);
    if (cacheable === undefined) return api(address, request);
    const current = readEpoch();
    if (current !== epoch) answers.clear();
    epoch = current;
    const key = cacheable.pathname + cacheable.search;
    const answer = answers.get(key) ?? api(cacheable, request);
    answers.set(key, answer);
    return answer;
  };
}

/** Carries the calls of a page that is rendered here: a function call instead of a fetch. */
export function createInProcessTransport(api: Api, now: Date): Transport {
  const request = { now: now.getTime(), visitor: { address: '', userAgent: '' } };
  return async (address) => toTransportAnswer(api(parseAddress(address), request));
}

function toTransportAnswer(answer: ApiAnswer): TransportAnswer {
  switch (answer.kind) {
    case 'found':
      return { kind: 'success', body: answer.body, total: answer.total };
    case 'done':
      return { kind: 'success', body: undefined, total: undefined };
    case 'absent':
      return { kind: 'failure', status: 404, text: answer.message };
    case 'bad-input':
      return { kind: 'failure', status: 400, text: answer.message };
  }
}
