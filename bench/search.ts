import { parseArgs } from 'node:util';
import { measureQuality } from './search-quality.ts';
import { measureTimings } from './search-timings.ts';

const POSTS = '1000,12000,100000';

/**
 * Prints the quality of the site's search (`--apart` uses the queries that nothing was tuned by), then the timings of large
 * libraries. `--quality` and `--timings` print only one; `--posts` sets the sizes.
 */
export async function benchSearch(args: readonly string[]): Promise<void> {
  const options = {
    apart: { type: 'boolean' },
    quality: { type: 'boolean' },
    timings: { type: 'boolean' },
    posts: { type: 'string', default: POSTS },
  } as const;
  const { apart = false, quality, timings, posts } = parseArgs({ args: [...args], options }).values;
  if (!timings) await measureQuality(apart ? 'tests/search/queries-apart.yaml' : 'tests/search/queries.yaml');
  if (!quality) for (const count of posts.split(',')) measureTimings(Number(count));
}
