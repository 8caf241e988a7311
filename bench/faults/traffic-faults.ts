import { Agent } from 'node:http';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pages } from '../../src/site/addresses.ts';
import { FLOODS, floodFromMany, measureArticle, measureQuietReader } from '../flood/flood.ts';
import {
  type FaultOutcome,
  type FaultScenario,
  type FaultySite,
  fetchStatus,
  formatMs,
  WATCHED_ARTICLE,
} from './faulty-site.ts';

const FLOOD_SECONDS = 20;
const QUERY_COUNT = 1_000;
const WANTED_IN_FLOOD =
  'cached pages: p99 at most 100 ms; new pages of a quiet reader: p99 at most 1 s, none refused';

/** Many clients at once. */
export const TRAFFIC_FAULTS: readonly FaultScenario[] = [
  {
    name: '64 addresses with 8 connections each flood the search page',
    wanted: WANTED_IN_FLOOD,
    run: (site) => floodSite(site, { addresses: 64, connections: 8 }),
  },
  {
    name: '600 addresses with a connection each flood the search page',
    wanted: WANTED_IN_FLOOD,
    run: (site) => floodSite(site, { addresses: 600, connections: 1 }),
  },
  ...[40, 64, 128].map((descriptors) => ({
    name: `${3 * descriptors} connections where ${descriptors} files may be open`,
    wanted: '200, or 503, or closed; afterwards 200',
    run: (site: FaultySite) => openManyConnections(site, descriptors),
  })),
  {
    name: `${QUERY_COUNT} made-up queries`,
    wanted: 'no 5xx',
    run: sendMadeUpQueries,
  },
];

async function openManyConnections(site: FaultySite, descriptors: number): Promise<FaultOutcome> {
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
const QUERY_PIECES = [
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

async function sendMadeUpQueries(site: FaultySite): Promise<FaultOutcome> {
  const { origin } = await site.start();
  const counts: Record<string, number> = {};
  let seed = 1;
  const pick = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return QUERY_PIECES[seed % QUERY_PIECES.length] ?? '';
  };
  for (let number = 0; number < QUERY_COUNT; number += 1) {
    const q = Array.from({ length: 1 + (number % 6) }, pick).join('') || 'a';
    const call = number % 2 === 0 ? endpoints.searchSuggestions : endpoints.search;
    const status = await fetchStatus(`${origin}${call.address({ q })}`);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  const isHeld = Object.keys(counts).every((status) => Number(status) < 500);
  return { measured: JSON.stringify(counts), isHeld };
}

type FloodClients = { readonly addresses: number; readonly connections: number };

async function floodSite(site: FaultySite, clients: FloodClients): Promise<FaultOutcome> {
  const { origin } = await site.start();
  await fetchStatus(`${origin}${WATCHED_ARTICLE}`);
  const paths = [FLOODS['search page'] ?? ''];
  const flooding = floodFromMany(origin, paths, { ...clients, seconds: FLOOD_SECONDS });
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
