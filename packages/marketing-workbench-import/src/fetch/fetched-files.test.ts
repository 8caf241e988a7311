import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPhoto } from '../../../../tests/support/photos.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { openSource } from '../open-source.ts';
import type { ImportSource } from '../source.ts';
import { fetchFeed } from './fetch-feed.ts';
import { openFetchedFiles } from './fetched-files.ts';
import { type Network, PUBLIC_NETWORK } from './public-network.ts';

const PHOTO = await createPhoto(40, 30);
const SOURCE: ImportSource = {
  name: 'Test',
  site: {
    name: '',
    description: '',
    language: '',
    authors: [],
    categories: [],
    origins: ['http://old.example'],
  },
  outlines: [],
  bodies: async function* () {},
  findFile: () => undefined,
  describeFile: () => undefined,
  redirects: [],
  archives: [],
  problems: [],
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine, which names of hosts lead to as if it were on the internet. */
async function startHost(answers: Readonly<Record<string, Answer>>) {
  const requests: string[] = [];
  const running = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    response.on('close', () => {
      running.now -= 1;
    });
    const answer = answers[request.url ?? ''] ?? sendPhoto;
    answer(request, response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const network: Network = {
    lookup: async (host) => [
      { address: host === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
    ],
    isAllowed: (ip) => ip === '127.0.0.1',
  };
  return {
    requests,
    running,
    network,
    at: (pathname: string) => `http://old.example:${port}${pathname}`,
    port,
  };
}

const sendPhoto: Answer = (_, response) => {
  response.setHeader('content-type', 'image/png');
  response.end(PHOTO);
};

const redirectTo =
  (to: string): Answer =>
  (_, response) => {
    response.writeHead(302, { location: to }).end();
  };

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fetched-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function fetchAll(addresses: readonly string[], network: Network, folder = createFolder()) {
  const fetched = openFetchedFiles(folder);
  const source = fetched.addTo(SOURCE);
  for (const address of addresses) fetched.collectFrom(SOURCE).findFile(address, 'text');
  const problems = await fetched.fetchMissing(network, () => undefined);
  return { problems, find: (address: string) => source.findFile(address, 'text') };
}

test('missing files are fetched once, at most two at a time from a host, and found from then on', async () => {
  const { at, network, requests, running } = await startHost({});
  const folder = createFolder();
  const addresses = ['/a.png', '/b.png?w=300', '/c.png', '/d', '/e.png'].map(at);
  const { problems, find } = await fetchAll(addresses, network, folder);
  expect(problems).toEqual([]);
  expect(requests.length).toBe(5);
  expect(running.most).toBeLessThanOrEqual(2);
  expect(find(at('/d'))?.name).toBe('d.png');
  expect(await find(at('/b.png?w=300'))?.read()).toEqual(Buffer.from(PHOTO));
  expect((await fetchAll(addresses, network, folder)).problems).toEqual([]);
  expect(requests.length).toBe(5);
});

test('the original of a picture is fetched, and the smaller one if there is none', async () => {
  const missing: Answer = (_, response) => response.writeHead(404).end();
  const { at, network, requests } = await startHost({ '/uploads/b.png': missing });
  const addresses = ['/uploads/a-300x200.png', '/uploads/b-300x200.png'].map(at);
  const { problems, find } = await fetchAll(addresses, network);
  expect(problems).toEqual([]);
  expect(requests.toSorted()).toEqual([
    '/uploads/a.png',
    '/uploads/b-300x200.png',
    '/uploads/b.png',
  ]);
  expect(find(addresses[1] ?? '')?.name).toBe('b-300x200.png');
});

test('what can’t be fetched is listed with its reason, and the next run tries again', async () => {
  const answers: Record<string, Answer> = {
    '/gone.png': (_, response) => response.writeHead(404).end(),
    '/login.png': (_, response) =>
      response.setHeader('content-type', 'text/html').end('<html>Log in</html>'),
    '/said-png.png': (_, response) =>
      response.setHeader('content-type', 'image/png').end('<!DOCTYPE html><p>'),
    '/film': (_, response) => response.setHeader('content-type', 'video/mp4').write('endless'),
    '/program': (_, response) =>
      response.setHeader('content-type', 'application/x-msdownload').end('MZ'),
    '/loop.png': redirectTo('/loop.png'),
    '/later.png': (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
    '/packed.png': (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    '/huge.png': (_, response) => response.end(Buffer.alloc(51_000_000)),
    '/cut.png': (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      response.destroy();
    },
  };
  const { at, network } = await startHost(answers);
  const folder = createFolder();
  const { problems } = await fetchAll(Object.keys(answers).map(at), network, folder);
  expect(problems).toEqual(
    [
      [/cut/, /failed: (?:aborted|socket hang up)/],
      [/film/, /has the type video\/mp4/],
      [/gone/, /was answered with status 404/],
      [/huge/, /has more than 50 MB/],
      [/later/, /asks to try again in 3600 seconds/],
      [/login/, /is a web page/],
      [/loop/, /redirects more than 5 times/],
      [/packed/, /was sent compressed/],
      [/program/, /has the type application\/x-msdownload/],
      [/said-png/, /is a web page/],
    ].map(([name, reason]) =>
      expect.stringMatching(new RegExp(`${name?.source}.*${reason?.source}`)),
    ),
  );
  expect(readdirSync(folder)).toEqual([]);
  delete answers['/gone.png'];
  expect((await fetchAll([at('/gone.png')], network, folder)).problems).toEqual([]);
});

test('an answer that asks to wait a moment is asked for again', async () => {
  let asked = 0;
  const { at, network } = await startHost({
    '/busy.png': (request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else sendPhoto(request, response);
    },
  });
  expect((await fetchAll([at('/busy.png')], network)).problems).toEqual([]);
});

test('no redirect and no name leads to an address that is not allowed', async () => {
  const { at, network, port, requests } = await startHost({
    '/name.png': redirectTo('http://inside.example/secret.png'),
    '/number.png': redirectTo('http://169.254.169.254/latest/meta-data'),
    '/file.png': redirectTo('file:///etc/passwd'),
    '/user.png': redirectTo('http://user:pass@old.example/a.png'),
  });
  const addresses = ['/name.png', '/number.png', '/file.png', '/user.png'].map(at);
  const { problems } = await fetchAll(
    [...addresses, `http://inside.example:${port}/x.png`],
    network,
  );
  expect(problems.map((problem) => problem.replace(/^\S+ /, '').replace(/;.*/, ''))).toEqual([
    'is not on the public internet',
    'is not an http or https address',
    'is not on the public internet',
    'is not on the public internet',
    'has a user name or password in it',
  ]);
  expect(requests.length).toBe(4);
});

test.each([
  'http://127.0.0.1/a.png',
  'http://127.1/a.png',
  'http://2130706433/a.png',
  'http://0x7f000001/a.png',
  'http://0177.0.0.1/a.png',
  'http://0.0.0.0/a.png',
  'http://localhost/a.png',
  'http://10.1.2.3/a.png',
  'http://172.16.0.1/a.png',
  'http://192.168.1.1/a.png',
  'http://169.254.169.254/latest/meta-data/a.png',
  'http://100.64.0.1/a.png',
  'http://224.0.0.1/a.png',
  'http://255.255.255.255/a.png',
  'http://[::1]/a.png',
  'http://[::]/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://[::ffff:a00:1]/a.png',
  'http://[::127.0.0.1]/a.png',
  'http://[64:ff9b::7f00:1]/a.png',
  'http://[2002:7f00:1::]/a.png',
  'http://[fe80::1]/a.png',
  'http://[fd00::1]/a.png',
  'http://[ff02::1]/a.png',
  'http://8.8.8.8:8080/a.png',
])('%s is not fetched', async (address) => {
  const { problems } = await fetchAll([address], PUBLIC_NETWORK);
  expect(problems).toEqual([
    expect.stringMatching(/ is not on the public internet; it was not fetched$/),
  ]);
});

test('addresses that are not of the web are not fetched', async () => {
  const addresses = [
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'ftp://old.example/a.png',
    '//',
    'http://',
  ];
  expect((await fetchAll(addresses, PUBLIC_NETWORK)).problems).toEqual([]);
});

test('a host that is down is not asked for all of its files', async () => {
  const { network } = await startHost({});
  const addresses = Array.from(
    { length: 20 },
    (_, number) => `http://down.example:1/${number}.png`,
  );
  const { problems } = await fetchAll(addresses, network);
  expect(
    problems.filter((problem) => problem.includes('refuses connections')).length,
  ).toBeLessThanOrEqual(4);
  expect(
    problems.filter((problem) => problem.includes('failed for other files')).length,
  ).toBeGreaterThan(15);
});

test('a feed is read from its address with all of its pages', async () => {
  const formatPage =
    (title: string, more: string): Answer =>
    (_, response) =>
      response.end(`<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Hill</title>${more}<item><title>${title}</title>
<link>http://old.example/${title}</link><description>${title}</description></item></channel></rss>`);
  const { at, network, requests } = await startHost({
    '/feed': formatPage('new', '<atom:link rel="next" href="/feed?page=2&amp;x=1"/>'),
    '/feed?page=2&x=1': formatPage('older', '<generator>https://wordpress.org/?v=6</generator>'),
    '/feed?page=2&x=1&paged=3': (_, response) => response.writeHead(404).end(),
  });
  const source = await openSource([at('/feed')], {
    uploads: undefined,
    url: undefined,
    onRead: () => undefined,
    fetchFeed: (address) => fetchFeed(address, network),
  });
  expect(source.outlines.map(({ title }) => title)).toEqual(['new', 'older']);
  expect(requests.length).toBe(3);
});

test('the command fetches nothing from this machine, lists it, and imports the text', async () => {
  const { port, requests } = await startHost({});
  const base = createFolder();
  const feed = path.join(base, 'feed.xml');
  const picture = `http://127.0.0.1:${port}/a.png`;
  const body = `&lt;p&gt;Words.&lt;/p&gt;&lt;img src="${picture}"&gt;`;
  writeFileSync(
    feed,
    `<rss><channel><item><title>One</title><description>${body}</description></item></channel></rss>`,
  );
  const run = (source: string, ...flags: readonly string[]) =>
    runCommand(['import', source, '--to', path.join(base, 'site'), ...flags], {});
  expect((await run(feed, '--fetch', '--dry-run')).output).toContain('1 file would be fetched.\n');
  expect(await run(feed, '--fetch')).toEqual({
    status: 0,
    output: expect.stringContaining(`${picture} is not on the public internet; it was not fetched`),
  });
  expect(readFileSync(path.join(base, 'site/articles/general/one.md'), 'utf8')).toContain('Words.');
  expect((await run(picture)).output).toContain(
    'is an address; add --fetch to fetch the feed there.',
  );
  expect(await run(picture, '--fetch')).toEqual({
    status: 1,
    output: `${picture} is not on the public internet; it was not fetched.\n`,
  });
  expect(requests).toEqual([]);
});
