/** Cache tags and headers for shared caches in front of the site. */
import { expect } from 'vitest';
import { listPostTags } from '../../src/site/cache-tags.ts';
import { createContent } from '../support/records.ts';
import { createTestSite, test } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';

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
      ({ slug, categoryId }) => categoryId !== id && new RegExp(`<a [^>]*href="/[^"]*/${slug}"`).test(body),
    );
    if (url === ARTICLE) expect(others.length).toBeGreaterThan(0);
    expect(tags).toEqual(expect.arrayContaining(others.map(({ slug }) => `post-${slug}`)));
    // Some caches take 8 kB of all headers together.
    expect(tags.join().length).toBeLessThan(1_000);
  },
);

test('the tags of a changed article purge each page with the popular articles', async ({ site }) => {
  for (const { slug } of await site.read<{ slug: string }[]>('/api/posts/popular?limit=3')) {
    const purged = listPostTags({ slug, category: 'google-ads' });
    for (const url of ['/', '/seo', ARTICLE, '/google-ads', '/sitemap', '/google-ads-coupon-codes']) {
      const tags = String((await site.get(url)).headers['cache-tag']).split(',');
      expect([url, purged.some((tag) => tags.includes(tag))]).toEqual([url, true]);
    }
  }
});

test.for([
  '/search?q=reviews',
  '/nothing/at/all',
  '/api/search?q=reviews',
  '/api/system/health',
  '/api/nothing',
])('no shared cache keeps %s', async (url, { site }) => {
  const { headers } = await site.get(url);
  expect(headers['cache-control']).toMatch(/^no-(?:cache|store)$/);
  expect(headers).not.toHaveProperty('cache-tag');
});

test('a page has a Link header with its most important files', async ({ site }) => {
  expect((await site.get(ARTICLE)).headers.link).toBe(
    '</assets/browser.css>; rel=preload; as=style; integrity="sha384-styles", </assets/page-start.js>; rel=preload; as=script, </assets/text-common.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
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
