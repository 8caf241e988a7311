/**
 * A site whose process may have few files open refuses some requests for a while; no answer is a
 * 500, and no request hangs.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../support/fixture-content.ts';
import { copyPublished } from '../support/published-data.ts';
import { createSiteNode } from '../support/site-node.ts';
import { startSite } from '../support/started-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
const FIGURE_ARTICLE = '/google-ads/google-search/keyword-match-types';
const PATIENCE = { timeout: 60_000, interval: 50 };
/** The hard limit, to which a test raises the soft limit again. */
const LIMIT_MAX = 20_000;
const READER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

test.for([
  [40, 1],
  [64, 1],
  [128, 1],
  [64, 2],
] as const)(
  'with %i descriptors and %i workers each of three times as many connections is answered, refused or closed',
  async ([limit, workers]) => {
    const dataDir = await copyPublished(inject('publishedDir'), 'published');
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const site = startSite({
      cwd: ROOT,
      command: [
        'sh',
        '-c',
        `ulimit -n ${limit}; exec "$0" packages/marketing-workbench/src/server.ts`,
        process.execPath,
      ],
      environment: { DATA_DIR: dataDir, WORKERS: String(workers) },
    });
    const origin = await site.origin;
    const kinds = await listKinds((path) =>
      fetch(`${origin}${path}`).then((answer) => answer.text()),
    );
    const connections = await Promise.all(
      Array.from({ length: limit * 3 }, (_, number) =>
        askAndStay(Number(new URL(origin).port), kinds[number % kinds.length]?.(number) ?? '/'),
      ),
    );
    const outcomes = new Set(connections.map(({ outcome }) => outcome));
    for (const outcome of outcomes)
      expect(['200', '404', '503 later', 'closed']).toContain(outcome);
    expect(outcomes).toContain('200');
    for (const { close } of connections) close();
    const ask = createClient(origin);
    for (const find of kinds) {
      const path = find(1);
      const expected = path.startsWith('/made-up') ? 404 : 200;
      expect([path, await askUntilAnswered(ask, path)]).toEqual([path, expected]);
    }
    await site.stop();
    expect(site.output()).not.toMatch(/"level":[56]0|Node\.js v/);
  },
);

test('a page needs no file, a file is refused while none can be opened, and both are there again', async () => {
  await using node = await createSiteNode(
    { PAGE_CACHE_MB: '0', METRICS: 'loopback', HOST: 'localhost' },
    // Without the cards that other tests have drawn.
    { isPublished: true, prepare: (dataDir) => rmSync(join(dataDir, 'cards')) },
  );
  const ask = createClient(node.origin());
  const kinds = await listKinds(async (path) => (await ask(path)).body);
  const files = kinds
    .map((find) => find(1))
    .filter((path) => /^\/(?:media|assets|social|favicon\.ico)/.test(path));
  await exhaustDescriptors(node.pid());
  for (const path of [
    '/',
    '/seo',
    '/seo/local-seo',
    ARTICLE,
    `${ARTICLE}.md`,
    '/articles',
    '/sitemap',
    '/google-ads-coupon-codes',
    '/search?q=reviews',
    '/search?q=reveiws',
    '/posts/2012/07/keyword-density.html',
    '/api/posts',
    '/api/search/suggestions?q=re',
    '/digitalmarketingnews/feed.json',
    '/api/sitemap.xml',
    '/llms.txt',
    '/db-setup-help',
    '/favicon.svg',
    '/robots.txt',
    '/api/system/health',
    '/api/system/metrics',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect((await ask('/made-up')).status).toBe(404);
  expect((await ask('/api/posts/1/view')).status).toBe(204);
  for (const path of files) {
    // The 503 before this closed idle connections, whose descriptors are free again.
    await exhaustDescriptors(node.pid());
    const { status, headers } = await ask(path);
    expect([path, status, headers['cache-control'], headers.etag]).toEqual([
      path,
      503,
      'no-store',
      undefined,
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const metrics = await ask('/api/system/metrics');
  expect(metrics.body).toContain(`\nmw_descriptor_shortages_total ${files.length}\n`);
  await limitDescriptors(node.pid(), LIMIT_MAX);
  for (const path of files) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect(node.output()).toMatch(/raise the limit of open files/);
});

test('processes that can’t be started leave no descriptor open', async () => {
  await using node = await createSiteNode(
    { HOST: 'localhost' },
    { isPublished: true, prepare: (dataDir) => rmSync(join(dataDir, 'cards')) },
  );
  const ask = createClient(node.origin());
  const page = (await ask(FIGURE_ARTICLE)).body;
  const card = /content="https?:\/\/[^/"]+(\/social\/[^"]+)"/.exec(page)?.[1] ?? '';
  const open = (await listDescriptors(node.pid())).size;
  for (const free of [2, 3]) {
    await leaveDescriptors(node.pid(), free);
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await ask(card)).status).toBe(503);
  }
  expect((await listDescriptors(node.pid())).size).toBeLessThanOrEqual(open);
  await leaveDescriptors(node.pid(), 6);
  expect((await ask(card)).status).toBe(200);
});

test('a supervisor that can’t start a worker stays, and starts it later', async () => {
  await using node = await createSiteNode({ WORKERS: '2' }, { isPublished: true });
  const [victim = 0, other = 0] = await listWorkers(node.pid());
  await exhaustDescriptors(node.pid());
  process.kill(victim, 'SIGKILL');
  await vi.waitFor(
    () => expect(node.output()).toMatch(/A worker process can't be started: .*EMFILE/),
    PATIENCE,
  );
  expect(await listWorkers(node.pid())).toEqual([other]);
  await limitDescriptors(node.pid(), LIMIT_MAX);
  await vi.waitFor(async () => expect(await listWorkers(node.pid())).toHaveLength(2), PATIENCE);
  expect((await node.get(ARTICLE)).status).toBe(200);
  await node.stop();
});

type FindPath = (number: number) => string;

/** Cached and uncached pages, calls, and each kind of file that the site has. */
async function listKinds(get: (path: string) => Promise<string>): Promise<readonly FindPath[]> {
  const page = await get(FIGURE_ARTICLE);
  const find = (pattern: RegExp) => pattern.exec(page)?.[1] ?? `nothing matches ${pattern}`;
  const [card, asset] = [
    find(/content="https?:\/\/[^/"]+(\/social\/[^"]+)"/),
    find(/"(\/assets\/[^"]+\.js)"/),
  ];
  const media = find(/(\/media\/[\w.-]+)/);
  return [
    () => ARTICLE,
    (number) => `/made-up-${number}`,
    (number) => `/search?q=reviews+${number}`,
    (number) => `/api/posts?limit=${(number % 90) + 1}`,
    () => '/seo',
    () => media,
    () => card,
    () => asset,
    () => '/favicon.ico',
  ];
}

/** Asks over a connection of its own, which stays open until `close`. */
function askAndStay(port: number, path: string) {
  return new Promise<{ readonly outcome: string; readonly close: () => void }>((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`),
    );
    const tell = () => resolve({ outcome: readOutcome(received), close: () => socket.destroy() });
    socket.setEncoding('latin1').on('data', (piece) => {
      received += String(piece);
      if (received.includes('\r\n\r\n')) tell();
    });
    socket.on('error', () => undefined).on('close', tell);
  });
}

function readOutcome(received: string): string {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
  if (status === undefined) return 'closed';
  return status === '503' && /^retry-after: \d+\r$/im.test(received) ? '503 later' : status;
}

type Received = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Sends all requests over the connection of the first. */
function createClient(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path: string): Promise<Received> =>
    new Promise((resolve, reject) => {
      request(`${origin}${path}`, { agent, headers: READER }, async (response) => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: await text(response) });
      })
        .on('error', reject)
        .end();
    });
}

/**
 * The status of the first answer that does not ask to come again later: the site may not have
 * noticed yet that connections were closed.
 */
function askUntilAnswered(
  ask: ReturnType<typeof createClient>,
  path: string,
): Promise<number | undefined> {
  return vi.waitFor(async () => {
    const { status, headers } = await ask(path);
    if (status === 503 && Number(headers['retry-after']) > 0)
      throw new Error(`${path} is still refused`);
    return status;
  }, PATIENCE);
}

/** Takes the next descriptor that would be opened as the limit, so that none can be. */
async function exhaustDescriptors(pid: number): Promise<void> {
  await leaveDescriptors(pid, 0);
}

/** Limits the descriptors so that only so many more can be opened. */
async function leaveDescriptors(pid: number, count: number): Promise<void> {
  const open = await listDescriptors(pid);
  const isOpen = (descriptor: number) => open.has(descriptor);
  let limit = 0;
  for (let left = count; isOpen(limit) || left > 0; limit += 1) if (!isOpen(limit)) left -= 1;
  await limitDescriptors(pid, limit);
}

async function listDescriptors(pid: number): Promise<ReadonlySet<number>> {
  return new Set((await readdir(`/proc/${pid}/fd`)).map(Number));
}

async function limitDescriptors(pid: number, soft: number): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--nofile=${soft}:${LIMIT_MAX}`]);
}

async function listWorkers(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = children.split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    pids.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => commands[index]?.includes('worker.ts'));
}
