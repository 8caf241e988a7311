import { mkdtempSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startMeasuredServer } from '../measured-server.ts';
import { ADDRESSES } from './addresses.ts';
import { startBareNode } from './bare-node.ts';
import { type Load, measureLoad } from './load.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { fetchServedFile, type Rival, type ServedFile } from './served-file.ts';

export type Row = Load & {
  readonly server: string;
  readonly address: string;
  /** Requests a second, of those of nginx with as many processes. */
  readonly ofNginx?: number | undefined;
  /** The same of one process of Node that does nothing but write. */
  readonly ofBareNode?: number | undefined;
};

type Run = { readonly dir: string; readonly seconds: number };
type Contest = {
  readonly server: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Processes of nginx to compare with; 0: there is nothing to compare with. */
  readonly processes: number;
  readonly isCompressed: boolean;
  readonly connections: number;
};

const CACHED = { isCompressed: true, connections: 50 };
// As many connections as one process can answer while a reader would wait: with more, most of the time is a queue's.
const UNCACHED = { environment: { PAGE_CACHE_MB: '0' }, processes: 0, connections: 8 };
const CONTESTS: readonly Contest[] = [
  { server: 'cached, one process', environment: {}, processes: 1, ...CACHED },
  {
    server: 'cached, all cores',
    environment: { WORKERS: 'auto' },
    processes: availableParallelism(),
    ...CACHED,
  },
  { server: 'uncached, one process', ...UNCACHED, isCompressed: false },
  { server: 'the same, with Brotli', ...UNCACHED, isCompressed: true },
];
/** The best of so many counts: another process on the machine can only slow one down. */
const ROUNDS = 3;

/** Measures every kind of address, as the site is run in several ways. */
export async function measureContests(run: Run): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const contest of CONTESTS) rows.push(...(await measureContest(run, contest)));
  return rows;
}

async function measureContest(run: Run, contest: Contest): Promise<readonly Row[]> {
  const site = await startMeasuredServer({ DATA_DIR: run.dir, ...contest.environment });
  const files = new Map<string, ServedFile>();
  for (const [address, path] of ADDRESSES) files.set(address, await fetchServedFile(`${site.origin}${path}`));
  const { nginx, bareNode } = await startRivals(run.dir, contest.processes, files);
  const rows: Row[] = [];
  for (const [address, path] of ADDRESSES) {
    const urls = [
      `${site.origin}${path}`,
      ...[nginx, bareNode].map((rival) => rival && `${rival.origin}/${address}`),
    ];
    const [load, ofNginx, ofBareNode] = await measureInRounds(urls, { ...contest, seconds: run.seconds });
    if (load === undefined) throw new Error(`${address} was not measured.`);
    const compare = (other: Load | undefined) => other && load.requestsPerSecond / other.requestsPerSecond;
    rows.push({
      ...{ server: contest.server, address, ...load },
      ...{ ofNginx: compare(ofNginx), ofBareNode: compare(ofBareNode) },
    });
  }
  for (const server of [site, nginx, bareNode]) await server?.stop();
  return rows;
}

async function startRivals(
  dir: string,
  processes: number,
  files: ReadonlyMap<string, ServedFile>,
): Promise<{ readonly nginx?: Rival; readonly bareNode?: Rival }> {
  if (processes === 0) return {};
  const start = (name: string) => mkdtempSync(join(dir, name));
  return {
    ...(hasNginx() && { nginx: await startNginx({ dir: start('nginx-'), workers: processes, files }) }),
    bareNode: await startBareNode(start('node-'), files),
  };
}

type LoadOptions = Parameters<typeof measureLoad>[1];

/** In turn, so that a slow half a minute of the machine is everybody's; the best of each. */
async function measureInRounds(urls: readonly (string | undefined)[], options: LoadOptions) {
  const best: (Load | undefined)[] = urls.map(() => undefined);
  for (const url of urls) if (url !== undefined) await measureLoad(url, { ...options, seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      if (url === undefined) continue;
      const load = await measureLoad(url, options);
      if (load.requestsPerSecond > (best[index]?.requestsPerSecond ?? 0)) best[index] = load;
    }
  }
  return best;
}
