import { describe, expect } from 'vitest';
import {
  formatSitemapIndex,
  formatSitemapParts,
  type SitemapEntry,
} from '../../src/server/discovery/sitemaps.ts';
import { getElement, listElements } from '../support/html-search.ts';
import { createContent, createLegacyPostRecord, daysAgo } from '../support/records.ts';
import { readSitemap } from '../support/sitemap-schema.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';
import { listChildren, readChild, type XmlElement } from '../support/xml.ts';

describe('the sitemap', () => {
  test('follows the schema of the protocol', async ({ site }) => {
    const { headers, body } = await site.get('/api/sitemap.xml');
    const urls = readUrlSet(body);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(urls).toHaveLength(4 + 4 + 17 + 56 + 11);
    expect(new Set(urls.map((url) => readChild(url, 'loc'))).size).toBe(urls.length);
  });

  test('lists for each article its card and its figures, and no other images', async ({ site }) => {
    for (const url of readUrlSet((await site.get('/api/sitemap.xml')).body)) {
      const images = listChildren(url, 'image:image').map((image) => readChild(image, 'image:loc'));
      const { root } = await site.page(readChild(url, 'loc').slice(ORIGIN.length));
      const figures = listElements(getElement(root, 'main'), 'img').map(
        ({ attributes }) => ORIGIN + attributes.src,
      );
      const cards = images.filter((image) => image.startsWith(`${ORIGIN}/social/`));
      expect(cards.length).toBe(images.length > 0 ? 1 : 0);
      expect(images).toEqual([...cards, ...figures]);
    }
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
        createLegacyPostRecord({ updatedAt: daysAgo(100) }),
        createLegacyPostRecord({ slug: 'undated', legacyUrl: '/2013/05/what-is-adwords' }),
      ],
    });
    const changed = new Map(
      readUrlSet((await site.get('/api/sitemap.xml')).body).map((url) => [
        readChild(url, 'loc'),
        listChildren(url, 'lastmod')[0]?.text,
      ]),
    );
    const readChanged = (path: string) => changed.get(ORIGIN + path);
    expect(readChanged('/seo/local-seo/never-changed')).toBe('2026-11-10');
    expect(readChanged('/seo/local-seo/changed')).toBe('2026-11-18');
    expect(readChanged('/')).toBe('2026-11-18');
    expect(readChanged('/articles')).toBe('2026-11-18');
    expect(readChanged('/seo')).toBe('2026-11-18');
    expect(readChanged('/google-ads')).toBe('2026-11-15');
    expect(readChanged('/google-ads/display')).toBe('2026-11-15');
    expect(readChanged('/facebook-ads')).toBeUndefined();
    expect(readChanged('/google-ads-coupon-codes')).toBe('2025-06-03');
    expect(readChanged('/posts/2012/07/keyword-density.html')).toBe('2026-08-12');
    expect(changed.has(`${ORIGIN}/2013/05/what-is-adwords`)).toBe(true);
    expect(readChanged('/2013/05/what-is-adwords')).toBeUndefined();
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
  const entries: readonly SitemapEntry[] = Array.from({ length: 50_001 }, (_, index) => ({
    path: `/seo/local-seo/article-${index}`,
    changedAt: index === 50_000 ? '2026-11-20T00:00:00.000Z' : '2026-01-02T00:00:00.000Z',
  }));

  test('is one file up to the limit, and an index of parts above it', () => {
    expect(formatSitemapParts(entries.slice(1), ORIGIN)).toHaveLength(1);
    const parts = formatSitemapParts(entries, ORIGIN);
    expect(parts.map(({ xml }) => readUrlSet(xml).length)).toEqual([50_000, 1]);
    const index = readSitemap(formatSitemapIndex(parts, ORIGIN));
    expect(index.name).toBe('sitemapindex');
    expect(index.children.map((part) => [readChild(part, 'loc'), readChild(part, 'lastmod')])).toEqual([
      [`${ORIGIN}/api/sitemaps/1.xml`, '2026-01-02'],
      [`${ORIGIN}/api/sitemaps/2.xml`, '2026-11-20'],
    ]);
  });

  test('is also split by size', () => {
    const parts = formatSitemapParts(entries.slice(0, 100), ORIGIN, { addresses: 50_000, bytes: 5_000 });
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every(({ xml }) => Buffer.byteLength(xml) <= 5_000)).toBe(true);
    expect(parts.reduce((sum, { xml }) => sum + readUrlSet(xml).length, 0)).toBe(100);
  });
});

test.for([
  ['<url><lastmod>2026-01-02</lastmod><loc>https://a.example/</loc></url>', 'has 0 of <loc>'],
  ['<url><loc>https://a.example/a b</loc></url>', '<loc> holds'],
  ['<url><loc>https://a.example/</loc><lastmod>2026-13-02</lastmod></url>', '<lastmod> holds'],
  ['<url><loc>https://a.example/</loc><image:image></image:image></url>', 'has 0 of <image:loc>'],
  ['<link/>', 'out of place'],
] as const)('the schema check refuses a sitemap with %s', ([entry, message]) => {
  const attributes = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${attributes}>${entry}</urlset>`;
  expect(() => readSitemap(xml)).toThrow(message);
});

test('the sitemap of news holds the news of the last two days', async () => {
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
