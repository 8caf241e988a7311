import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { endpoints } from '../src/contract/endpoints.ts';
import { files, pages } from '../src/site/addresses.ts';
import { after, runLoad } from './load.ts';
import { PAGE_KINDS, printTable, startRealSite } from './measured.ts';

const ARTICLE = PAGE_KINDS.get('article') ?? pages.home();

type FormatPath = (number: number) => string;

const SINGLE_FLOODS = new Map<string, FormatPath>([
  ['search call', (number) => endpoints.search.address({ q: `marketing budget ${number}` })],
  ['suggestions', (number) => endpoints.searchSuggestions.address({ q: `market ${number}` })],
  ['search page', (number) => pages.search(`marketing budget ${number}`)],
  ['unknown page', (number) => pages.category(`nope-${number}`)],
  ['unknown article', (number) => `${ARTICLE}-${number}`],
  ['page of a list', (number) => pages.articles(number)],
  ['query of an article', (number) => `${ARTICLE}?x=${number}`],
  ['redirect', (number) => `${pages.footerCategory('seo')}?x=${number}`],
  ['unknown card', (number) => files.cards(`post/nope-${number}.abc.wide.png`)],
  ['redirect call', (number) => endpoints.redirects.address({ path: `/nope-${number}` })],
]);
const FORMATS = [...SINGLE_FLOODS.values()];
const FLOODS: ReadonlyMap<string, FormatPath> = new Map([
  ...SINGLE_FLOODS,
  ['mixed', (number) => FORMATS[number % FORMATS.length]?.(number) ?? ARTICLE],
]);

/**
 * Measures the latency of readers who open a cached article on new connections while one client floods the site with distinct
 * addresses, and the server's memory after each flood. `--kinds mixed --seconds 600` floods with all kinds for ten minutes.
 */
export async function benchFlood(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '64' },
      kinds: { type: 'string', default: [...FLOODS.keys()].join(',') },
    },
  });
  const { origin, readMemoryMb, stop } = await startRealSite();
  const seconds = Number(values.seconds);
  await readArticle(origin, 1);
  const rows: Record<string, object> = {
    'at rest': { ...(await readArticle(origin, seconds)), memoryMb: readMemoryMb() },
  };
  for (const kind of values.kinds.split(',')) {
    const attack = [join(import.meta.dirname, 'bench.ts'), 'attack', origin, kind, values.connections];
    const flood = promisify(execFile)(process.execPath, [...attack, values.seconds]);
    const reading = await readArticle(origin, seconds);
    rows[kind] = { ...reading, flood: (await flood).stdout.trim(), memoryMb: readMemoryMb() };
  }
  await stop();
  printTable(rows);
}

/** Floods a server from a separate process: `attack <origin> <kind> <connections> <seconds>`. */
export async function attack([
  origin = '',
  kind = '',
  connections,
  seconds,
]: readonly string[]): Promise<void> {
  const format = FLOODS.get(kind);
  if (format === undefined) throw new Error(`Kinds: ${[...FLOODS.keys()].join(', ')}`);
  let number = Math.floor(Math.random() * 1e9);
  const load = { origin, connections: Number(connections), until: after(Number(seconds)) };
  console.log(JSON.stringify(await runLoad({ ...load, nextPath: () => format(number++) })));
}

/** Readers of a cached article on new connections, fifty a second. */
function readArticle(origin: string, seconds: number) {
  const load = { connections: 4, pauseMs: 80, isConnectionNew: true, until: after(seconds) };
  return runLoad({ ...load, origin, nextPath: () => ARTICLE });
}
