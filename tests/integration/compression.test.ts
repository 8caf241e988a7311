import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import { waitForWholeFeed } from '../support/read-feed.ts';
import { READER, test } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';

describe('compression', () => {
  test.for([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
    ['deflate, zstd', undefined],
    [';;q=,,br;q=x', undefined],
  ] as const)('for Accept-Encoding: %s selects %s', async ([accepted, coding], { site }) => {
    const plain = await site.get(ARTICLE);
    const { headers, rawPayload } = await site.get(ARTICLE, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['content-length']).toBe(String(rawPayload.byteLength));
    expect(headers.vary).toBe('Accept, Accept-Encoding');
    expect(decode(rawPayload, coding)).toBe(plain.body);
    if (coding !== undefined)
      expect(rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 3);
  });

  test('gives each variant a weak ETag that revalidates every variant', async ({ site }) => {
    const plain = String((await site.get(ARTICLE)).headers.etag);
    const tag = String((await site.get(ARTICLE, { 'accept-encoding': 'br' })).headers.etag);
    expect(tag).toBe(`W/${plain}`);
    for (const coding of ['br', 'gzip', 'identity']) {
      const again = await site.get(ARTICLE, { 'accept-encoding': coding, 'if-none-match': tag });
      expect(again.statusCode).toBe(304);
    }
  });

  test('applies to uncached answers too, but not to small ones', async ({ site }) => {
    const search = await site.get('/search?q=reviews', { 'accept-encoding': 'br' });
    expect(search.headers['content-encoding']).toBe('br');
    expect(decode(search.rawPayload, 'br')).toBe((await site.get('/search?q=reviews')).body);
    const small = await site.get('/api/system/health', { 'accept-encoding': 'br' });
    expect(small.headers).not.toHaveProperty('content-encoding');
    expect(small.headers.vary).toBe('Accept-Encoding');
  });
});

/** The quick compression that a waiting reader gets. */
const QUICK = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};
/** Long, because the awaited change comes soon or never. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const networkTest = test.extend('origin', { scope: 'file' }, ({ site }) =>
  site.app.listen({ host: '127.0.0.1', port: 0 }),
);

describe('over the network', () => {
  const ADDRESSES = [
    ARTICLE,
    '/nothing/at/all',
    '/api/posts/ask-for-reviews',
    '/api/search?q=reviews',
    '/search?q=reviews',
    '/digitalmarketingnews/feed.xml',
    '/robots.txt',
  ];

  networkTest('the first answer and those after it are the same', async ({ site, origin }) => {
    await waitForWholeFeed(site, '/digitalmarketingnews/feed.xml');
    for (const address of ADDRESSES) {
      for (const coding of ['identity', 'gzip', 'br']) {
        for (const method of ['GET', 'HEAD']) {
          const [first, second] = [await ask(), await ask()];
          expect(second, `${method} ${address} ${coding}`).toEqual(first);
          async function ask() {
            const response = await fetch(`${origin}${address}`, {
              method,
              headers: { 'accept-encoding': coding, 'user-agent': READER },
            });
            const headers = Object.fromEntries(response.headers);
            // An answer may be compressed again in the meantime, which changes only its length.
            const { date, 'content-length': length, ...others } = headers;
            return { status: response.status, others, body: await response.text() };
          }
        }
      }
    }
  });

  networkTest(
    'a page is compressed better after its second request, however many readers request it',
    async ({ origin }) => {
      for (const [path, readers] of [
        ['/seo', 1],
        ['/articles', 50],
      ] as const) {
        const ask = async () => {
          const headers = { 'accept-encoding': 'br' };
          const response = await fetch(`${origin}${path}`, { headers });
          return {
            length: Number(response.headers.get('content-length')),
            body: await response.text(),
          };
        };
        const [first] = await Promise.all(Array.from({ length: readers }, ask));
        const quick = brotliCompressSync(first?.body ?? '', { params: QUICK }).byteLength;
        await vi.waitFor(
          async () => expect((await ask()).length).toBeLessThan(0.95 * quick),
          PATIENCE,
        );
      }
    },
  );

  networkTest(
    'the same address returns HTML or Markdown, as the Accept header prefers',
    async ({ origin }) => {
      for (const [accept, type] of [
        ['text/html', 'text/html; charset=utf-8'],
        ['text/markdown', 'text/markdown; charset=utf-8'],
        ['text/html', 'text/html; charset=utf-8'],
        ['Text/MarkDown', 'text/markdown; charset=utf-8'],
        ['text/markdown, text/html;q=0.5', 'text/markdown; charset=utf-8'],
      ] as const) {
        const response = await fetch(`${origin}${ARTICLE}`, { headers: { accept } });
        expect(response.headers.get('content-type')).toBe(type);
        await response.text();
      }
    },
  );
});

function decode(payload: Buffer, coding: 'br' | 'gzip' | undefined): string {
  if (coding === undefined) return payload.toString();
  return (coding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)).toString();
}
