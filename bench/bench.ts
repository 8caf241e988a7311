import { benchBytes } from './bytes.ts';
import { benchContent } from './content.ts';
import { benchFlood } from './flood/flood.ts';
import { benchFuzz } from './flood/fuzz.ts';
import { benchSoak } from './flood/soak.ts';
import { benchHttp } from './http/http.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchSearch } from './search.ts';
import { searchEval } from './search-eval.ts';

/** What `npm run bench -- <name>` can measure. */
const BENCHES: ReadonlyMap<string, (args: readonly string[]) => Promise<void>> = new Map([
  ['content', benchContent],
  ['http', benchHttp],
  ['flood', benchFlood],
  ['soak', benchSoak],
  ['fuzz', benchFuzz],
  ['search', benchSearch],
  [
    'search-eval',
    async (args) => {
      process.exitCode = searchEval(args);
    },
  ],
  ['bytes', benchBytes],
  ['lighthouse', benchLighthouse],
]);

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES.get(name);
if (bench === undefined) {
  console.error(`Usage: npm run bench -- <name>, one of: ${[...BENCHES.keys()].join(', ')}`);
  process.exitCode = 2;
} else {
  await bench(args);
}
