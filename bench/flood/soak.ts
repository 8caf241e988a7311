import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureLoad } from '../http/load.ts';
import { fetchServedFile } from '../http/served-file.ts';
import { type MeasuredServer, startMeasuredServer } from '../measured-server.ts';
import { PAGE_KINDS, publishRealSite } from '../real-site.ts';
import { type Cell, printTable, saveResults } from '../table.ts';
import { percentile } from './raw-client.ts';
import { attack, read } from './sides.ts';

const ROUNDS = 5;
const ARTICLE = PAGE_KINDS.get('article') ?? '/';

/**
 * Floods the server for minutes with distinct addresses of every kind while readers read, and measures memory and the readers'
 * latency of each minute; then the processor time at idle, and the throughput of a cached article, alternating with a fresh
 * process on the same data. `--minutes 10`, `--connections 16`.
 */
export async function benchSoak(args: readonly string[]): Promise<void> {
  const options = {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
  } as const;
  const { minutes, connections } = parseArgs({ args: [...args], options }).values;
  const dir = mkdtempSync(join(tmpdir(), 'soak-'));
  await publishRealSite(dir);
  const used = await startMeasuredServer({ DATA_DIR: dir });
  const rows = await soak(used, Number(minutes), Number(connections));
  const idle = await measureIdle(used);
  const fresh = await startMeasuredServer({ DATA_DIR: dir });
  const rates = await compareRates([used, fresh]);
  for (const server of [used, fresh]) await server.stop();
  rmSync(dir, { recursive: true });
  printTable(['cached article', 'requests/s, best', 'median', 'Brotli bytes'], rates);
  saveResults('soak', { rows, idle, rates });
}

async function soak(server: MeasuredServer, minutes: number, connections: number) {
  const port = Number(new URL(server.origin).port);
  await read(port, 2_000);
  const atRest = await read(port, 10_000);
  const rows: Cell[][] = [
    ['at rest', server.readMemory(), percentile(atRest.times, 0.5), percentile(atRest.times, 0.99), 0, ''],
  ];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const flood = attack({ port, kind: 'mixed', connections, seconds: 60 });
    const { times, unanswered } = await read(port, 60_000);
    const latency = [percentile(times, 0.5), percentile(times, 0.99)];
    rows.push([`minute ${minute}`, server.readMemory(), ...latency, unanswered, await flood]);
  }
  printTable(['', 'RSS MB', 'reader p50 ms', 'p99 ms', 'unanswered', 'the flood’s answers'], rows);
  return rows;
}

/** Starts five seconds after the last request and lasts five seconds. */
async function measureIdle(server: MeasuredServer) {
  await setTimeout(5_000);
  const before = server.readCpuSeconds();
  await setTimeout(5_000);
  const idle = { megabytes: server.readMemory(), cpuShare: (server.readCpuSeconds() - before) / 5 };
  printTable(['idle', 'RSS MB', 'share of a core'], [['', idle.megabytes, idle.cpuShare]]);
  return idle;
}

/** Alternates between the servers, so that a slow moment of the machine affects both. */
async function compareRates(servers: readonly [used: MeasuredServer, fresh: MeasuredServer]) {
  const rates = servers.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { origin }] of servers.entries()) {
      const { requestsPerSecond } = await measureLoad(`${origin}${ARTICLE}`, { seconds: 3 });
      // The first round is the fresh server's warm-up.
      if (round > 0) rates[index]?.push(requestsPerSecond);
    }
  }
  const sizes = servers.map(({ origin }) => fetchServedFile(`${origin}${ARTICLE}`));
  const bytes = (await Promise.all(sizes)).map((file) => file.bytes.length);
  const [used = [], fresh = []] = rates;
  const compare = (get: (of: readonly number[]) => number) => [get(used), get(fresh), get(used) / get(fresh)];
  const best = compare((of) => Math.max(...of));
  const median = compare((of) => percentile(of, 0.5));
  return ['after the soak', 'fresh', 'ratio'].map((name, row) => [name, best[row], median[row], bytes[row]]);
}
