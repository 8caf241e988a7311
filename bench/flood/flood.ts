import { parseArgs } from 'node:util';
import { startRealSite } from '../real-site.ts';
import { printTable, saveResults } from '../table.ts';
import { FLOODS } from './kinds.ts';
import { type LoadResult, percentile } from './raw-client.ts';
import { attack, read } from './sides.ts';

/**
 * Measures the latency of readers who open a cached article on new connections while one client floods the site with
 * distinct addresses. `--origin http://127.0.0.1:3000` uses a running server; `--kinds` selects kinds of flood.
 */
export async function benchFlood(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '64' },
      kinds: { type: 'string', default: [...FLOODS.keys()].join(',') },
      origin: { type: 'string' },
    },
  });
  const site = values.origin === undefined ? await startRealSite() : undefined;
  const port = Number(new URL(values.origin ?? site?.origin ?? '').port);
  await read(port, 1);
  const rest = await read(port, Number(values.seconds) * 1_000);
  const rows = [formatRow('at rest', rest, '')];
  for (const kind of values.kinds.split(',')) {
    const seconds = Number(values.seconds);
    const flood = attack({ port, kind, seconds, connections: Number(values.connections) });
    const reading = await read(port, seconds * 1_000);
    rows.push(formatRow(kind, reading, await flood));
  }
  await site?.stop();
  printTable(['flood', 'readers', 'p50 ms', 'p99 ms', 'unanswered', 'the flood’s answers'], rows);
  saveResults('flood', rows);
}

function formatRow(name: string, { times, unanswered }: LoadResult, flood: string) {
  return [name, times.length, percentile(times, 0.5), percentile(times, 0.99), unanswered, flood];
}
