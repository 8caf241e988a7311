import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PAGE_STATE_ID } from '../packages/marketing-workbench/src/app/page-state.ts';
import { endpoints } from '../packages/marketing-workbench/src/contract/endpoints.ts';
import { pages } from '../packages/marketing-workbench/src/site/addresses.ts';
import { readSite } from '../packages/marketing-workbench/src/store/pages/known-site.ts';
import { listSitemapPosts } from '../packages/marketing-workbench/src/store/posts/sitemap.ts';
import { openStore } from '../packages/marketing-workbench/src/store/store.ts';
import { findFreePort } from '../tests/postgres/support/postgres-server.ts';
import { fillLibrary } from './library.ts';
import { measureInTurns, measureThroughput } from './load.ts';
import { printTable, startMeasuredServer, startRealSite } from './measured.ts';
import { COPY, formatNginxCopy, saveCopy } from './static-copy.ts';

const CACHED = { connections: 50, isCompressed: true };
/** Enough connections to keep one process busy without a queue. */
const UNCACHED = { env: { PAGE_CACHE_MB: '0' }, nginxWorkers: 0, connections: 8 };
const SETUPS = {
  'cached, one process': { ...CACHED, env: {}, nginxWorkers: 1 },
  'cached, all cores': {
    ...CACHED,
    env: { WORKERS: 'auto' },
    nginxWorkers: availableParallelism(),
  },
  'uncached, one process': { ...UNCACHED, isCompressed: false },
  'the same, with Brotli': { ...UNCACHED, isCompressed: true },
};
type Setup = (typeof SETUPS)[keyof typeof SETUPS];

const ARTICLE = pages.article(
  { category: 'google-ads', subcategory: 'google-search', slug: 'post-0' },
  undefined,
);
/** One of each kind, of a generated library. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['article', ARTICLE],
  ['api-post', endpoints.post.address({ slug: 'post-0' })],
  ['api-list', endpoints.posts.address({ page: 1, limit: 24 })],
]);

/**
 * Measures requests a second and latency, the article's against nginx if it is installed; memory
 * and cold start; then uncached articles of the real library. `--posts 1000,100000` sets the sizes
 * of generated libraries, `--requests` how many are sent to one article.
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
    using folder = mkdtempDisposableSync(join(tmpdir(), 'http-bench-'));
    await fillLibrary([folder.path, posts]);
    console.log(`${posts} posts`);
    for (const [name, setup] of Object.entries(SETUPS)) {
      console.log(name);
      printTable(await measureSetup(folder.path, setup, seconds));
    }
    printTable(await measureMemory(folder.path, Number(values.requests)));
  }
  printTable(await measureRealArticles(seconds));
}

async function measureSetup(
  dataDir: string,
  { env, nginxWorkers, ...load }: Setup,
  seconds: number,
) {
  const site = await startMeasuredServer({ DATA_DIR: dataDir, ...env });
  using folder = mkdtempDisposableSync(join(tmpdir(), 'nginx-'));
  const article = `${site.origin}${ARTICLE}`;
  const nginx =
    nginxWorkers > 0 && hasNginx()
      ? await startNginx(folder.path, nginxWorkers, article)
      : undefined;
  const rows: Record<string, object> = {};
  for (const [name, path] of ADDRESSES) {
    const own = { origin: site.origin, paths: [path] };
    const copy = path === ARTICLE && nginx ? [{ origin: nginx.origin, paths: [COPY] }] : [];
    const [ours, other] = await measureInTurns([own, ...copy], { ...load, seconds });
    rows[name] = { ...ours, ...(ours && other && { ofNginx: ours.perSecond / other.perSecond }) };
  }
  for (const server of [site, nginx]) await server?.stop();
  return rows;
}

/** Cold start, and memory at rest, after half of the requests and after all of them. */
async function measureMemory(dataDir: string, requests: number) {
  const { origin, readMemoryMb, startSeconds, stop } = await startMeasuredServer({
    DATA_DIR: dataDir,
  });
  const run = (seconds: number) => measureThroughput(origin, [ARTICLE], { ...CACHED, seconds });
  await setTimeout(1_000);
  const mbAtRest = readMemoryMb();
  const { perSecond } = await run(2);
  const seconds = Math.max(2, Math.ceil(requests / perSecond / 2));
  await run(seconds);
  const mbAfterHalf = readMemoryMb();
  await run(seconds);
  const mbAfterAll = readMemoryMb();
  await stop();
  return { 'one process': { startMs: startSeconds * 1_000, mbAtRest, mbAfterHalf, mbAfterAll } };
}

/**
 * Measures uncached pages of all articles in rotation, with the size of a page and of its state.
 */
async function measureRealArticles(seconds: number) {
  const { origin, dataDir, stop } = await startRealSite({ PAGE_CACHE_MB: '0' });
  const store = openStore({ dataDir });
  const { news } = readSite(store);
  const paths = listSitemapPosts(store, Date.now()).map((post) => pages.article(post, news));
  store.close();
  const [best] = await measureInTurns([{ origin, paths }], {
    ...UNCACHED,
    isCompressed: false,
    seconds,
  });
  const html = await Promise.all(
    paths.map(async (path) => (await fetch(`${origin}${path}`)).text()),
  );
  await stop();
  const states = html.map(
    (page) => page.split(`id="${PAGE_STATE_ID}">`)[1]?.split('</script>')[0] ?? '',
  );
  return {
    [`${paths.length} real articles, uncached`]: {
      ...best,
      kbPerPage: Buffer.byteLength(html.join('')) / html.length / 1_000,
      kbOfStateMax: Math.max(...states.map((state) => Buffer.byteLength(state))) / 1_000,
    },
  };
}

function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined;
}

/** Serves a copy of this answer, with the same bytes and headers, without a log. */
async function startNginx(dir: string, workers: number, url: string) {
  const copy = formatNginxCopy(dir, await saveCopy(dir, url));
  const port = await findFreePort();
  const configuration = join(dir, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes ${workers}; daemon off; pid ${dir}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=1000 inactive=60s;
  server {
    listen 127.0.0.1:${port} reuseport;
    ${copy}
  }
}`,
  );
  const args = ['-p', dir, '-c', configuration, '-e', join(dir, 'error.log')];
  const nginx = spawn('nginx', args, { stdio: 'inherit' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => undefined))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start.');
    await setTimeout(100);
  }
  return {
    origin,
    stop: async () => {
      const exited = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await exited;
    },
  };
}
