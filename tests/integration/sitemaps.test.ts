import { describe, expect } from 'vitest';
import {
  formatSitemapIndex,
  formatSitemapParts,
  SITEMAP_LIMITS,
  type SitemapEntry,
} from '../../src/server/discovery/sitemaps.ts';
import { GUIDE_SLUG } from '../support/default-site.ts';
import { createContent, createLegacyPostRecord, createPageRecord, daysAgo } from '../support/records.ts';
import { readSitemap } from '../support/sitemap-schema.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';
import { listChildren, readChild, type XmlElement } from '../support/xml.ts';

describe('the sitemap', () => {
  test('follows the schema of the protocol', async ({ site }) => {
    const { headers, body } = await site.get('/api/sitemap.xml');
    const urls = readUrlSet(body);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(urls).toHaveLength(5 + 4 + 17 + 1 + 1 + 56 + 11);
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
          { slug: 'elsewhere', publishedAt: daysAgo(5), category: 'google-ads', subcategory: 'display' },
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
  for (const url of ['/google-ads-coupon-codes.md', '/api/posts', '/api/search?q=ads', '/api/categories/seo'])
    expect([url, (await site.get(url)).headers['x-robots-tag']]).toEqual([url, 'noindex']);
  for (const url of ['/', '/feed.xml', '/api/sitemap.xml', '/google-ads-coupon-codes'])
    expect([url, (await site.get(url)).headers['x-robots-tag']]).toEqual([url, undefined]);
});

test('/favicon.ico has the three usual sizes', async ({ site }) => {
  const { statusCode, headers, rawPayload } = await site.get('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  const count = rawPayload.readUInt16LE(4);
  expect(Array.from({ length: count }, (_, index) => rawPayload[6 + 16 * index])).toEqual([16, 32, 48]);
});

describe('a sitemap of very many addresses', () => {
  const entries: readonly SitemapEntry[] = Array.from({ length: 101 }, (_, index) => ({
    path: `/seo/local-seo/article-${index}`,
    changedAt: index === 100 ? '2026-11-20T00:00:00.000Z' : '2026-01-02T00:00:00.000Z',
  }));

  test('has the limits of the protocol', () => {
    expect(SITEMAP_LIMITS).toEqual({ addresses: 50_000, bytes: 52_428_800 });
  });

  test('is one file up to the limit, and an index of parts above it', () => {
    const limits = { ...SITEMAP_LIMITS, addresses: 100 };
    expect(formatSitemapParts(entries.slice(1), ORIGIN, limits)).toHaveLength(1);
    const parts = formatSitemapParts(entries, ORIGIN, limits);
    expect(parts.map(({ xml }) => readUrlSet(xml).length)).toEqual([100, 1]);
    const index = readSitemap(formatSitemapIndex(parts, ORIGIN));
    expect(index.name).toBe('sitemapindex');
    expect(index.children.map((part) => [readChild(part, 'loc'), readChild(part, 'lastmod')])).toEqual([
      [`${ORIGIN}/api/sitemaps/1.xml`, '2026-01-02'],
      [`${ORIGIN}/api/sitemaps/2.xml`, '2026-11-20'],
    ]);
  });

  test('is also split by size', () => {
    const parts = formatSitemapParts(entries, ORIGIN, { ...SITEMAP_LIMITS, bytes: 5_000 });
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every(({ xml }) => Buffer.byteLength(xml) <= 5_000)).toBe(true);
    expect(parts.flatMap(({ xml }) => readUrlSet(xml))).toHaveLength(101);
  });
});

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
  expect(root.children.map((url) => readChild(url, 'loc'))).toEqual([`${ORIGIN}/digitalmarketingnews/today`]);
  const [entry] = root.children.flatMap((url) => listChildren(url, 'news:news'));
  if (entry === undefined) throw new Error('There is no news.');
  expect(listChildren(entry, 'news:publication').map((one) => one.children.map(({ text }) => text))).toEqual([
    ['Marketing Workbench', 'en'],
  ]);
  expect(readChild(entry, 'news:title')).toBe('Ads & more');
  expect(readChild(entry, 'news:publication_date')).toBe('2026-11-20T00:00:00.000Z');
});

/** The entries; throws unless the sitemap is valid. */
function readUrlSet(xml: string): readonly XmlElement[] {
  const root = readSitemap(xml);
  expect(root.name).toBe('urlset');
  return root.children;
}
