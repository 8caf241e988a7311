import { describe, expect } from 'vitest';
import { createTestSite, test } from '../support/test-site.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Browsers show XML with styles that they write into it. */
const XML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': POLICY,
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What other sites may show, or the way to it. */
const EMBEDDABLE = new Set(['/favicon.svg', '/feed.xml', '/social/site.png']);

describe('the security headers', () => {
  test.for([
    [200, '/'],
    [200, '/api/posts'],
    [200, '/api/sitemap.xml'],
    [200, '/robots.txt'],
    [200, '/favicon.svg'],
    [200, '/feed.xml'],
    [301, '/social/site.png'],
    [200, '/assets/browser.css'],
    [204, '/api/posts/1/view'],
    [301, '/SEO/'],
    [301, '/google-adwords-coupon.html'],
    [400, '/api/search'],
    [404, '/nothing'],
    [404, '/%zz'],
    [404, '/assets/nothing.js'],
    [404, '/media/nothing.png'],
    [404, '/api/nothing'],
    [404, '/api/%zz'],
  ] as const)('stand on a %i at %s', async ([status, url], { site }) => {
    const { statusCode, headers } = await site.get(url);
    expect(statusCode).toBe(status);
    const isXml = /xml;/.test(String(headers['content-type']));
    expect(headers).toMatchObject({
      ...HEADERS,
      ...(isXml && { 'content-security-policy': XML_POLICY }),
      ...(EMBEDDABLE.has(url) && { 'cross-origin-resource-policy': 'cross-origin' }),
    });
  });

  test.for(['/', '/api/posts', '/robots.txt', '/favicon.svg', '/assets/browser.js'])(
    'stand on a 304 at %s',
    async (url, { site }) => {
      const { etag } = (await site.get(url)).headers;
      const { statusCode, headers } = await site.get(url, { 'if-none-match': String(etag) });
      expect(statusCode).toBe(304);
      const isEmbeddable = EMBEDDABLE.has(url);
      const policy = isEmbeddable && { 'cross-origin-resource-policy': 'cross-origin' };
      expect(headers).toMatchObject({ ...HEADERS, ...policy });
    },
  );

  test.for(['/', '/api/posts', '/favicon.svg', '/assets/browser.js', '/%zz'])(
    'stand on a 405 at %s',
    async (url, { site }) => {
      const { statusCode, headers } = await site.request({ method: 'POST', url });
      expect(statusCode).toBe(405);
      expect(headers).toMatchObject(HEADERS);
    },
  );

  test('stand on a 500', async () => {
    await using site = await createTestSite();
    site.store.close();
    for (const url of ['/', '/api/posts', '/api/sitemap.xml', '/media/x.png']) {
      const { statusCode, headers } = await site.get(url);
      expect(statusCode).toBe(500);
      expect(headers).toMatchObject(HEADERS);
    }
    expect(site.takeLog()).toHaveLength(4);
  });
});

test('other sites may show pictures of the content and cards, and read feeds', async ({ site }) => {
  const { body } = await site.get('/google-ads/google-search/keyword-match-types');
  const addresses = [
    body.match(/\/media\/[^"]+/)?.[0],
    body.match(/\/social\/[^"]+/)?.[0],
    ...['/feed.xml', '/atom.xml', '/feed.json', '/seo/feed.xml', '/favicon.ico', '/apple-touch-icon.png'],
  ];
  for (const address of addresses) {
    const { statusCode, headers } = await site.get(address ?? '');
    expect([address, statusCode]).toEqual([address, 200]);
    expect([address, headers['cross-origin-resource-policy']]).toEqual([address, 'cross-origin']);
  }
});

test('subdomains are asked for HTTPS where the operator says so', async () => {
  await using site = await createTestSite({ hstsSubdomains: true });
  const { headers } = await site.get('/');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('a picture of the content may run and fetch nothing, even opened by itself', async ({ site }) => {
  const { body } = await site.get('/google-ads/google-search/keyword-match-types');
  const { statusCode, headers } = await site.get(body.match(/\/media\/[^"]+/)?.[0] ?? '');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    ...HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
});

test('no answer names the software behind it or sets a cookie', async ({ site }) => {
  for (const url of ['/', '/api/posts', '/nothing', '/favicon.svg']) {
    const { headers } = await site.get(url);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');
  }
});
