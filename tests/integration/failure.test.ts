import { describe, expect } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { getElement, listTexts } from '../support/html-search.ts';
import { createTestSite, test } from '../support/test-site.ts';

const MESSAGE = 'Something went wrong on our side. Please try again in a moment.';
/** What a reader must never see: the failure itself, or where it happened. */
const INSIDE = /database|sqlite|not open|ERR_|\.ts\b|\.js:\d|node_modules|Error:/i;

const PAGES = [
  '/',
  '/articles',
  '/seo',
  '/seo/local-seo',
  '/seo/local-seo/ask-for-reviews',
  '/seo/local-seo/nothing',
  '/SEO/',
  '/digitalmarketingnews',
  '/search?q=reviews',
  '/sitemap',
  '/posts/2012/07/keyword-density.html',
  '/one/two/three/four',
  '/%zz',
];
const CALLS = [
  '/api/categories',
  '/api/categories/seo',
  '/api/subcategories',
  '/api/posts',
  '/api/posts/featured',
  '/api/posts/ask-for-reviews',
  '/api/posts/1/related',
  '/api/posts/1/view',
  '/api/search?q=reviews',
  '/api/legacy-posts',
];

describe('with a broken store', () => {
  test.for(PAGES)('%s is a page that says so, and no more', async (url) => {
    await using site = await createTestSite();
    site.store.close();
    const { statusCode, headers, body } = await site.get(url);
    expect(statusCode).toBe(500);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const page = parseHtml(body);
    expect(listTexts(page, 'h1')).toEqual(['Something went wrong']);
    expect(listTexts(page, 'p')).toEqual([MESSAGE]);
    expect(listTexts(page, 'a')).toContain('Return to Homepage');
    expect(getElement(page, 'meta', { name: 'robots' }).attributes.content).toBe('noindex');
    expect(body).not.toMatch(INSIDE);
    expect(site.takeLog()).toEqual([expect.stringContaining(`"url":"${url}"`)]);
  });

  test.for(CALLS)('%s is an error in JSON, never a 404 and never an empty list', async (url) => {
    await using site = await createTestSite();
    site.store.close();
    const { statusCode, headers, body } = await site.get(url);
    expect(statusCode).toBe(500);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({ message: MESSAGE });
    expect(site.takeLog()).toEqual([expect.stringContaining(`"url":"${url}"`)]);
  });

  test('what needs no store goes on', async () => {
    await using site = await createTestSite();
    site.store.close();
    for (const url of ['/robots.txt', '/favicon.svg', '/assets/browser.js']) {
      expect((await site.get(url)).statusCode).toBe(200);
    }
    expect((await site.get('/api/nothing')).statusCode).toBe(404);
    expect((await site.get('/api/search')).statusCode).toBe(400);
  });

  test('the log says what failed', async () => {
    await using site = await createTestSite();
    site.store.close();
    await site.get('/api/posts');
    expect(site.takeLog()).toEqual([expect.stringMatching(/"msg":"request failed"/)]);
  });
});
