import { FLOODS, floodFromMany, measureArticle, measureQuietReader } from '../flood.ts';
import { ARTICLE, ask, type Fault, type FaultySite, formatMs, type Measured } from './faulty-site.ts';

const SECONDS = 20;
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
];

type Clients = { readonly addresses: number; readonly connections: number };

async function flood(site: FaultySite, clients: Clients): Promise<Measured> {
  const { origin } = await site.start();
  await ask(`${origin}${ARTICLE}`);
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
