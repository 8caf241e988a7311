import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PAGE_STATE_ID } from '../src/app/page-state.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { pages } from '../src/site/addresses.ts';
import { listSitemapPosts } from '../src/store/sitemap.ts';
import { openStore } from '../src/store/store.ts';
import { fillInProcess } from './library.ts';
import { after, measureThroughput, runLoad, type Throughput, type WrkOptions } from './load.ts';
import { printTable, startMeasuredServer, startRealSite } from './measured.ts';
import { hasNginx, startNginx } from './nginx.ts';

const CACHED = { connections: 50, isCompressed: true };
/** Enough connections to keep one process busy without a queue. */
const UNCACHED = { env: { PAGE_CACHE_MB: '0' }, nginxWorkers: 0, connections: 8 };
const SETUPS = {
  'cached, one process': { ...CACHED, env: {}, nginxWorkers: 1 },
  'cached, all cores': { ...CACHED, env: { WORKERS: 'auto' }, nginxWorkers: availableParallelism() },
  'uncached, one process': { ...UNCACHED, isCompressed: false },
  'the same, with Brotli': { ...UNCACHED, isCompressed: true },
};
type Setup = (typeof SETUPS)[keyof typeof SETUPS];

const ARTICLE = pages.article({ category: 'google-ads', subcategory: 'google-search', slug: 'post-0' });
/** One of each kind, of a generated library. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['article', ARTICLE],
  ['home', pages.home()],
  ['category', pages.category('seo')],
  ['api-post', endpoints.post.address({ slug: 'post-0' })],
  ['api-list', endpoints.posts.address({ page: 1, limit: 24 })],
]);

/** The best of these runs counts: other processes on the machine can only slow a run down. */
const ROUNDS = 3;

/**
 * Measures requests a second and latency, against nginx if it is installed; memory and cold start; then uncached articles of the
 * real library. `--posts 1000,100000` sets the sizes of generated libraries, `--requests` how many are sent to one article.
 */
export async function benchHttp(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      posts: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '2' },
      requests: { type: 'string', default: '200000' },
    },
  });
  const seconds = Number(values.seconds);
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  for (const posts of values.posts.split(',')) {
    const dataDir = mkdtempSync(join(tmpdir(), 'http-bench-'));
    fillInProcess(dataDir, posts);
    console.log(`${posts} posts`);
    for (const [name, setup] of Object.entries(SETUPS)) {
      console.log(name);
      printTable(await measureSetup(dataDir, setup, seconds));
    }
    printTable(await measureMemory(dataDir, Number(values.requests)));
    rmSync(dataDir, { recursive: true });
  }
  printTable(await measureRealArticles(seconds));
}

async function measureSetup(dataDir: string, setup: Setup, seconds: number) {
  const site = await startMeasuredServer({ DATA_DIR: dataDir, ...setup.env });
  const urls = new Map(Array.from(ADDRESSES, ([name, path]) => [name, `${site.origin}${path}`]));
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  const nginx =
    setup.nginxWorkers > 0 && hasNginx() ? await startNginx(dir, setup.nginxWorkers, urls) : undefined;
  const rows: Record<string, Throughput & { readonly ofNginx?: number }> = {};
  for (const [name, url] of urls) {
    const compared = nginx === undefined ? [url] : [url, `${nginx.origin}/${name}`];
    const [own, other] = await measureInTurns(compared, { ...setup, seconds });
    if (own !== undefined)
      rows[name] = { ...own, ...(other && { ofNginx: own.perSecond / other.perSecond }) };
  }
  for (const server of [site, nginx]) await server?.stop();
  rmSync(dir, { recursive: true });
  return rows;
}

/** Alternates between the URLs, so that a slow moment affects all of them. Returns the best of each, after a warm-up. */
async function measureInTurns(urls: readonly string[], options: WrkOptions): Promise<readonly Throughput[]> {
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
  const { origin, readMemoryMb, start, stop } = await startMeasuredServer({ DATA_DIR: dataDir });
  const run = (seconds: number) => measureThroughput(`${origin}${ARTICLE}`, { ...CACHED, seconds });
  await setTimeout(1_000);
  const mbAtRest = readMemoryMb();
  const { perSecond } = await run(2);
  const seconds = Math.max(2, Math.ceil(requests / perSecond / 2));
  await run(seconds);
  const mbAfterHalf = readMemoryMb();
  await run(seconds);
  const mbAfterAll = readMemoryMb();
  await stop();
  return { 'one process': { startMs: start.seconds * 1_000, mbAtRest, mbAfterHalf, mbAfterAll } };
}

/** Uncached pages of all articles in rotation, with the size of a page and of its state. */
async function measureRealArticles(seconds: number) {
  const { origin, dataDir, stop } = await startRealSite({ PAGE_CACHE_MB: '0' });
  const store = openStore({ dataDir });
  const paths = listSitemapPosts(store, Date.now()).map(pages.article);
  store.close();
  let sent = 0;
  const nextPath = () => paths[sent++ % paths.length] ?? '/';
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
