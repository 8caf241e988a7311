import { describe, expect } from 'vitest';
import { SITEMAP_LIMITS } from '../../packages/marketing-workbench/src/server/discovery/sitemap-files.ts';
import { listFixedPages } from '../../packages/marketing-workbench/src/site/catalogue.ts';
import { GUIDE_SLUG } from '../support/default-site.ts';
import {
  createContent,
  createLegacyPostRecord,
  createPageRecord,
  createPostRecord,
  daysAgo,
  NOW,
} from '../support/records.ts';
import { readSitemap } from '../support/sitemap-schema.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';
import { listChildren, readChild, type XmlElement } from '../support/xml.ts';

describe('the sitemap', () => {
  test('follows the schema of the protocol', async ({ site }) => {
    const { headers, body } = await site.get('/api/sitemap.xml');
    const urls = readUrlSet(body);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(urls).toHaveLength(
      listFixedPages('entrance', 'overview').length + 2 + 4 + 17 + 1 + 1 + 56 + 11,
    );
    expect(new Set(urls.map((url) => readChild(url, 'loc'))).size).toBe(urls.length);
  });

  test('lists images that exist', async ({ site }) => {
    const urls = readUrlSet((await site.get('/api/sitemap.xml')).body);
    const images = urls.flatMap((url) =>
      listChildren(url, 'image:image').map((image) => readChild(image, 'image:loc')),
    );
    expect(images.filter((image) => image.includes('/media/')).length).toBeGreaterThan(0);
    const few = [...images.filter((image) => image.includes('/media/')), ...images.slice(0, 4)];
    for (const image of few) {
      const { statusCode, headers } = await site.get(image.slice(ORIGIN.length));
      expect([image, statusCode, String(headers['content-type']).startsWith('image/')]).toEqual([
        image,
        200,
        true,
      ]);
    }
  });

  test('has the time of the last change if it is known', async () => {
    await using site = await createTestSite({
      records: [
        ...createContent(
          { slug: 'never-changed', publishedAt: daysAgo(10) },
          { slug: 'changed', publishedAt: daysAgo(30), updatedAt: daysAgo(2) },
          {
            slug: 'elsewhere',
            publishedAt: daysAgo(5),
            category: 'google-ads',
            subcategory: 'display',
          },
        ),
        createPageRecord({ slug: GUIDE_SLUG, updatedAt: daysAgo(3) }),
        createLegacyPostRecord({ updatedAt: daysAgo(100) }),
        createLegacyPostRecord({ slug: 'undated', legacyUrl: '/2013/05/what-is-adwords' }),
      ],
    });
    const urls = readUrlSet((await site.get('/api/sitemap.xml')).body);
    const changes = urls.map((url) => [
      readChild(url, 'loc').slice(ORIGIN.length),
      listChildren(url, 'lastmod')[0]?.text,
    ]);
    expect(Object.fromEntries(changes)).toMatchObject({
      '/seo/local-seo/never-changed': '2026-11-10',
      '/seo/local-seo/changed': '2026-11-18',
      '/': '2026-11-18',
      '/articles': '2026-11-18',
      '/seo': '2026-11-18',
      '/google-ads': '2026-11-15',
      '/google-ads/display': '2026-11-15',
      '/facebook-ads': undefined,
      '/google-ads-coupon-codes': '2026-11-17',
      '/posts/2012/07/keyword-density.html': '2026-08-12',
      '/2013/05/what-is-adwords': undefined,
    });
  });

  test('has no parts if it fits into one file', async ({ site }) => {
    expect((await site.get('/api/sitemaps/1.xml')).statusCode).toBe(404);
  });
});

test('robots.txt lets crawlers fetch everything, and names the sitemap', async ({ site }) => {
  const { statusCode, headers, body } = await site.get('/robots.txt');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/api/sitemap.xml\nSitemap: ${ORIGIN}/api/news-sitemap.xml\n`,
  );
});

test('Markdown and API responses are not indexed', async ({ site }) => {
  for (const url of [
    '/google-ads-coupon-codes.md',
    '/api/posts',
    '/api/search?q=ads',
    '/api/categories/seo',
  ])
    expect([url, (await site.get(url)).headers['x-robots-tag']]).toEqual([url, 'noindex']);
  for (const url of ['/', '/feed.xml', '/api/sitemap.xml', '/google-ads-coupon-codes'])
    expect([url, (await site.get(url)).headers['x-robots-tag']]).toEqual([url, undefined]);
});

test('/favicon.ico has the three usual sizes', async ({ site }) => {
  const { statusCode, headers, rawPayload } = await site.get('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  const count = rawPayload.readUInt16LE(4);
  expect(Array.from({ length: count }, (_, index) => rawPayload[6 + 16 * index])).toEqual([
    16, 32, 48,
  ]);
});

describe('a sitemap of very many addresses', () => {
  const posts = Array.from({ length: 70 }, (_, number) => ({
    slug: `article-${number}`,
    publishedAt: daysAgo(10 + number),
    ...(number === 60 && { updatedAt: daysAgo(1) }),
    ...(number % 10 === 3 && { noindex: true }),
    ...(number % 3 === 0 && { tags: ['One', 'Another'] }),
  }));
  const records = [
    ...createContent(...posts),
    ...[3, 1, 2].map((number) =>
      createLegacyPostRecord({ slug: `old-${number}`, legacyUrl: `/2012/05/old-${number}` }),
    ),
  ];

  test('has the limits of the protocol', () => {
    expect(SITEMAP_LIMITS).toEqual({ addresses: 50_000, bytes: 52_428_800 });
  });

  test('is one file up to the limit, and an index of parts above it', async () => {
    await using whole = await createTestSite({ records });
    const { body } = await whole.get('/api/sitemap.xml');
    const all = body.split('\n').filter((line) => line.startsWith('<url>'));
    expect(readUrlSet(body)).toHaveLength(all.length);
    await using fitting = await createTestSite({
      records,
      sitemapLimits: { addresses: all.length, bytes: 1e6 },
    });
    expect((await fitting.get('/api/sitemap.xml')).body).toBe(body);
    await using site = await createTestSite({
      records,
      sitemapLimits: { addresses: 20, bytes: 1e6 },
    });
    const parts = await readParts(site);
    expect(parts.map(({ urls }) => urls.length)).toEqual([20, 20, 20, 20, all.length - 80]);
    expect(parts.flatMap(({ urls }) => urls)).toEqual(all);
    for (const { urls, lastmod } of parts) {
      const days = urls.flatMap((url) => /<lastmod>(.*?)</.exec(url)?.[1] ?? []);
      expect(lastmod).toBe(days.sort().at(-1));
    }
  });

  test('is also split by size', async () => {
    await using site = await createTestSite({
      records,
      sitemapLimits: { addresses: 50_000, bytes: 5_000 },
    });
    const parts = await readParts(site);
    expect(parts.length).toBeGreaterThan(3);
    for (const { bytes } of parts) expect(bytes).toBeLessThanOrEqual(5_000);
    expect(parts.slice(0, -1).every(({ bytes }) => bytes > 3_000)).toBe(true);
  });

  test('is divided again after the next publication', async () => {
    await using site = await createTestSite({
      records,
      sitemapLimits: { addresses: 20, bytes: 1e6 },
    });
    const before = (await readParts(site)).flatMap(({ urls }) => urls);
    const more = createPostRecord({ slug: 'one-more', publishedAt: daysAgo(40.5) });
    syncStore(site.store, [...records, more], NOW);
    const after = (await readParts(site)).flatMap(({ urls }) => urls);
    expect(after.filter((url) => !before.includes(url))).toEqual([
      expect.stringContaining('/seo/local-seo/one-more<'),
    ]);
    expect(after).toHaveLength(before.length + 1);
  });
});

/** Throws unless all files are valid, and the next part is missing. */
async function readParts(site: TestSite) {
  const index = readSitemap((await site.get('/api/sitemap.xml')).body);
  expect(index.name).toBe('sitemapindex');
  const parts: { urls: string[]; bytes: number; lastmod: string | undefined }[] = [];
  for (const [number, part] of index.children.entries()) {
    const path = readChild(part, 'loc').slice(ORIGIN.length);
    expect(path).toBe(`/api/sitemaps/${number + 1}.xml`);
    const { body } = await site.get(path);
    const urls = body.split('\n').filter((line) => line.startsWith('<url>'));
    expect(readUrlSet(body)).toHaveLength(urls.length);
    parts.push({
      urls,
      bytes: Buffer.byteLength(body),
      lastmod: listChildren(part, 'lastmod')[0]?.text,
    });
  }
  expect((await site.get(`/api/sitemaps/${parts.length + 1}.xml`)).statusCode).toBe(404);
  return parts;
}

test('the news sitemap lists the news of the last two days', async () => {
  const news = { subcategory: 'digital-marketing-news' };
  await using site = await createTestSite({
    records: createContent(
      { slug: 'today', title: 'Ads & more', publishedAt: daysAgo(0.5), ...news },
      { slug: 'older', publishedAt: daysAgo(2.1), ...news },
      { slug: 'coming', publishedAt: daysAgo(-1), ...news },
      { slug: 'no-news', publishedAt: daysAgo(0.5) },
    ),
  });
  const root = readSitemap((await site.get('/api/news-sitemap.xml')).body);
  expect(root.children.map((url) => readChild(url, 'loc'))).toEqual([
    `${ORIGIN}/digitalmarketingnews/today`,
  ]);
  const [entry] = root.children.flatMap((url) => listChildren(url, 'news:news'));
  if (entry === undefined) throw new Error('There is no news.');
  expect(
    listChildren(entry, 'news:publication').map((one) => one.children.map(({ text }) => text)),
  ).toEqual([['Marketing Workbench', 'en']]);
  expect(readChild(entry, 'news:title')).toBe('Ads & more');
  expect(readChild(entry, 'news:publication_date')).toBe('2026-11-20T00:00:00.000Z');
});

/** The entries; throws unless the sitemap is valid. */
function readUrlSet(xml: string): readonly XmlElement[] {
  const root = readSitemap(xml);
  expect(root.name).toBe('urlset');
  return root.children;
}
