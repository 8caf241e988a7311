import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../support/fixture-content.ts';
import {
  findProgram,
  HOST,
  type ProxyName,
  readDeployment,
  readNginxConfig,
  type StartedProxy,
  startProxy,
} from '../support/proxies.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { READER } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
const PATIENCE = { timeout: 100_000, interval: 50 };
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
afterAll(() => agent.destroy());

type RequestOptions = {
  readonly method?: 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly localAddress?: string;
};

/** The answer as it was sent, which may be compressed. */
async function ask(origin: string, path: string, options: RequestOptions = {}) {
  const sent = get(origin + path, { agent, ...options });
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

type Answer = Awaited<ReturnType<typeof ask>>;

function decode({ headers, body }: Answer): string {
  const coding = headers['content-encoding'];
  return (coding === undefined ? body : decoders[coding]?.(body))?.toString() ?? '';
}

for (const name of ['nginx', 'caddy'] as const) {
  if (findProgram(name) === undefined) {
    test(`${name} was not tried here, because it is not installed`, () => {
      expect(findProgram(name)).toBeUndefined();
    });
  } else {
    describe(name, () => {
      describeProxy(name);
      if (name === 'nginx') describeNginx();
      else describeCaddy();
    });
  }
}

/** Tests of both. */
function describeProxy(name: ProxyName): void {
  let node: SiteNode;
  let proxy: StartedProxy;
  beforeAll(async () => {
    node = await createSiteNode({}, { isPublished: true });
    proxy = await startProxy(name, [new URL(node.origin()).host]);
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await node?.[Symbol.asyncDispose]();
  });

  test('redirects to TLS', async () => {
    const { status, headers } = await fetch(`${proxy.plainOrigin}/search?q=ads`, {
      redirect: 'manual',
    });
    expect([301, 308]).toContain(status);
    expect(headers.get('location')).toBe(`https://${HOST}/search?q=ads`);
  });

  test('speaks HTTP/2', async () => {
    const session = connect(proxy.origin, { rejectUnauthorized: false });
    onTestFinished(() => session.close());
    const stream = session.request({ ':path': ARTICLE });
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(200);
    expect(await text(stream)).toContain('</html>');
    expect(session.alpnProtocol).toBe('h2');
  });

  test('passes on the bytes and headers of the node in each encoding', async () => {
    const assets = await readdir(join(ROOT, 'packages/marketing-workbench/dist/client/assets'));
    const script = `/assets/${assets.find((asset) => /^browser-.*\.js$/.test(asset))}`;
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      for (const path of [script, ARTICLE]) {
        const own = await fetchFromNode(node, path, headers);
        // Again, so that a cache answers, too.
        for (let time = 0; time < 3; time += 1) {
          const answer = await ask(proxy.origin, path, { headers });
          expect(answer.status).toBe(200);
          expect(answer.headers).toMatchObject(own.headers);
          expect(decode(answer)).toBe(own.text);
        }
      }
    }
  });

  test('never mixes encodings, or Markdown and HTML', async () => {
    const page = await (await fetch(node.origin() + ARTICLE)).text();
    const accepted = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['gzip;q=0', undefined],
      ['', undefined],
      ['br', 'br'],
    ] as const;
    for (let round = 0; round < 3; round += 1) {
      for (const [header, coding] of accepted) {
        const answer = await ask(proxy.origin, ARTICLE, { headers: { 'accept-encoding': header } });
        expect(answer.headers['content-encoding'], header).toBe(coding);
        expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
        // Neither compressed nor decompressed on the way.
        expect(answer.headers['content-length'], header).toBe(String(answer.body.length));
        expect(decode(answer)).toBe(page);
      }
      const markdown = await ask(proxy.origin, ARTICLE, { headers: { accept: 'text/markdown' } });
      expect(markdown.headers['content-type']).toMatch(/^text\/markdown/);
    }
  });

  test('answers 304 to those who have the answer', async () => {
    const { headers } = await ask(proxy.origin, '/about');
    const again = { headers: { 'if-none-match': String(headers.etag) } };
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await ask(proxy.origin, '/about', again);
      expect([status, body.length]).toEqual([304, 0]);
    }
  });

  test('ignores the addresses that a client claims: its views of an article count once, also in the cached answer', async () => {
    const readPost = async () => JSON.parse(decode(await ask(proxy.origin, '/api/posts/ad-rank')));
    // A cache has it from the second time on.
    const [{ id }] = [await readPost(), await readPost()];
    for (let view = 1; view <= 5; view += 1) {
      const headers = { 'user-agent': READER, 'x-forwarded-for': `198.51.100.${view}` };
      expect((await ask(proxy.origin, `/api/posts/${id}/view`, { headers })).status).toBe(204);
    }
    expect(JSON.parse((await node.get('/api/posts/ad-rank')).text).popular).toBe(1);
    await vi.waitFor(async () => expect((await readPost()).popular).toBe(1), PATIENCE);
  });

  test('passes on HEAD as it is, so that it counts no view', async () => {
    const readPost = async () => JSON.parse((await node.get('/api/posts/core-web-vitals')).text);
    const { id, popular } = await readPost();
    for (let time = 0; time < 3; time += 1) {
      const options = { method: 'HEAD', headers: { 'user-agent': READER } } as const;
      expect((await ask(proxy.origin, `/api/posts/${id}/view`, options)).status).toBe(204);
    }
    expect((await readPost()).popular).toBe(popular);
  });

  test('writes an access log without personal data', async () => {
    const headers = { 'user-agent': 'somebody', referer: 'https://search.example/?q=somebody' };
    const paths = [
      '/tags/ppc?email=somebody@mail.example',
      '/somebody%40mail.example',
      '/preview/a/1/signature',
      '/%70revie%77/a/1/signature',
      '//Preview%2Fa/1/signature',
      '/x/%252570review/a/1/signature',
      `/elsewhere/a/1234567890/${'signature_'.repeat(5).slice(0, 43)}`,
    ];
    for (const path of paths) await ask(proxy.origin, path, { headers });
    await ask(proxy.origin, '/last');
    await vi.waitFor(async () => expect(await proxy.readLog()).toContain('"/last"'), PATIENCE);
    const log = await proxy.readLog();
    expect(log).not.toMatch(/somebody|signature|mail\.example|127\.0\.0\.1/);
    expect(log).toMatch(/127\.0\.0\.0/);
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ path, request }) => path ?? request.uri)).toContain('/tags/ppc');
    expect(lines.map(({ status }) => Number(status))).toContain(404);
  });
}

async function fetchFromNode(
  node: SiteNode,
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const response = await fetch(node.origin() + path, { headers });
  const own = Object.fromEntries(response.headers);
  for (const name of ['connection', 'date', 'keep-alive', 'content-length']) delete own[name];
  return { headers: own, text: await response.text() };
}

/** Tests of the limits and the cache, which Caddy's standard build lacks. */
function describeNginx(): void {
  test('refuses a flood of searches, but neither a reader who types nor other clients', async () => {
    await using node = await createSiteNode({}, { isPublished: true });
    await using proxy = await startProxy('nginx', [new URL(node.origin()).host]);
    const search = (part: number | string) => `/api/search/suggestions?q=marketing${part}`;
    for (let typed = 0; typed < 30; typed += 1)
      expect((await ask(proxy.origin, search(typed))).status, String(typed)).toBe(200);
    const session = connect(proxy.origin, { rejectUnauthorized: false });
    onTestFinished(() => session.close());
    const pages = ['/search', '/Search', '/category/SEARCH', '/%73earch/', '//search'];
    const flood = Array.from({ length: 100 }, (_, number) =>
      number % 2 === 0 ? search(number) : `${pages[number % pages.length]}?q=marketing${number}`,
    );
    const streams = flood.map((path) => session.request({ ':path': path }));
    const answers = await Promise.all(
      streams.map(async (stream) => {
        const [headers] = await once(stream, 'response');
        await text(stream);
        return [headers[':status'], headers['retry-after']].join(' ');
      }),
    );
    // Every spelling of the page of results counts, since each makes the node search.
    for (const kind of ['/api/search', ...pages])
      expect(
        answers.filter((_, number) => flood[number]?.startsWith(kind)),
        kind,
      ).toContain('429 1');
    expect((await ask(proxy.origin, search('x'), { localAddress: '127.0.0.2' })).status).toBe(200);
    expect((await ask(proxy.origin, ARTICLE)).status).toBe(200);
  });

  test('serves cached pages while the node is stopped, and logs only the network of an IPv6 address', async () => {
    await using node = await createSiteNode({}, { isPublished: true });
    const trust = () => 'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;';
    await using proxy = await startProxy('nginx', [new URL(node.origin()).host], trust);
    const headers = { 'accept-encoding': 'br', 'x-test-address': '2001:db8:1:2::7' };
    const read = () => ask(proxy.origin, ARTICLE, { headers });
    await read();
    const { body } = await read();
    await node.stop();
    await vi.waitFor(async () => {
      const answer = await read();
      expect([answer.status, answer.body.equals(body)]).toEqual([200, true]);
      expect(await proxy.readLog()).toContain('"cache":"STALE"');
    }, PATIENCE);
    expect((await ask(proxy.origin, '/search?q=ads')).status).toBe(502);
    await vi.waitFor(
      async () => expect(await proxy.readLog()).toContain('"status":"502"'),
      PATIENCE,
    );
    expect(await proxy.readLog()).toContain('"network":"2001:db8:1::/48"');
    expect(await proxy.readLog()).not.toContain('2001:db8:1:2');
  });

  test.for(['server 127.0.0.1:3000;', 'include nodes.conf;'])(
    'accepts its file with %s',
    async (server) => {
      const folder = await mkdtemp(join(tmpdir(), 'workbench-nginx-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      await chmod(folder, 0o755);
      const conf = (await readNginxConfig(folder)).replace('server 127.0.0.1:3000;', server);
      await writeFile(join(folder, 'nginx.conf'), conf);
      await writeFile(join(folder, 'nodes.conf'), await readDeployment('cluster/nodes.conf'));
      expectValid('nginx', ['-t', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
    },
  );
}

function describeCaddy(): void {
  test.for(['one-server', 'cluster', 'container'])('accepts the file of deploy/%s', (folder) => {
    const file = join(ROOT, 'packages/marketing-workbench/deploy', folder, 'Caddyfile');
    expectValid('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
  });
}

function expectValid(program: ProxyName, args: readonly string[]): void {
  const env = {
    HOME: tmpdir(),
    SITE: 'www.example.com',
    NODES: 'a:3000 b:3000',
    NODES_REVERSED: 'b:3000 a:3000',
  };
  const { status, stdout, stderr } = spawnSync(findProgram(program) ?? '', args, {
    encoding: 'utf8',
    env,
  });
  expect(status, stdout + stderr).toBe(0);
}
