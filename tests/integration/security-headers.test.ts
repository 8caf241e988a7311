import { describe, expect } from 'vitest';
import { createContent, createPostRecord } from '../support/records.ts';
import { createTestSite, READER, test } from '../support/test-site.ts';

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

/** Browsers add inline styles when they show XML. */
const XML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': POLICY,
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Files that other sites may embed, and the redirect to one. */
const EMBEDDABLE = new Set(['/favicon.svg', '/feed.xml', '/social/site.png']);

/** The status of each answer; a POST answers 405, and a 304 has the tag of the answer before it. */
const ANSWERS = [
  [
    200,
    [
      '/',
      '/api/posts',
      '/api/sitemap.xml',
      '/robots.txt',
      '/favicon.svg',
      '/feed.xml',
      '/assets/browser.css',
    ],
  ],
  [204, ['/api/posts/1/view']],
  [301, ['/social/site.png', '/SEO/', '/google-adwords-coupon.html']],
  [304, ['/', '/api/posts', '/robots.txt', '/favicon.svg', '/assets/browser.js']],
  [400, ['/api/search']],
  [
    404,
    ['/nothing', '/%zz', '/assets/nothing.js', '/media/nothing.png', '/api/nothing', '/api/%zz'],
  ],
  [405, ['/', '/api/posts', '/favicon.svg', '/assets/browser.js', '/%zz']],
  [500, ['/', '/api/posts', '/api/sitemap.xml', '/media/x.png']],
] as const;

describe.for(ANSWERS)('every security header is on a %i', ([status, urls]) => {
  test.for(urls)('%s', async (url, { site: shared }) => {
    await using broken = status === 500 ? await createTestSite() : undefined;
    broken?.store.close();
    const site = broken ?? shared;
    const known = status === 304 && { 'if-none-match': String((await site.get(url)).headers.etag) };
    const { statusCode, headers } = await site.request({
      method: status === 405 ? 'POST' : 'GET',
      url,
      headers: { 'user-agent': READER, ...known },
    });
    expect(statusCode).toBe(status);
    const isXml = /xml;/.test(String(headers['content-type']));
    const isEmbeddable = EMBEDDABLE.has(url) && status < 400;
    expect(headers).toMatchObject({
      ...HEADERS,
      ...(isXml && { 'content-security-policy': XML_POLICY }),
      ...(isEmbeddable && { 'cross-origin-resource-policy': 'cross-origin' }),
    });
    for (const name of ['server', 'x-powered-by', 'set-cookie'])
      expect(headers).not.toHaveProperty(name);
    expect(site.takeLog()).toHaveLength(status === 500 ? 1 : 0);
  });
});

test('other sites may embed pictures and cards and fetch feeds', async ({ site }) => {
  const { body } = await site.get('/google-ads/google-search/keyword-match-types');
  const addresses = [
    body.match(/\/media\/[^"]+/)?.[0],
    body.match(/\/social\/[^"]+/)?.[0],
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/seo/feed.xml',
    '/favicon.ico',
    '/apple-touch-icon.png',
  ];
  for (const address of addresses) {
    const { statusCode, headers } = await site.get(address ?? '');
    expect([address, statusCode]).toEqual([address, 200]);
    expect([address, headers['cross-origin-resource-policy']]).toEqual([address, 'cross-origin']);
  }
});

test('only a page with a video allows its player, also from the cache', async () => {
  const video =
    '<a href="https://vimeo.com/7" data-player="https://player.vimeo.com/video/7">A video</a>';
  const code = '<code>&lt;a data-player="https://player.vimeo.com/video/7"></code>';
  const records = [
    ...createContent({ slug: 'video', content: video }),
    createPostRecord({ slug: 'code', content: code }),
  ];
  await using site = await createTestSite({ records });
  for (const [slug, policy] of [
    ['video', `${POLICY}; frame-src https://player.vimeo.com`],
    ['video', `${POLICY}; frame-src https://player.vimeo.com`],
    ['code', POLICY],
  ]) {
    const { headers } = await site.get(`/seo/local-seo/${slug}`);
    expect([slug, headers['content-security-policy']]).toEqual([slug, policy]);
  }
});

test('HSTS includes subdomains if the operator configures it', async () => {
  await using site = await createTestSite({ hstsSubdomains: true });
  const { headers } = await site.get('/');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('a picture of the content may neither run scripts nor fetch anything when opened by itself', async ({
  site,
}) => {
  const { body } = await site.get('/google-ads/google-search/keyword-match-types');
  const { statusCode, headers } = await site.get(body.match(/\/media\/[^"]+/)?.[0] ?? '');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    ...HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
  });
});
