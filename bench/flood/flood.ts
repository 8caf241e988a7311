import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { after, runLoad } from '../load.ts';
import { printTable } from '../measured.ts';
import { PAGE_KINDS, startRealSite } from '../real-site.ts';
import { FLOODS } from './kinds.ts';

type Flood = {
  readonly origin: string;
  /** One of `FLOODS`, or `mixed`. */
  readonly kind: string;
  readonly connections: number;
  readonly seconds: number;
};

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
  const origin = values.origin ?? site?.origin ?? '';
  const seconds = Number(values.seconds);
  await readArticle(origin, 1);
  const rows = { 'at rest': await readArticle(origin, seconds) };
  for (const kind of values.kinds.split(',')) {
    const flood = { origin, kind, seconds, connections: Number(values.connections) };
    Object.assign(rows, { [kind]: await readDuring(flood) });
  }
  await site?.stop();
  printTable(rows);
}

/** The readers' latency while a client in a process of its own floods the server. */
export async function readDuring({ origin, kind, connections, seconds }: Flood) {
  const attacker = promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'attacker.ts'),
    ...[origin, kind, String(connections), String(seconds)],
  ]);
  const reading = await readArticle(origin, seconds);
  return { ...reading, flood: (await attacker).stdout.trim() };
}

/** Readers of a cached article on new connections, fifty a second. */
export async function readArticle(origin: string, seconds: number) {
  const { answers, unanswered, p50Ms, p99Ms } = await runLoad({
    ...{ origin, connections: 4, pauseMs: 80, isConnectionNew: true, until: after(seconds) },
    nextPath: () => PAGE_KINDS.get('article') ?? '/',
  });
  return { answers, unanswered, p50Ms, p99Ms };
}
