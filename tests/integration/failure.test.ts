import { expect } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { getElement, listTexts } from '../support/html-search.ts';
import { createTestSite, test } from '../support/test-site.ts';

const MESSAGE = 'Something went wrong on our side. Please try again in a moment.';
/** Details that readers must not see. */
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
  '/one/two/three/four',
  '/%zz',
  '/posts/2012/07/keyword-density.html',
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

async function createBrokenSite() {
  const site = await createTestSite();
  site.store.close();
  return site;
}

test.for([...PAGES, ...CALLS])(
  'with a broken store %s answers 500 without details',
  async (url) => {
    await using site = await createBrokenSite();
    const { statusCode, headers, body } = await site.get(url);
    expect([statusCode, headers['cache-control']]).toEqual([500, 'no-store']);
    expect(body).not.toMatch(INSIDE);
    const [line, ...others] = site.takeLog();
    expect([line, others]).toEqual([expect.stringContaining(`"url":"${url}"`), []]);
    expect(line).toContain('"msg":"request failed"');
    if (url.startsWith('/api/')) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(body)).toEqual({ message: MESSAGE });
    } else {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const page = parseHtml(body);
      expect(listTexts(page, 'h1')).toEqual(['Something went wrong']);
      expect(listTexts(page, 'p')).toEqual([MESSAGE]);
      expect(listTexts(page, 'a')).toContain('Return to Homepage');
      expect(getElement(page, 'meta', { name: 'robots' }).attributes.content).toBe('noindex');
    }
  },
);

test.for([
  ['/robots.txt', 200],
  ['/favicon.svg', 200],
  ['/assets/browser.js', 200],
  ['/api/nothing', 404],
  ['/api/search', 400],
] as const)('with a broken store %s still answers %i', async ([url, status]) => {
  await using site = await createBrokenSite();
  expect((await site.get(url)).statusCode).toBe(status);
});
