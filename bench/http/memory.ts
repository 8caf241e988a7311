import { setTimeout } from 'node:timers/promises';
import { startMeasuredServer } from '../measured-server.ts';
import { printTable } from '../table.ts';
import { ARTICLE } from './addresses.ts';
import { measureLoad } from './load.ts';

/** Cold start, and memory at rest, half-way and at the end of so many requests. */
export async function measureMemory(dir: string, requests: number) {
  const site = await startMeasuredServer({ DATA_DIR: dir });
  await setTimeout(1_000);
  const rest = site.readMemory();
  const { requestsPerSecond } = await measureLoad(`${site.origin}${ARTICLE}`, { seconds: 2 });
  const seconds = Math.max(2, Math.ceil(requests / requestsPerSecond / 2));
  await measureLoad(`${site.origin}${ARTICLE}`, { seconds });
  const half = site.readMemory();
  await measureLoad(`${site.origin}${ARTICLE}`, { seconds });
  const end = site.readMemory();
  await site.stop();
  const startMs = site.start.seconds * 1_000;
  printTable(
    ['one process', 'start ms', 'MB at rest', `MB after ${requests / 2}`, `MB after ${requests}`],
    [['', startMs, rest, half, end]],
  );
  return { startMs, requests, megabytes: { rest, half, end } };
}
