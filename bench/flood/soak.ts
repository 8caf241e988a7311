import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureThroughput } from '../http/wrk.ts';
import { type MeasuredServer, printTable, startMeasuredServer } from '../measured.ts';
import { PAGE_KINDS, publishRealSite } from '../real-site.ts';
import { readArticle, readDuring } from './flood.ts';

const ROUNDS = 5;
const ARTICLE = PAGE_KINDS.get('article') ?? '/';

/**
 * Floods the server for minutes with distinct addresses of every kind. Prints memory and the readers' latency of each minute,
 * then the processor time at idle and the throughput of a cached article, alternating with a fresh process on the same data.
 * `--minutes 10`, `--connections 16`.
 */
export async function benchSoak(args: readonly string[]): Promise<void> {
  const options = {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
  } as const;
  const { minutes, connections } = parseArgs({ args: [...args], options }).values;
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
  await publishRealSite(dataDir);
  const used = await startMeasuredServer({ DATA_DIR: dataDir });
  const { origin, readMemoryMb } = used;
  await readArticle(origin, 2);
  const rows: object[] = [{ rssMb: readMemoryMb(), ...(await readArticle(origin, 10)) }];
  for (let minute = 1; minute <= Number(minutes); minute += 1) {
    const reading = await readDuring({
      origin,
      kind: 'mixed',
      connections: Number(connections),
      seconds: 60,
    });
    rows.push({ rssMb: readMemoryMb(), ...reading });
  }
  printTable(rows);
  printTable({ idle: await measureIdle(used) });
  const fresh = await startMeasuredServer({ DATA_DIR: dataDir });
  printTable(await compareRates({ used, fresh }));
  for (const server of [used, fresh]) await server.stop();
  rmSync(dataDir, { recursive: true });
}

/** Starts five seconds after the last request and lasts five seconds. */
async function measureIdle(server: MeasuredServer) {
  await setTimeout(5_000);
  const before = server.readCpuSeconds();
  await setTimeout(5_000);
  return { rssMb: server.readMemoryMb(), cpuShare: (server.readCpuSeconds() - before) / 5 };
}

/** Alternates between the servers, so that a slow moment of the machine affects both. The first round is a warm-up. */
async function compareRates(servers: Readonly<Record<'used' | 'fresh', MeasuredServer>>) {
  const best = { used: 0, fresh: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ['used', 'fresh'] as const) {
      const { perSecond } = await measureThroughput(`${servers[name].origin}${ARTICLE}`, { seconds: 3 });
      if (round > 0) best[name] = Math.max(best[name], perSecond);
    }
  }
  return { 'cached article, requests/s': { ...best, ratio: best.used / best.fresh } };
}
