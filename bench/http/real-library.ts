import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PAGE_STATE_ID } from '../../src/app/page-state.ts';
import { pages } from '../../src/site/addresses.ts';
import { listSitemapPosts } from '../../src/store/sitemap.ts';
import { openStore } from '../../src/store/store.ts';
import { FLOODS } from '../flood/kinds.ts';
import { percentile, runLoad } from '../flood/raw-client.ts';
import { startMeasuredServer } from '../measured-server.ts';
import { publishRealSite } from '../real-site.ts';
import { printTable } from '../table.ts';
import type { Load } from './load.ts';

/** As many as in the contest of made-up articles. */
const CONNECTIONS = 8;
const ROUNDS = 3;
/** Of `FLOODS`, those whose answers a cache might keep, or whose making takes long. */
const KINDS = ['unknown page', 'page of a list', 'search page', 'query of an article'];
const IDLE_SECONDS = 5;

type Options = {
  readonly seconds: number;
  /** Addresses of each kind, no two the same; 0 leaves this part out. */
  readonly distinct: number;
};

/** Measures the site's own content instead of generated articles: uncached pages, and the memory that distinct addresses take. */
export async function measureRealLibrary({ seconds, distinct }: Options) {
  const dir = mkdtempSync(join(tmpdir(), 'http-bench-'));
  await publishRealSite(dir);
  const articles = await measureArticles(dir, seconds);
  const left = distinct === 0 ? [] : await measureDistinct(dir, distinct);
  rmSync(dir, { recursive: true });
  return { articles, left };
}

/** Rotates through all articles, so that none is requested twice in a row. */
async function measureArticles(dir: string, seconds: number) {
  const paths = listArticlePaths(dir);
  const site = await startMeasuredServer({ DATA_DIR: dir, PAGE_CACHE_MB: '0' });
  const port = Number(new URL(site.origin).port);
  await loadFor(port, paths, 1);
  let best = await loadFor(port, paths, seconds);
  for (let round = 1; round < ROUNDS; round += 1) {
    const load = await loadFor(port, paths, seconds);
    if (load.requestsPerSecond > best.requestsPerSecond) best = load;
  }
  const pageBytes: number[] = [];
  const stateBytes: number[] = [];
  for (const path of paths) {
    const html = await (await fetch(`${site.origin}${path}`)).text();
    pageBytes.push(Buffer.byteLength(html));
    stateBytes.push(Buffer.byteLength(html.split(`id="${PAGE_STATE_ID}">`)[1]?.split('</script>')[0] ?? ''));
  }
  await site.stop();
  const sizes = { pageKb: mean(pageBytes) / 1_000, stateKb: Math.max(...stateBytes) / 1_000 };
  printTable(
    [
      `${paths.length} real articles, uncached`,
      'requests/s',
      'p50 ms',
      'p99 ms',
      'kB a page',
      'kB of state at most',
    ],
    [['one process', best.requestsPerSecond, best.p50Ms, best.p99Ms, sizes.pageKb, sizes.stateKb]],
  );
  return { ...best, ...sizes };
}

function listArticlePaths(dataDir: string): readonly string[] {
  const store = openStore({ dataDir });
  const paths = listSitemapPosts(store, Date.now()).map(pages.article);
  store.close();
  return paths;
}

async function loadFor(port: number, paths: readonly string[], seconds: number): Promise<Load> {
  const end = performance.now() + seconds * 1_000;
  let asked = 0;
  const { times, statuses } = await runLoad({
    port,
    connections: CONNECTIONS,
    until: () => performance.now() > end,
    nextPath: () => paths[asked++ % paths.length] ?? '/',
  });
  if (statuses[200] !== times.length) throw new Error(`Not all were answered: ${JSON.stringify(statuses)}`);
  return {
    requestsPerSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}

/** Requests one kind after the other from one server, then measures its memory and whether it is idle. */
async function measureDistinct(dir: string, count: number) {
  const site = await startMeasuredServer({ DATA_DIR: dir });
  const port = Number(new URL(site.origin).port);
  const rows = [];
  for (const kind of KINDS) {
    const before = site.readMemory();
    let number = 0;
    const { statuses } = await runLoad({
      port,
      connections: CONNECTIONS,
      until: () => number >= count,
      nextPath: () => FLOODS.get(kind)?.(number++) ?? '/',
    });
    const after = site.readMemory();
    const usedBefore = site.readCpuSeconds();
    await setTimeout(IDLE_SECONDS * 1_000);
    const cpuSeconds = site.readCpuSeconds() - usedBefore;
    rows.push({
      kind,
      statuses: JSON.stringify(statuses),
      before,
      after,
      later: site.readMemory(),
      cpuSeconds,
    });
  }
  await site.stop();
  printTable(
    [
      `${count} addresses of each`,
      'answers',
      'MB before',
      'MB after',
      `MB ${IDLE_SECONDS} s later`,
      'CPU s of these',
    ],
    rows.map((row) => [row.kind, row.statuses, row.before, row.after, row.later, row.cpuSeconds]),
  );
  return rows;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
