import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { createTestSite, test } from '../support/test-site.ts';

const ADDRESSES = [
  '/',
  '/seo/local-seo/ask-for-reviews',
  '/SEO/',
  '/nothing/at/all/here',
  '/%zz',
  '/api/categories',
  '/api/posts/1/view',
  '/api/nothing',
  '/api/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/favicon.svg',
  '/seo/local-seo/ask-for-reviews.md',
  '/assets/browser.js',
  '/media/nothing.png',
];

describe.for(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)(
  '%s',
  (method) => {
    test.for(ADDRESSES)('is not allowed at %s', async (url, { site }) => {
      const { statusCode, headers, body } = await site.request({ method, url });
      expect(statusCode).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
      expect(headers['cache-control']).toBe('no-store');
      expect(JSON.parse(body)).toEqual({ message: 'Only GET and HEAD are allowed.' });
    });
  },
);

test.for(['application/json', 'text/xml', 'multipart/form-data; boundary=x', 'nonsense'])(
  'a POST with a body of type %s is refused without reading it',
  async (type, { site }) => {
    const { statusCode } = await site.request({
      method: 'POST',
      url: '/api/posts',
      headers: { 'content-type': type },
      payload: '{ broken',
    });
    expect(statusCode).toBe(405);
  },
);

describe('HEAD', () => {
  test.for(ADDRESSES.filter((url) => !url.endsWith('/view')))(
    'returns the status and headers of GET for %s, without the body',
    async (url, { site }) => {
      const get = await site.get(url);
      const head = await site.request({ method: 'HEAD', url });
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.body).toBe('');
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    },
  );
});

const LONG = `/${'a/'.repeat(1_500)}`;

test.for([LONG, `${LONG}x.md`, `${LONG}?x=1`, `/${'a'.repeat(2_000)}`, `/${'%41'.repeat(700)}`])(
  'a path longer than any page has is refused: %s',
  async (url, { site }) => {
    const { statusCode, headers, json } = await site.get(url);
    expect([statusCode, headers['cache-control']]).toEqual([414, 'no-store']);
    expect(json()).toEqual({ message: 'This address is too long.' });
  },
);

test('the call for redirects refuses a long path', async ({ site }) => {
  const { statusCode, json } = await site.get(`/api/redirects?path=${encodeURIComponent(LONG)}`);
  expect(statusCode).toBe(400);
  expect(json()).toEqual({ message: expect.stringMatching(/^path is too long/) });
});

/** Sends malformed and hostile requests, each over its own socket. */
const socketTest = test.extend('ask', { scope: 'file' }, async ({ site }) => {
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  return (target: string, method = 'GET', header = 'Host: site') =>
    exchange(
      Number(port),
      `${method} ${target} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`,
    );
});

socketTest.for([
  '//evil.example',
  '//evil.example/',
  '///evil.example/%2f..',
  '/\\evil.example',
  '/\\/evil.example/',
  '/%2f%2fevil.example/',
  '/%5cevil.example/',
  '/;//evil.example',
  '/.//evil.example/',
  '//evil.example/category/seo',
  'https://evil.example/nothing',
])('%s redirects nowhere', async (target, { ask }) => {
  const { status, headers } = await ask(target);
  expect([status, headers.get('location')]).toEqual([404, undefined]);
});

socketTest.for([
  ['//google-ads', '/google-ads'],
  ['//category//seo/', '/seo'],
  ['https://evil.example/SEO/', '/seo'],
  ['https://evil.example//seo?x=//evil.example', '/seo?x=//evil.example'],
  ['/seo/?next=https://evil.example', '/seo?next=https://evil.example'],
] as const)('%s redirects within the site: %s', async ([target, location], { ask }) => {
  const { status, headers } = await ask(target);
  expect([status, headers.get('location')]).toEqual([301, location]);
});

socketTest('an address cannot inject a header into the response', async ({ ask }) => {
  for (const target of [
    '/SEO/%0d%0aSet-Cookie:%20a=b',
    '/SEO?x=%0d%0aSet-Cookie:%20a=b',
    '/SEO%0d%0a/',
  ]) {
    const { headers } = await ask(target);
    expect(headers.has('set-cookie')).toBe(false);
  }
});

socketTest('a malformed request line is refused', async ({ ask }) => {
  for (const target of ['\\\\evil.example', '/caf\u00e9', 'evil.example', '/a b']) {
    const { status, headers, body } = await ask(target);
    expect(status).toBe(400);
    expect(headers.has('location')).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(JSON.parse(body)).toEqual({ message: 'The request is malformed.' });
  }
});

socketTest(
  'an absolute address with the site’s own host is answered like a path',
  async ({ ask }) => {
    const { status, body } = await ask('http://site/api/categories/seo');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ slug: 'seo' });
  },
);

socketTest('no path reaches a file outside of the site', async ({ ask }) => {
  for (const target of [
    '/../package.json',
    '/assets/../../../package.json',
    '/..%2f..%2fpackage.json',
    '/.vite/x',
  ]) {
    const { status, body } = await ask(target);
    expect(status).toBe(404);
    expect(body).not.toContain('devDependencies');
  }
});

socketTest.for([
  ['OPTIONS', '*'],
  ['CONNECT', '/seo'],
  ['CONNECT', 'evil.example:443'],
  ['FOO', '/seo'],
  ['get', '/seo'],
] as const)('%s %s is not allowed', async ([method, target], { ask }) => {
  const { status, headers, body } = await ask(target, method);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(JSON.parse(body)).toEqual({ message: 'Only GET and HEAD are allowed.' });
});

socketTest(
  'a request without a host is refused, whether its page is cached or not',
  async ({ ask }) => {
    await ask('/seo');
    for (const target of ['/seo', '/email-marketing']) {
      const { status, headers, body } = await ask(target, 'GET', 'X: y');
      expect(status).toBe(400);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(JSON.parse(body)).toEqual({
        message: 'The request names no host; send a Host header.',
      });
    }
  },
);

socketTest('an unknown Expect header is ignored', async ({ ask }) => {
  const { status, headers } = await ask('/seo', 'GET', 'Host: site\r\nExpect: more');
  expect(status).toBe(200);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('an address over the size limit of headers is refused, and the site still answers', async () => {
  await using site = await createTestSite();
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  const target = `/${'a'.repeat(17_000)}`;
  const { status, body } = await exchange(
    Number(port),
    `GET ${target} HTTP/1.1\r\nHost: site\r\n\r\n`,
  );
  expect(status).toBe(431);
  expect(JSON.parse(body)).toEqual({ message: 'Address and headers are too long.' });
  expect((await site.get('/')).statusCode).toBe(200);
});

test('a client that resets its connection before CONNECT is refused stops nothing', async () => {
  await using site = await createTestSite();
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(port), '127.0.0.1', () =>
    client.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: site\r\n\r\n'),
  );
  // Before the site answers, so that its answer fails.
  site.app.server.prependOnceListener('connect', () => client.resetAndDestroy());
  const [, socket] = await once(site.app.server, 'connect');
  await once(socket, 'close');
  expect((await site.get('/')).statusCode).toBe(200);
});

function exchange(port: number, request: string): Promise<ReturnType<typeof parseAnswer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString('utf8'))));
  });
}

function parseAnswer(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const [, name = '', value = ''] of head.matchAll(/^([\w-]+): (.*)$/gm))
    headers.set(name.toLowerCase(), value);
  return { status: Number(head.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}
