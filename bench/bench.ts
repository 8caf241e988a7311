import { benchBytes } from './bytes.ts';
import { benchContent } from './content.ts';
import { benchFlood } from './flood.ts';
import { benchHttp } from './http.ts';
import { fillLibrary } from './library.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchSearch } from './search.ts';
import { searchEval } from './search-eval.ts';

/** What `npm run bench -- <name>` can measure. */
const BENCHES: ReadonlyMap<string, (args: readonly string[]) => Promise<void>> = new Map([
  ['content', benchContent],
  ['http', benchHttp],
  ['flood', benchFlood],
  ['library', fillLibrary],
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
