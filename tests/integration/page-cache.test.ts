import { describe, expect, test, vi } from 'vitest';
import type { Post } from '../../packages/marketing-workbench/src/site/entities.ts';
import { createContent, NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
const PATIENCE = { timeout: 60_000 };

describe('the page cache', () => {
  test('renders a page once for concurrent requests', async () => {
    await using site = await createTestSite();
    const pages = await Promise.all(Array.from({ length: 20 }, () => site.get(ARTICLE)));
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
    expect(site.rendered).toEqual([ARTICLE]);
  });

  test('shares a page between all campaign parameters', async () => {
    await using site = await createTestSite();
    const { body } = await site.get(ARTICLE);
    for (const search of ['?utm_source=mail', '?gclid=1&fbclid=2', '?q=x', '?page=1&'])
      expect((await site.get(`${ARTICLE}${search}`)).body).toContain(body.slice(-2_000));
    expect(site.rendered).toEqual([ARTICLE, `${ARTICLE}?page=1`]);
  });
});

describe('a change', () => {
  const write = (title: string) => createContent({ title });
  const PAGE = '/seo/local-seo/google-reviews';

  test('of the content renders the cached pages again before the next request', async () => {
    await using site = await createTestSite({ records: write('Before') });
    await site.get(PAGE);
    await site.get('/seo');
    syncStore(site.store, write('After'), NOW);
    await vi.waitFor(
      () => expect(site.rendered.toSorted()).toEqual(['/seo', '/seo', PAGE, PAGE]),
      PATIENCE,
    );
    expect((await site.get(PAGE)).body).toContain('After');
    expect(site.rendered).toHaveLength(4);
  });

  test('of the views shows in the next response of the call', async () => {
    await using site = await createTestSite();
    const read = async () => await site.read<Post>('/api/posts/ask-for-reviews');
    const { id, popular } = await read();
    expect(popular).toBeUndefined();
    await site.get(`/api/posts/${id}/view`);
    expect((await read()).popular).toBe(1);
  });

  test('that cannot be rendered leaves the last page in the cache and logs the reason', async () => {
    let isBroken = false;
    await using site = await createTestSite({
      records: write('Before'),
      wrapRenderer: (renderPage) => (request) => {
        if (isBroken) throw new Error('Broken.');
        return renderPage(request);
      },
    });
    const { body } = await site.get(PAGE);
    isBroken = true;
    syncStore(site.store, write('After'), NOW);
    const during = await site.get(PAGE);
    expect(during.statusCode).toBe(200);
    expect(during.body).toBe(body);
    expect((await site.get('/seo')).statusCode).toBe(500);
    expect(site.takeLog().join()).toMatch(/Broken.*a cached answer could not be renewed/s);
    isBroken = false;
    expect((await site.get(PAGE)).body).toContain('After');
    site.takeLog();
  });
});

/** More pages than the cache holds. */
const PAGES = 50;
/** More answers of calls than it holds. */
const CALLS = 200;

describe('the memory for pages', () => {
  test.for<[string, number, (number: number) => string]>([
    ['addresses that do not exist', PAGES, (number) => `/made-up-${number}`],
    ['pages past the last of a list', PAGES, (number) => `/articles?page=${number + 100}`],
    ['page numbers of an article', PAGES, (number) => `${ARTICLE}?page=${number + 2}`],
    ['page numbers with leading zeros', PAGES, (number) => `/seo?page=${'0'.repeat(number)}1`],
    [
      'redirect rules of unknown paths',
      CALLS,
      (number) => `/api/redirects?path=/made-up-${number}`,
    ],
    ['pages that do not exist', CALLS, (number) => `/api/pages/made-up-${number}`],
    ['categories that do not exist', CALLS, (number) => `/api/posts?categoryId=${number + 100}`],
    [
      'parts of lists',
      CALLS,
      (number) => `/api/posts?limit=${(number % 100) + 1}&page=${Math.ceil(number / 100)}`,
    ],
    ['unknown parameters of a call', CALLS, (number) => `/api/categories?path=/made-up-${number}`],
    [
      'percent-encoded letters',
      CALLS,
      (number) => `/api/posts/${encodeSome('ask-for-reviews', number)}`,
    ],
    ['zeros before an id', CALLS, (number) => `/api/posts/${'0'.repeat(number)}1/related`],
    ['a file with a query', CALLS, (number) => `/llms.txt?page=${number}`],
  ])('is not used up by %s', async ([, count, format]) => {
    await using site = await createTestSite({ pageCacheBytes: 600_000 });
    await site.get('/seo');
    for (let number = 0; number < count; number += 1) await site.get(format(number));
    await site.get('/seo');
    expect(site.rendered.filter((path) => path === '/seo')).toHaveLength(1);
  });

  test('can be zero', async () => {
    await using site = await createTestSite({ pageCacheBytes: 0 });
    const first = await site.get(ARTICLE, { 'accept-encoding': 'br' });
    const second = await site.get(ARTICLE, { 'accept-encoding': 'br' });
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(site.rendered).toEqual([ARTICLE, ARTICLE]);
  });
});

/** Percent-encodes the letters of the slug whose bits are set in the number. */
function encodeSome(slug: string, number: number): string {
  const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  return Array.from(slug, (letter, index) =>
    (number >> index) & 1 ? encode(letter) : letter,
  ).join('');
}
