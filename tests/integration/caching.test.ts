import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, inject } from 'vitest';
import { DEFAULT_BRAND } from '../../packages/marketing-workbench/src/site/brand/brand.ts';
import { listPostCacheTags } from '../../packages/marketing-workbench/src/site/cache-tags.ts';
import { DEFAULT_SITE } from '../../packages/marketing-workbench/src/site/default-site.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { waitForWholeFeed } from '../support/read-feed.ts';
import {
  createCategoryRecord,
  createContent,
  createLegacyPostRecord,
  createPageRecord,
  createSubcategoryRecord,
  NOW,
} from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
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

/**
 * Shared caches keep a page for a minute; browsers revalidate it, or they would show a change one
 * request late.
 */
const SHARED =
  'public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

describe.for(REVALIDATED)('%s', ([url, type]) => {
  test('is revalidated: 304 if the ETag matches, 200 if it differs', async ({ site }) => {
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

test.for([
  ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z', 304],
  ['2025-04-23T12:00:00.000Z', '2025-04-24T12:00:00.000Z', 200],
] as const)(
  'a page with the ages of articles, loaded at %s, is revalidated at %s with %i',
  async (expected) => {
    const [loadedAt, revalidatedAt, status] = expected;
    await using site = await createTestSite({ now: loadedAt });
    const { etag } = (await site.get('/')).headers;
    site.setTime(revalidatedAt);
    expect((await site.get('/', { 'if-none-match': String(etag) })).statusCode).toBe(status);
  },
);

test('a content change shows at the next request', async () => {
  const change = (title: string) => createContent({ title });
  await using site = await createTestSite({ records: change('Before') });
  const urls = [
    '/',
    '/seo',
    '/seo/local-seo/google-reviews',
    '/api/posts',
    '/api/posts/google-reviews',
  ];
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

const CALLS = [
  '/api/posts',
  '/api/search?q=title',
  '/api/posts/no-such-post',
  '/api/redirects?path=/none',
];

/**
 * The revision that pages are rendered with, which every answer of a call names, also if it is
 * cached or not modified.
 */
async function readSiteRevision(site: TestSite): Promise<string> {
  const known = { 'if-none-match': String((await site.get('/api/categories')).headers.etag) };
  const answers = [
    await site.get('/api/categories', known),
    ...(await Promise.all(CALLS.map((call) => site.get(call)))),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([304, 200, 200, 404, 200]);
  const [, revision] = /"revision":"(\w+)"/.exec((await site.get('/seo')).body) ?? [];
  for (const { headers } of answers) expect(headers['x-site-revision']).toBe(revision);
  return String(revision);
}

const OWN_SITE: ContentRecord = {
  kind: 'site',
  slug: 'site',
  brand: DEFAULT_BRAND,
  settings: { ...DEFAULT_SITE, brandHash: 'abc', name: 'A shop of one’s own' },
};

test('calls and pages name a revision of the site that changes with its sections, pages and look, and with no article', async () => {
  const content = createContent({ slug: 'a' });
  await using site = await createTestSite({ records: content });
  const revisions = [await readSiteRevision(site)];
  const page = createPageRecord({ slug: 'imprint', form: 'page' });
  const category = createCategoryRecord({ slug: 'ovens', position: 5 });
  for (const records of [
    [...content, category],
    [...content, createCategoryRecord({ ...category, name: 'Stoves' })],
    [...content, createSubcategoryRecord({ slug: 'gas', category: 'seo', position: 18 })],
    [...content, page],
    [...content, { ...page, inFooter: true }],
    [...content, createLegacyPostRecord()],
    [...content, OWN_SITE],
  ]) {
    syncStore(site.store, records, NOW);
    revisions.push(await readSiteRevision(site));
  }
  expect(new Set(revisions).size).toBe(revisions.length);
  syncStore(
    site.store,
    [...createContent({ slug: 'a', title: 'Other' }, { slug: 'b' }), OWN_SITE],
    NOW,
  );
  expect(await readSiteRevision(site)).toBe(revisions.at(-1));
});

const BUILT = '/assets/browser.js';
const IMMUTABLE = 'public, max-age=31536000, immutable';

test.for([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
] as const)(
  'a built file is precompressed with %s for Accept-Encoding: %s',
  async (expected, { site }) => {
    const [encoding, accepted, decompress] = expected;
    const plain = await site.get(BUILT);
    const { statusCode, headers, rawPayload } = await site.get(BUILT, {
      'accept-encoding': accepted,
    });
    const { etag, 'content-type': type, 'cache-control': caching } = plain.headers;
    expect(statusCode).toBe(200);
    expect(decompress(rawPayload).toString()).toBe(plain.body);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': type,
      'cache-control': caching,
      'content-length': String(rawPayload.length),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(headers.etag).not.toBe(etag);
    const known = { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) };
    expect((await site.get(BUILT, known)).statusCode).toBe(304);
  },
);

test.for(['', 'identity', 'br;q=0, gzip;q=0', 'zstd'])(
  'a built file is not compressed for Accept-Encoding: %s',
  async (accepted, { site }) => {
    const { headers, body } = await site.get(BUILT, { 'accept-encoding': accepted });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(String(headers.vary)).toMatch(/accept-encoding/i);
    expect(body).toMatch(/^export/);
  },
);

test('a compressed form of a built file has no address of its own', async ({ site }) => {
  for (const end of ['br', 'gz']) expect((await site.get(`${BUILT}.${end}`)).statusCode).toBe(404);
});

// The built file has 40 lines of 11 bytes (tests/support/fixture-site.ts).
test.for([
  ['bytes=0-9', 'bytes 0-9/440', 10],
  ['bytes=430-', 'bytes 430-439/440', 10],
  ['bytes=430-999', 'bytes 430-439/440', 10],
  ['bytes=, 0-0 ,', 'bytes 0-0/440', 1],
] as const)(
  'Range: %s gets that part of a file',
  async ([range, contentRange, length], { site }) => {
    const { statusCode, headers, rawPayload } = await site.get(BUILT, { range });
    expect([statusCode, headers['content-range'], rawPayload.length]).toEqual([
      206,
      contentRange,
      length,
    ]);
  },
);

test.for(['bytes=440-', 'bytes=9999-10000', 'bytes=99999999999999999999-'])(
  'Range: %s, past the end of the file, gets 416',
  async (range, { site }) => {
    const { statusCode, headers } = await site.get(BUILT, { range });
    expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */440']);
  },
);

test.for([
  'bytes=abc',
  'bytes=',
  'bytes=,',
  'bytes=-',
  'bytes=5-2',
  'bytes=0-1,5-2',
  'bytes=1-2-3',
  'bytes=-9999',
  'bytes=0x0-0x5',
  'bytes 0-9',
  'bytes=0-9=',
  'lines=0-9',
  'garbage',
])('Range: %s gets the whole file', async (range, { site }) => {
  const { statusCode, headers, rawPayload } = await site.get(BUILT, { range });
  expect([statusCode, headers['content-range'], rawPayload.length]).toEqual([200, undefined, 440]);
});

test.for([
  [
    'a built file, whose name contains a hash',
    /\/assets\/browser\.js/,
    /^(text|application)\/javascript; charset=utf-8$/,
    IMMUTABLE,
  ],
  [
    'a picture of the content, whose name contains a hash',
    /\/media\/[^"]+/,
    /^image\/svg\+xml$/,
    IMMUTABLE,
  ],
  ['a file with a fixed name', /\/favicon\.ico/, /^image\/vnd\.microsoft\.icon/, 'no-cache'],
  [
    'the theme, whose name contains a hash',
    /\/assets\/theme-[0-9a-f]+\.css/,
    /^text\/css/,
    IMMUTABLE,
  ],
] as const)('%s has the right caching headers', async ([, address, type, caching], { site }) => {
  const { body } = await site.get('/google-ads/google-search/keyword-match-types');
  const url = address.exec(body)?.[0] ?? '';
  const { statusCode, headers } = await site.get(url);
  expect([statusCode, headers['cache-control']]).toEqual([200, caching]);
  expect(headers['content-type']).toMatch(type);
  expect((await site.get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

test('caching headers do not depend on the folder of the installation', async () => {
  const publicDir = join(createDataDir(), 'assets', 'site');
  await cp(inject('fixturePublicDir'), publicDir, { recursive: true });
  await using site = await createTestSite({ publicDir });
  expect((await site.get('/fixed-name.txt')).headers['cache-control']).toBe('no-cache');
  expect((await site.get(BUILT)).headers['cache-control']).toBe(IMMUTABLE);
});

test.for([
  ['/', 'site,lists'],
  ['/seo/local-seo/ask-for-reviews.md', 'site,category-seo,post-ask-for-reviews'],
  ['/api/posts/ask-for-reviews', 'site,lists,post-ask-for-reviews'],
  ['/api/posts', 'site,lists'],
  ['/feed.xml', 'site,lists'],
  ['/seo/feed.xml', 'site,category-seo,post-feed'],
] as const)('%s has the cache tags %s', async ([url, tags], { site }) => {
  expect((await site.get(url)).headers['cache-tag']).toBe(tags);
});

test.for(['/seo', ARTICLE, '/digitalmarketingnews/cookies-stay'])(
  '%s has the tags of its category and of each post of another category that it shows',
  async (url, { site }) => {
    const { headers, body } = await site.get(url);
    const tags = String(headers['cache-tag']).split(',');
    expect(tags).toEqual(expect.arrayContaining(['site', 'category-seo']));
    const { id } = await site.read<{ id: number }>('/api/categories/seo');
    const posts = await site.read<{ slug: string; categoryId: number }[]>('/api/posts');
    const others = posts.filter(
      ({ slug, categoryId }) =>
        categoryId !== id && new RegExp(`<a [^>]*href="/[^"]*/${slug}"`).test(body),
    );
    if (url === ARTICLE) expect(others.length).toBeGreaterThan(0);
    expect(tags).toEqual(expect.arrayContaining(others.map(({ slug }) => `post-${slug}`)));
    // Some caches take 8 kB of all headers together.
    expect(tags.join().length).toBeLessThan(1_000);
  },
);

test('the tags of a changed article purge each page with the popular articles', async ({
  site,
}) => {
  for (const { slug } of await site.read<{ slug: string }[]>('/api/posts/popular?limit=3')) {
    const purged = listPostCacheTags({ slug, category: 'google-ads' });
    for (const url of [
      '/',
      '/seo',
      ARTICLE,
      '/google-ads',
      '/sitemap',
      '/google-ads-coupon-codes',
    ]) {
      const tags = String((await site.get(url)).headers['cache-tag']).split(',');
      expect([url, purged.some((tag) => tags.includes(tag))]).toEqual([url, true]);
    }
  }
});

test.for([
  ['/search?q=reviews', 'no-cache'],
  ['/nothing/at/all', 'no-cache'],
  ['/api/search?q=reviews', 'no-store'],
  ['/api/system/health', 'no-store'],
  ['/api/nothing', 'no-store'],
] as const)(
  'no shared cache keeps %s (%s), and only pages of searches have an ETag',
  async (example, { site }) => {
    const [url, caching] = example;
    const { headers } = await site.get(url);
    expect(headers['cache-control']).toBe(caching);
    expect(headers).not.toHaveProperty('cache-tag');
    expect(Object.hasOwn(headers, 'etag')).toBe(url.startsWith('/search'));
  },
);

test('a page has a Link header with its most important files', async ({ site }) => {
  const link = String((await site.get(ARTICLE)).headers.link);
  expect(link.replace(/[0-9a-f]{16}/, '0')).toBe(
    '</assets/theme-0.css>; rel=preload; as=style, </assets/browser.css>; rel=preload; as=style; integrity="sha384-styles", </assets/page-start.js>; rel=preload; as=script, </assets/text-common.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
  );
});

test.for([
  ['A coffee, € 3 “to go”', ['common']],
  ['A café', ['common', 'rare']],
] as const)('a page with “%s” preloads the fonts of its letters', async ([title, fonts]) => {
  await using site = await createTestSite({ records: createContent({ slug: 'coffee', title }) });
  const { headers, body } = await site.get('/seo/local-seo/coffee');
  for (const text of [String(headers.link), body])
    expect(text.match(/(?<=text-)\w+(?=\.woff2)/g)).toEqual(fonts);
});
