import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PAGE_STATE_ID } from '../../src/app/page-state.ts';
import { pages } from '../../src/site/addresses.ts';
import { listSitemapPosts } from '../../src/store/sitemap.ts';
import { openStore } from '../../src/store/store.ts';
import { FLOODS } from '../flood/kinds.ts';
import { after, runLoad } from '../load.ts';
import { printTable, startMeasuredServer } from '../measured.ts';
import { publishRealSite } from '../real-site.ts';
import { ADDRESSES, ARTICLE } from './addresses.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { measureThroughput, type Throughput } from './wrk.ts';

/** Enough to keep one process busy without a queue. */
const UNCACHED = { env: { PAGE_CACHE_MB: '0' }, nginxWorkers: 0, connections: 8 };
const SETUPS = {
  'cached, one process': { env: {}, nginxWorkers: 1, connections: 50, isCompressed: true },
  'cached, all cores': {
    ...{ env: { WORKERS: 'auto' }, nginxWorkers: availableParallelism(), connections: 50 },
    isCompressed: true,
  },
  'uncached, one process': { ...UNCACHED, isCompressed: false },
  'the same, with Brotli': { ...UNCACHED, isCompressed: true },
};
type Setup = (typeof SETUPS)[keyof typeof SETUPS];

/** The best of so many runs counts: another process on the machine can only slow one down. */
const ROUNDS = 3;
/** Those of `FLOODS` whose answers a cache might keep, or which take long. */
const DISTINCT_KINDS = ['unknown page', 'page of a list', 'search page', 'query of an article'];

/**
 * Measures requests a second and latency, against nginx if it is installed; memory and cold start; then the same of the real
 * library. `--posts 1000,100000` sets the sizes of generated libraries, `--folder` keeps them for the next run, `--requests` sets how
 * many are sent to one article, `--distinct` how many to distinct addresses of each kind.
 */
export async function benchHttp(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      posts: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '2' },
      requests: { type: 'string', default: '200000' },
      distinct: { type: 'string', default: '10000' },
      folder: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  for (const posts of values.posts.split(',')) {
    const dataDir = fillLibrary(posts, values.folder);
    console.log(`${posts} posts`);
    for (const [name, setup] of Object.entries(SETUPS)) {
      console.log(name);
      printTable(await measureSetup(dataDir, setup, seconds));
    }
    printTable(await measureMemory(dataDir, Number(values.requests)));
    if (values.folder === undefined) rmSync(dataDir, { recursive: true });
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'http-bench-'));
  await publishRealSite(dataDir);
  printTable(await measureRealArticles(dataDir, seconds));
  printTable(await measureDistinct(dataDir, Number(values.distinct)));
  rmSync(dataDir, { recursive: true });
}

/** Returns the data folder. */
function fillLibrary(posts: string, folder: string | undefined): string {
  const dir = folder === undefined ? mkdtempSync(join(tmpdir(), 'http-bench-')) : join(folder, posts);
  if (!existsSync(join(dir, 'index.sqlite')))
    execFileSync(process.execPath, ['bench/fill-library.ts', dir, posts], { stdio: 'inherit' });
  return dir;
}

async function measureSetup(dataDir: string, setup: Setup, seconds: number) {
  const site = await startMeasuredServer({ DATA_DIR: dataDir, ...setup.env });
  const urls = new Map(Array.from(ADDRESSES, ([name, path]) => [name, `${site.origin}${path}`]));
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  const nginx =
    setup.nginxWorkers > 0 && hasNginx() ? await startNginx(dir, setup.nginxWorkers, urls) : undefined;
  const rows: Record<string, Throughput & { readonly ofNginx?: number }> = {};
  for (const [name, url] of urls) {
    const rival = nginx && `${nginx.origin}/${name}`;
    const [own, other] = await measureInTurns([url, ...(rival ? [rival] : [])], { ...setup, seconds });
    if (own !== undefined)
      rows[name] = { ...own, ...(other && { ofNginx: own.perSecond / other.perSecond }) };
  }
  for (const server of [site, nginx]) await server?.stop();
  rmSync(dir, { recursive: true });
  return rows;
}

/** Alternates, so that a slow moment of the machine affects all; the best of each, after a warm-up. */
async function measureInTurns(
  urls: readonly string[],
  options: { readonly seconds: number; readonly connections: number; readonly isCompressed: boolean },
): Promise<readonly Throughput[]> {
  for (const url of urls) await measureThroughput(url, { ...options, seconds: 1 });
  const best: Throughput[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      const run = await measureThroughput(url, options);
      if (run.perSecond > (best[index]?.perSecond ?? 0)) best[index] = run;
    }
  }
  return best;
}

/** Cold start, and memory at rest, after half of the requests and after all of them. */
async function measureMemory(dataDir: string, requests: number) {
  const site = await startMeasuredServer({ DATA_DIR: dataDir });
  const url = `${site.origin}${ARTICLE}`;
  await setTimeout(1_000);
  const mbAtRest = site.readMemoryMb();
  const { perSecond } = await measureThroughput(url, { seconds: 2 });
  const seconds = Math.max(2, Math.ceil(requests / perSecond / 2));
  await measureThroughput(url, { seconds });
  const mbAfterHalf = site.readMemoryMb();
  await measureThroughput(url, { seconds });
  const mbAfterAll = site.readMemoryMb();
  await site.stop();
  return { 'one process': { startMs: site.start.seconds * 1_000, mbAtRest, mbAfterHalf, mbAfterAll } };
}

/** Uncached pages of all articles in rotation, with the size of a page and of its state. */
async function measureRealArticles(dataDir: string, seconds: number) {
  const store = openStore({ dataDir });
  const paths = listSitemapPosts(store, Date.now()).map(pages.article);
  store.close();
  const { origin, stop } = await startMeasuredServer({ DATA_DIR: dataDir, PAGE_CACHE_MB: '0' });
  let asked = 0;
  const nextPath = () => paths[asked++ % paths.length] ?? '/';
  const run = (duration: number) => runLoad({ origin, connections: 8, until: after(duration), nextPath });
  await run(1);
  let best = await run(seconds);
  for (let round = 1; round < ROUNDS; round += 1) {
    const next = await run(seconds);
    if (next.answers > best.answers) best = next;
  }
  const html = await Promise.all(paths.map(async (path) => (await fetch(`${origin}${path}`)).text()));
  await stop();
  const states = html.map((page) => page.split(`id="${PAGE_STATE_ID}">`)[1]?.split('</script>')[0] ?? '');
  const { answers, p50Ms, p99Ms, statuses } = best;
  return {
    [`${paths.length} real articles, uncached`]: {
      ...{ perSecond: answers / seconds, p50Ms, p99Ms, statuses: JSON.stringify(statuses) },
      kbPerPage: Buffer.byteLength(html.join('')) / html.length / 1_000,
      kbOfStateMax: Math.max(...states.map((state) => Buffer.byteLength(state))) / 1_000,
    },
  };
}

/** Memory after distinct addresses of one kind after the other, and whether the server is idle then. */
async function measureDistinct(dataDir: string, count: number) {
  const { origin, readMemoryMb, readCpuSeconds, stop } = await startMeasuredServer({ DATA_DIR: dataDir });
  const rows: Record<string, object> = {};
  for (const kind of DISTINCT_KINDS) {
    const mbBefore = readMemoryMb();
    let number = 0;
    const nextPath = () => FLOODS.get(kind)?.(number++) ?? '/';
    const { statuses } = await runLoad({ origin, connections: 8, until: () => number >= count, nextPath });
    const mbAfter = readMemoryMb();
    const cpuBefore = readCpuSeconds();
    await setTimeout(5_000);
    rows[kind] = {
      ...{ statuses: JSON.stringify(statuses), mbBefore, mbAfter, mbLater: readMemoryMb() },
      cpuSecondsOf5: readCpuSeconds() - cpuBefore,
    };
  }
  await stop();
  return rows;
}
