import { benchBytes } from './bytes.ts';
import { benchContent } from './content.ts';
import { benchFlood } from './flood/flood.ts';
import { benchHttp } from './http.ts';
import { fillLibrary } from './library.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchProxy } from './proxy.ts';
import { benchScale } from './scale.ts';
import { benchSearch } from './search.ts';
import { searchEval } from './search-eval.ts';
import { benchTurns } from './turns/turns.ts';

/** What `npm run bench -- <name>` can measure. */
const BENCHES = new Map<string, (args: readonly string[]) => Promise<void> | number>([
  ['content', benchContent],
  ['http', benchHttp],
  ['flood', benchFlood],
  ['proxy', benchProxy],
  ['library', fillLibrary],
  ['scale', benchScale],
  ['turns', benchTurns],
  ['search', benchSearch],
  ['search-eval', searchEval],
  ['bytes', benchBytes],
  ['lighthouse', benchLighthouse],
]);

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES.get(name);
if (bench === undefined) {
  console.error(`Usage: npm run bench -- <name>, one of: ${[...BENCHES.keys()].join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await bench(args)) ?? 0;
}
