import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { syncStore } from '../../src/store/sync/sync.ts';
import { waitForWholeFeed } from '../support/read-feed.ts';
import { createContent, createPostRecord, NOW } from '../support/records.ts';
import { createTestSite, test } from '../support/test-site.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

const REVALIDATED = [
  ['/', HTML],
  ['/articles?page=2', HTML],
  ['/seo', HTML],
  ['/seo/local-seo', HTML],
  ['/seo/local-seo/ask-for-reviews', HTML],
  ['/google-ads-coupon-codes', HTML],
  ['/sitemap', HTML],
  ['/search?q=reviews', HTML],
  ['/posts/2012/07/keyword-density.html', HTML],
  ['/google-ads/google-search/keyword-match-types.md', MARKDOWN],
  ['/google-ads-coupon-codes.md', MARKDOWN],
  ['/api/categories', JSON_TYPE],
  ['/api/posts?page=1', JSON_TYPE],
  ['/api/posts/ask-for-reviews', JSON_TYPE],
  ['/api/posts/popular?limit=3', JSON_TYPE],
  ['/api/legacy-posts', JSON_TYPE],
  ['/api/sitemap.xml', XML],
  ['/api/news-sitemap.xml', XML],
  ['/digitalmarketingnews/feed.xml', 'application/rss+xml; charset=utf-8'],
  ['/digitalmarketingnews/atom.xml', 'application/atom+xml; charset=utf-8'],
  ['/digitalmarketingnews/feed.json', 'application/feed+json; charset=utf-8'],
  ['/robots.txt', TEXT],
  ['/llms.txt', TEXT],
] as const;

/** For shared caches a minute; for browsers nothing, as they would else show a change one look late. */
const SHARED =
  'public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

describe.for(REVALIDATED)('%s', ([url, type]) => {
  test('is revalidated each time: 304 where nothing changed, whole where the tag differs', async ({
    site,
  }) => {
    if (/(?:feed|atom)\.\w+$/.test(url)) await waitForWholeFeed(site, url);
    const { statusCode, headers, body, rawPayload } = await site.get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(headers['cache-control']).toBe(url.startsWith('/search') ? 'no-cache' : SHARED);
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await site.request({ url, method, headers: { 'if-none-match': known } });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
        expect(again.headers['cache-control']).toBe(headers['cache-control']);
      }
    }
    for (const other of ['"other"', 'W/"other"', '""', 'nonsense']) {
      const again = await site.get(url, { 'if-none-match': other });
      expect([again.statusCode, again.body]).toEqual([200, body]);
    }
  });
});

test('a page stays the same all day long', async () => {
  await using site = await createTestSite({ now: '2026-11-20T00:00:00.000Z' });
  const { etag } = (await site.get('/')).headers;
  site.setTime('2026-11-20T23:59:59.999Z');
  expect((await site.get('/', { 'if-none-match': String(etag) })).statusCode).toBe(304);
});

test('a page that says how old articles are is another one the day after', async () => {
  await using site = await createTestSite({ now: '2025-04-23T12:00:00Z' });
  const { etag } = (await site.get('/')).headers;
  site.setTime('2025-04-24T12:00:00Z');
  expect((await site.get('/', { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('a change of the content shows at the next look', async () => {
  const change = (title: string) => createContent({ title });
  await using site = await createTestSite({ records: change('Before') });
  const urls = ['/', '/seo', '/seo/local-seo/google-reviews', '/api/posts', '/api/posts/google-reviews'];
  const before = new Map<string, string>();
  for (const url of urls) before.set(url, String((await site.get(url)).headers.etag));
  syncStore(site.store, change('After'), NOW);
  for (const url of urls) {
    const { statusCode, body } = await site.get(url, { 'if-none-match': before.get(url) ?? '' });
    expect(statusCode).toBe(200);
    expect(body).toContain('After');
    expect(body).not.toContain('Before');
  }
});

test('what is gone from the content is gone at the next look', async () => {
  await using site = await createTestSite({ records: createContent({ slug: 'gone' }) });
  const { etag } = (await site.get('/api/posts/gone')).headers;
  syncStore(site.store, createContent(createPostRecord({ slug: 'other' })), NOW);
  expect((await site.get('/api/posts/gone', { 'if-none-match': String(etag) })).statusCode).toBe(404);
});

test.for(['/nothing/at/all', '/api/nothing', '/api/search?q=reviews', '/api/system/health'])(
  '%s has no ETag and cannot be revalidated',
  async (url, { site }) => {
    const { headers } = await site.get(url);
    expect(headers).not.toHaveProperty('etag');
    if (url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store');
    expect((await site.get(url, { 'if-none-match': '*' })).statusCode).not.toBe(304);
  },
);

describe('files', () => {
  test('of the build are kept for ever, as their names change with them', async ({ site }) => {
    const { statusCode, headers } = await site.get('/assets/browser.js');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.for([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ] as const)(
    'of the build are sent as %s, compressed beforehand, to one who takes %s',
    async ([encoding, accepted, decompress], { site }) => {
      const plain = await site.get('/assets/browser.js');
      const { statusCode, headers, rawPayload } = await site.get('/assets/browser.js', {
        'accept-encoding': accepted,
      });
      expect(statusCode).toBe(200);
      expect(decompress(rawPayload).toString()).toBe(plain.body);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(headers['cache-control']).toBe(plain.headers['cache-control']);
      expect(headers.etag).not.toBe(plain.headers.etag);
      const again = await site.get('/assets/browser.js', {
        'accept-encoding': accepted,
        'if-none-match': String(headers.etag),
      });
      expect(again.statusCode).toBe(304);
    },
  );

  test.for([undefined, 'identity', 'br;q=0, gzip;q=0', 'zstd'])(
    'of the build are sent as they are to one who takes %s',
    async (accepted, { site }) => {
      const { headers, body } = await site.get(
        '/assets/browser.js',
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      );
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body).toMatch(/^export/);
    },
  );

  test.for(['identity', 'gzip', 'br'])(
    'say to caches that they vary, asked for as %s',
    async (accepted, { site }) => {
      const { headers } = await site.get('/assets/browser.js', { 'accept-encoding': accepted });
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    },
  );

  test('have no compressed form under an address of its own', async ({ site }) => {
    for (const end of ['br', 'gz'])
      expect((await site.get(`/assets/browser.js.${end}`)).statusCode).toBe(404);
  });

  test('of the site are asked for again', async ({ site }) => {
    const { headers } = await site.get('/favicon.svg');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await site.get('/favicon.svg', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test('of the site are asked for again wherever the site is installed', async () => {
    const root = await mkdtemp(join(tmpdir(), 'workbench-installed-'));
    onTestFinished(() => rm(root, { recursive: true }));
    const publicDir = join(root, 'assets', 'site');
    await cp(inject('fixturePublicDir'), publicDir, { recursive: true });
    await using site = await createTestSite({ publicDir });
    expect((await site.get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await site.get('/assets/browser.js')).headers['cache-control']).toMatch(/immutable/);
  });

  test('of the content are kept for ever, as their names change with them', async ({ site }) => {
    const { body } = await site.get('/google-ads/google-search/keyword-match-types');
    const [address = ''] = body.match(/\/media\/[^"]+/) ?? [];
    const { statusCode, headers } = await site.get(address);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await site.get(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });
});
