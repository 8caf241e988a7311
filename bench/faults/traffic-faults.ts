import { Agent } from 'node:http';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pages } from '../../src/site/addresses.ts';
import { FLOODS, floodFromMany, measureArticle, measureQuietReader } from '../flood.ts';
import {
  type Fault,
  type FaultySite,
  fetchStatus,
  formatMs,
  type Measured,
  WATCHED_ARTICLE,
} from './faulty-site.ts';

const SECONDS = 20;
const QUERIES = 1_000;
const WANTED = 'cached pages: p99 at most 100 ms; new pages of a quiet reader: p99 at most 1 s, none refused';

/** Many clients at once. */
export const TRAFFIC_FAULTS: readonly Fault[] = [
  {
    name: '64 addresses with 8 connections each flood the search page',
    wanted: WANTED,
    run: (site) => flood(site, { addresses: 64, connections: 8 }),
  },
  {
    name: '600 addresses with a connection each flood the search page',
    wanted: WANTED,
    run: (site) => flood(site, { addresses: 600, connections: 1 }),
  },
  ...[40, 64, 128].map((descriptors) => ({
    name: `${3 * descriptors} connections where ${descriptors} files may be open`,
    wanted: '200, or 503, or closed; afterwards 200',
    run: (site: FaultySite) => openMany(site, descriptors),
  })),
  {
    name: `${QUERIES} made-up queries`,
    wanted: 'no 5xx',
    run: askMadeUp,
  },
];

async function openMany(site: FaultySite, descriptors: number): Promise<Measured> {
  const launcher = ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'];
  const { origin } = await site.start({ launcher });
  const agent = new Agent({ keepAlive: true, maxSockets: 3 * descriptors });
  const outcomes = await Promise.all(
    Array.from({ length: 3 * descriptors }, (_, number) =>
      fetchStatus(`${origin}${pages.search(`budget ${number}`)}`, { agent }),
    ),
  );
  agent.destroy();
  const after = await fetchStatus(`${origin}${pages.search('budget afterwards')}`);
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const kind = typeof outcome === 'number' ? outcome : 'closed';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return {
    measured: `${JSON.stringify(counts)}; afterwards ${after}`,
    isHeld: after === 200 && outcomes.every((outcome) => outcome !== 500),
  };
}

/** Pieces of queries that mean something to a parser, or run together with numbers. */
const PIECES = [
  'diff',
  '1.5',
  'wcag',
  '-',
  '"',
  "'",
  '.',
  '*',
  '^',
  ':',
  '(',
  ')',
  'NEAR',
  'AND',
  'gpt-4.1',
  '2^3',
  'é',
  '日本',
  '\u202e',
  ' ',
];

async function askMadeUp(site: FaultySite): Promise<Measured> {
  const { origin } = await site.start();
  const counts: Record<string, number> = {};
  let seed = 1;
  const pick = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return PIECES[seed % PIECES.length] ?? '';
  };
  for (let number = 0; number < QUERIES; number += 1) {
    const q = Array.from({ length: 1 + (number % 6) }, pick).join('') || 'a';
    const call = number % 2 === 0 ? endpoints.searchSuggestions : endpoints.search;
    const status = await fetchStatus(`${origin}${call.address({ q })}`);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  const isHeld = Object.keys(counts).every((status) => Number(status) < 500);
  return { measured: JSON.stringify(counts), isHeld };
}

type Clients = { readonly addresses: number; readonly connections: number };

async function flood(site: FaultySite, clients: Clients): Promise<Measured> {
  const { origin } = await site.start();
  await fetchStatus(`${origin}${WATCHED_ARTICLE}`);
  const paths = [FLOODS['search page'] ?? ''];
  const flooding = floodFromMany(origin, paths, { ...clients, seconds: SECONDS });
  const [cached, quiet] = await Promise.all([
    measureArticle(origin, flooding),
    measureQuietReader(origin, flooding),
  ]);
  const answered = JSON.stringify(await flooding);
  return {
    measured: `cached p50 ${formatMs(cached.p50Ms)}, p99 ${formatMs(cached.p99Ms)}; new p50 ${formatMs(quiet.p50Ms)}, p99 ${formatMs(quiet.p99Ms)}, ${quiet.refused} of ${quiet.answers} refused; the flood got ${answered}`,
    isHeld: cached.p99Ms <= 100 && quiet.p99Ms <= 1_000 && quiet.refused + quiet.unanswered === 0,
  };
}
