import { parseArgs } from 'node:util';
import { printTable } from './measured.ts';
import { measureGrowth, publishLibrary } from './scale-growth.ts';
import { measureDatabase } from './scale-measured.ts';
import { measureRequests } from './scale-requests.ts';
import { type Parameters, simulate } from './scale-simulation.ts';
import { MACHINES } from './scale-units.ts';

/**
 * Simulates a cluster: `--nodes`, `--articles`, `--requests` a second, `--cdn` (share answered
 * there), `--publishes` an hour, `--cache-mb`. Prints the load of the base case and with ten times
 * as much of each. `--measure` measures the unit costs here and compares the simulation with three
 * real nodes; `--grow 100000` measures publishing, a first sync and polls with so many articles.
 */
export async function benchScale(args: readonly string[]): Promise<void> {
  const number = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      nodes: number('100'),
      articles: number('1000000'),
      requests: number('10000'),
      cdn: number('0.9'),
      publishes: number('4'),
      'cache-mb': number('64'),
      measure: { type: 'boolean' },
      grow: { type: 'string' },
      publish: { type: 'string' },
      database: { type: 'string' },
    },
  });
  if (values.measure) return measureScale();
  if (values.publish !== undefined)
    return publishLibrary(values.database ?? '', Number(values.publish));
  if (values.grow !== undefined) return measureGrowth(Number(values.grow));
  const base: Parameters = {
    nodes: Number(values.nodes),
    articles: Number(values.articles),
    requestsPerSecond: Number(values.requests),
    cdnHits: Number(values.cdn),
    publishesPerHour: Number(values.publishes),
    pageCacheMb: Number(values['cache-mb']),
  };
  const cases: Record<string, Parameters> = {
    base,
    '10 × nodes': { ...base, nodes: base.nodes * 10 },
    '10 × articles': { ...base, articles: base.articles * 10 },
    '10 × requests': { ...base, requestsPerSecond: base.requestsPerSecond * 10 },
    '10 × publishes': { ...base, publishesPerHour: base.publishesPerHour * 10 },
    '10 × page cache': { ...base, pageCacheMb: base.pageCacheMb * 10 },
    'no CDN': { ...base, cdnHits: 0 },
  };
  const loads = Object.entries(cases).map(
    ([name, parameters]) => [name, simulate(parameters)] as const,
  );
  for (const part of ['requests', 'node', 'database', 'publisher'] as const)
    printTable(Object.fromEntries(loads.map(([name, load]) => [name, load[part]])));
  for (const [name, load] of loads) console.log(`${name}: ${formatLimitUse(load)}`);
}

type Load = ReturnType<typeof simulate>;

/** Returns how much of each limit is used, the most used first. */
function formatLimitUse({ node, database, publisher }: Load): string {
  const used: Record<string, number> = {
    'cores of PostgreSQL': database.cores / MACHINES.databaseCores,
    'network of PostgreSQL': (database.mbPerSecond * 1e6) / MACHINES.databaseBytesPerSecond,
    'connections of PostgreSQL': database.connections / MACHINES.databaseConnections,
    'cores of a node': node.cores / MACHINES.nodeCores,
    'memory of a node': (node.memoryGb * 1e9) / MACHINES.nodeMemoryBytes,
    'disk of a node': (node.indexGb * 1e9) / MACHINES.nodeDiskBytes,
    'memory of a new node': (node.newNodeGb * 1e9) / MACHINES.nodeHeapBytes,
    'memory of a publisher': (publisher.memoryGb * 1e9) / MACHINES.nodeHeapBytes,
  };
  const sorted = Object.entries(used).toSorted(([, a], [, b]) => b - a);
  const most = sorted.slice(0, 3).map(([name, share]) => `${name} ${share.toPrecision(2)} ×`);
  return `${(sorted[0]?.[1] ?? 0) > 1 ? 'FAILS; ' : ''}${most.join(', ')} of the limit`;
}

const REAL = { articles: 5_000, nodes: 3, seconds: 60 };

async function measureScale(): Promise<void> {
  printTable(await measureRequests());
  const real = await measureDatabase(REAL);
  const { database } = simulate({
    nodes: REAL.nodes,
    articles: REAL.articles,
    requestsPerSecond: 0,
    cdnHits: 0,
    publishesPerHour: 0,
    pageCacheMb: 64,
  });
  printTable({
    simulated: {
      connections: database.connections,
      statements: database.statements,
      databaseCores: database.cores,
    },
    [`${REAL.nodes} real nodes at rest`]: real,
  });
}
