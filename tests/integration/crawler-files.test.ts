/** How the files that machines ask for are answered, whatever is in them. */
import { describe, expect } from 'vitest';
import { getElement } from '../support/html-search.ts';
import { readMeta, readPage } from '../support/page.ts';
import { ORIGIN, type TestSite, test } from '../support/test-site.ts';
import { waitForWholeFeed } from '../support/whole-feed.ts';

const FILES = [
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/api/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/api/news-sitemap.xml', 'application/xml; charset=utf-8'],
  ['/digitalmarketingnews/feed.xml', 'application/rss+xml; charset=utf-8'],
  ['/digitalmarketingnews/atom.xml', 'application/atom+xml; charset=utf-8'],
  ['/digitalmarketingnews/feed.json', 'application/feed+json; charset=utf-8'],
  ['/google-ads/google-search/keyword-match-types.md', 'text/markdown; charset=utf-8'],
  ['/google-ads-coupon-codes.md', 'text/markdown; charset=utf-8'],
  ['/api/posts/keyword-match-types', 'application/json; charset=utf-8'],
] as const;

describe.for(FILES)('%s', ([url, type]) => {
  test('is asked for by HEAD as by GET, and not sent to who has it', async ({ site }) => {
    if (/(?:feed|atom)\.\w+$/.test(url)) await waitForWholeFeed(site, url);
    await expectConditional(site, url, type);
  });
});

test('a card is asked for by HEAD as by GET, and not sent to who has it', async ({ site }) => {
  const head = getElement(readPage(await site.get('/seo')).root, 'head');
  await expectConditional(site, (readMeta(head, 'og:image') ?? '').slice(ORIGIN.length), 'image/png');
});

test('what is found by its page is not found a second time', async ({ site }) => {
  for (const url of ['/google-ads-coupon-codes.md', '/api/posts', '/api/search?q=ads', '/api/categories/seo'])
    expect([url, (await site.get(url)).headers['x-robots-tag']]).toEqual([url, 'noindex']);
  for (const url of ['/', '/feed.xml', '/api/sitemap.xml', '/google-ads-coupon-codes'])
    expect([url, (await site.get(url)).headers['x-robots-tag']]).toEqual([url, undefined]);
});

test('what asks for /favicon.ico by itself gets an icon in the three usual sizes', async ({ site }) => {
  const { statusCode, headers, rawPayload } = await site.get('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  const count = rawPayload.readUInt16LE(4);
  expect(Array.from({ length: count }, (_, index) => rawPayload[6 + 16 * index])).toEqual([16, 32, 48]);
});

async function expectConditional(site: TestSite, url: string, type: string): Promise<void> {
  const { statusCode, headers, rawPayload } = await site.get(url);
  expect([statusCode, headers['content-type']]).toEqual([200, type]);
  expect(headers['content-length']).toBe(String(rawPayload.length));
  const head = await site.request({ url, method: 'HEAD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const { date: _, ...lasting } = headers;
  expect(head.headers).toMatchObject(lasting);
  for (const method of ['GET', 'HEAD'] as const) {
    const again = await site.request({ url, method, headers: { 'if-none-match': `"x", ${headers.etag}` } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
  }
}
