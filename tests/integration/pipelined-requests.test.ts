/**
 * Whatever a client sends in one piece, each request is answered in its order and once, and then
 * the connection is closed.
 */
import { connect } from 'node:net';
import { expect } from 'vitest';
import { test as siteTest } from '../support/test-site.ts';

const test = siteTest.extend('exchange', { scope: 'file' }, async ({ site }) => {
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  return (input: string) => exchange(Number(port), input);
});

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket';
const H2C =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAA';
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const HOST = 'Host: site';
const CHUNKED = 'Transfer-Encoding: chunked';
const BODY = '5\r\nhello\r\n0\r\n\r\n';
const LAST = get('last', 'Connection: close');

/**
 * Each answer is its status and the number of the request that it answers, as far as the answer
 * tells that.
 */
const EXCHANGES: readonly (readonly [string, string, readonly string[]])[] = [
  ['Upgrade', get(1, UPGRADE) + LAST, ['301 1', '301 last']],
  ['Upgrade of a cached page', page(UPGRADE) + get(1) + LAST, ['200', '301 1', '301 last']],
  ['Upgrade to HTTP/2', get(1, H2C) + get(2) + LAST, ['301 1', '301 2', '301 last']],
  [
    'Upgrade in lower case',
    get(1, 'connection: upgrade\r\nupgrade: h2c') + LAST,
    ['301 1', '301 last'],
  ],
  ['Upgrade without Connection', get(1, 'Upgrade: h2c') + LAST, ['301 1', '301 last']],
  [
    'Upgrade of HTTP/1.0',
    get10(1, 'Connection: Upgrade, keep-alive\r\nUpgrade: websocket') + LAST,
    ['301 1', '301 last'],
  ],
  [
    'Upgrade behind long answers',
    page().repeat(9) + get(1, UPGRADE) + page() + LAST,
    [...Array.from({ length: 9 }, () => '200'), '301 1', '200', '301 last'],
  ],
  [
    'Upgrade behind others',
    get(1) + get(2) + get(3, UPGRADE) + get(4) + LAST,
    ['301 1', '301 2', '301 3', '301 4', '301 last'],
  ],
  [
    'one Upgrade after the other',
    Array.from({ length: 30 }, (_, number) => get(number, UPGRADE)).join('') + LAST,
    [...Array.from({ length: 30 }, (_, number) => `301 ${number}`), '301 last'],
  ],
  [
    'Upgrade with a body',
    `${get(1, `${UPGRADE}\r\nContent-Length: 5`)}hello${LAST}`,
    ['301 1', '301 last'],
  ],
  ['Upgrade with chunks', get(1, `${UPGRADE}\r\n${CHUNKED}`) + BODY + LAST, ['301 1', '301 last']],
  ['Upgrade that closes', get(1, 'Connection: Upgrade, close\r\nUpgrade: h2c') + get(2), ['301 1']],
  ['Upgrade and frames', `${get(1, UPGRADE)}\x81\x05hello`, ['301 1', '405']],
  [
    'POST with Upgrade',
    `${post(`${UPGRADE}\r\nContent-Length: 5`)}hello${LAST}`,
    ['405', '301 last'],
  ],
  ['the preface of HTTP/2', PREFACE, ['400']],
  ['the preface of HTTP/2 behind a request', get(1) + PREFACE, ['301 1', '400']],
  ['HTTP/2 in text', `GET /seo HTTP/2.0\r\n${HOST}\r\n\r\n${get(1)}`, ['505']],
  ['HTTP/3 in text', `GET /seo HTTP/3.0\r\n${HOST}\r\n\r\n${get(1)}`, ['505']],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ['405']],
  ['Expect without a body', get(1, 'Expect: 100-continue'), ['301 1']],
  ['Expect with a body', get(1, 'Expect: 100-continue\r\nContent-Length: 5'), ['301 1']],
  ['POST with Expect', post('Expect: 100-continue\r\nContent-Length: 5'), ['405']],
  ['another Expect', get(1, 'Expect: cake') + LAST, ['301 1', '301 last']],
  ['TE', get(1, 'TE: trailers, deflate;q=0.5\r\nConnection: TE') + LAST, ['301 1', '301 last']],
  ['GET with a body', `${get(1, 'Content-Length: 5')}hello${LAST}`, ['301 1', '301 last']],
  ['GET with chunks', get(1, CHUNKED) + BODY + LAST, ['301 1', '301 last']],
  ['GET with trailers', `${get(1, CHUNKED)}0\r\nX: y\r\n\r\n${LAST}`, ['301 1', '301 last']],
  ['POST with chunks', post(CHUNKED) + BODY + LAST, ['405', '301 last']],
  [
    'POST with a long body',
    `${post('Content-Length: 3000000')}${'x'.repeat(3e6)}${LAST}`,
    ['405', '301 last'],
  ],
  ['broken chunks', `${get(1, CHUNKED)}zz\r\nhello\r\n${LAST}`, ['301 1']],
  ['broken chunks of a cached page', `${page(CHUNKED)}zz\r\nhello\r\n${LAST}`, ['200']],
  ['chunks and a length', `${get(1, `${CHUNKED}\r\nContent-Length: 4`)}0\r\n\r\n${LAST}`, ['400']],
  ['two lengths', `${get(1, 'Content-Length: 1\r\nContent-Length: 2')}xx${LAST}`, ['400']],
  ['a coding without chunks', get(1, 'Transfer-Encoding: gzip') + LAST, ['400']],
  ['a coding without chunks of a cached page', page('Transfer-Encoding: gzip') + LAST, ['400']],
  [
    'chunks of an unknown coding',
    get(1, 'Transfer-Encoding: gzip, chunked') + BODY + LAST,
    ['501'],
  ],
  [
    'CONNECT behind a request',
    `${get(1)}CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n\r\n${get(2)}`,
    ['301 1', '405'],
  ],
  [
    'what is not HTTP behind requests',
    `${get(1) + get(2)}GET /a b c HTTP/1.1\r\n\r\n${get(3)}`,
    ['301 1', '301 2', '400'],
  ],
  ['what is not HTTP', `GET /a b c HTTP/1.1\r\n\r\n${get(1)}`, ['400']],
  ['a folded header', get(1, 'X: a\r\n b'), ['400']],
  ['a space before a colon', get(1, 'X : a'), ['400']],
  ['a request after the last one', LAST + get(1), ['301 last']],
  ['a request after one of HTTP/1.0', get10(1) + get(2), ['301 1']],
  ['HTTP/1.0 that stays', get10(1, 'Connection: keep-alive') + LAST, ['301 1', '301 last']],
  ['empty lines', `\r\n\r\n${get(1)}\r\n${LAST}`, ['301 1', '301 last']],
  ['no host', `GET /seo HTTP/1.1\r\n\r\n${LAST}`, ['400', '301 last']],
  ['two hosts', page('Host: other') + LAST, ['400', '301 last']],
  ['a host with a space', `GET /seo HTTP/1.1\r\nHost: a b\r\n\r\n${LAST}`, ['400', '301 last']],
  ['a host with a path', `GET /seo HTTP/1.1\r\nHost: a/b\r\n\r\n${LAST}`, ['400', '301 last']],
  ['an IPv6 host', `GET /seo HTTP/1.1\r\nHost: [::1]:80\r\n\r\n${LAST}`, ['200', '301 last']],
  ['OPTIONS', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n\r\n${LAST}`, ['405', '301 last']],
];

test.for(EXCHANGES)('%s', async ([, input, expected], { exchange }) => {
  // The first time the pages are not cached.
  for (let time = 0; time < 2; time += 1) expect(await exchange(input)).toEqual(expected);
});

test('a hundred requests with all kinds of errors among them are answered in their order', async ({
  exchange,
}) => {
  const kinds: readonly (readonly [(number: number) => string, (number: number) => string])[] = [
    [(number) => get(number), (number) => `301 ${number}`],
    [() => page(), () => '200'],
    [() => `GET /%zz HTTP/1.1\r\n${HOST}\r\n\r\n`, () => '404'],
    [() => `${post('Content-Length: 2')}hi`, () => '405'],
    [(number) => get(number, UPGRADE), (number) => `301 ${number}`],
    [() => `GET /media/none.png HTTP/1.1\r\n${HOST}\r\n\r\n`, () => '404'],
    [() => `GET /api/posts?limit=none HTTP/1.1\r\n${HOST}\r\n\r\n`, () => '400'],
    [(number) => get(number, CHUNKED) + BODY, (number) => `301 ${number}`],
    [() => 'GET /seo HTTP/1.1\r\n\r\n', () => '400'],
    [() => page('If-None-Match: *'), () => '304'],
    [() => page('If-Match: "x"'), () => '412'],
  ];
  const requests = Array.from({ length: 100 }, (_, number) => ({
    number,
    kind: kinds[(number * 7) % 11],
  }));
  const input = requests.map(({ number, kind }) => kind?.[0](number)).join('');
  const expected = requests.map(({ number, kind }) => kind?.[1](number));
  expect(await exchange(input + LAST)).toEqual([...expected, '301 last']);
});

test('a client that leaves while its Upgrade waits for earlier answers stops nothing', async ({
  site,
  exchange,
}) => {
  const { port } = new URL(site.app.listeningOrigin);
  await new Promise<void>((resolve) => {
    const client = connect(Number(port), '127.0.0.1', () =>
      client.write(get(1) + get(2, UPGRADE), () => client.resetAndDestroy()),
    );
    client.once('close', () => resolve());
  });
  expect(await exchange(LAST)).toEqual(['301 last']);
});

/** Is redirected to an address with the number. */
function get(number: number | string, headers = ''): string {
  return `GET /SEO?n=${number} HTTP/1.1\r\n${HOST}\r\n${headers && `${headers}\r\n`}\r\n`;
}

function get10(number: number, headers = ''): string {
  return `GET /SEO?n=${number} HTTP/1.0\r\n${headers && `${headers}\r\n`}\r\n`;
}

function page(headers = ''): string {
  return `GET /seo HTTP/1.1\r\n${HOST}\r\n${headers && `${headers}\r\n`}\r\n`;
}

function post(headers: string): string {
  return `POST /seo HTTP/1.1\r\n${HOST}\r\n${headers}\r\n\r\n`;
}

/** Resolves with the answers when the server has closed the connection. */
function exchange(port: number, input: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(input, 'latin1'));
    socket.setEncoding('latin1').on('data', (text) => {
      received += String(text);
    });
    socket.on('error', reject).on('close', () => resolve(parseAnswers(received)));
  });
}

function parseAnswers(text: string): readonly string[] {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (head === '') return [];
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (status === undefined) throw new Error(`This is no answer: ${head}`);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const number = /^location: \/seo\?n=(\w+)$/im.exec(head)?.[1];
  const answer = number === undefined ? status : `${status} ${number}`;
  return [answer, ...parseAnswers(rest.join('\r\n\r\n').slice(length))];
}
