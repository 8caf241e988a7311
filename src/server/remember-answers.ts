import type { Api, ApiAnswer } from '../api/api.ts';
import { findCacheableAddress } from './cache/cache-key.ts';
import type { ContentEpoch } from './cache/content-epoch.ts';

/** What every page asks is soon among them; what few ask goes with the rest. */
const ANSWERS_MAX = 200;

/**
 * The same calls for pages that are rendered here, many of which ask for the same: categories, what is popular. An answer is
 * given again for as long as content and views are those it was made of. Whoever gets one must not change it.
 */
export function rememberAnswers(api: Api, readEpoch: () => ContentEpoch): Api {
  const known = new Map<string, ApiAnswer>();
  let epoch: ContentEpoch | undefined;
  return (address, request) => {
    const cacheable = findCacheableAddress(address);
    if (cacheable === undefined) return api(address, request);
    const present = readEpoch();
    if (present !== epoch || known.size >= ANSWERS_MAX) known.clear();
    epoch = present;
    const key = cacheable.pathname + cacheable.search;
    const answer = known.get(key) ?? api(cacheable, request);
    known.set(key, answer);
    return answer;
  };
}
