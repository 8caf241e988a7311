import { describe, expect } from 'vitest';
import { routes } from '../../src/routes.ts';
import { readPage } from '../support/page.ts';
import { test } from '../support/test-site.ts';

type Example = { readonly address: string } & (
  | { readonly status: 200 | 404; readonly h1: string }
  | { readonly status: 301; readonly to: string }
);

const page = (address: string, h1: string): Example => ({ address, status: 200, h1 });
const missing = (address: string, h1: string): Example => ({ address, status: 404, h1 });
const redirect = (address: string, to: string): Example => ({ address, status: 301, to });

/** What each route of the table answers, by its pattern. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  '/': [page('/', 'Do-It-Yourself Digital Marketing')],
  '/articles': [page('/articles', 'All Articles'), page('/articles?page=2', 'All Articles')],
  '/google-ads-coupon-codes': [
    page('/google-ads-coupon-codes', 'Google Ads coupon codes: find and redeem one'),
  ],
  '/sitemap': [page('/sitemap', 'Site Map')],
  '/sitemap.xml': [redirect('/sitemap.xml', '/api/sitemap.xml')],
  '/search': [page('/search', 'Search'), page('/search?q=reviews', 'Search results for “reviews”')],
  'legacy paths': [
    page('/posts/2012/07/keyword-density.html', 'Keyword density'),
    page('/2013/05/what-is-adwords/', 'What is AdWords?'),
    redirect('/google-adwords-coupon.html', '/google-ads-coupon-codes'),
  ],
  '/digitalmarketingnews/:slug': [
    page('/digitalmarketingnews/cookies-stay', 'Third-party cookies stay in Chrome after all'),
    redirect('/digitalmarketingnews/ask-for-reviews', '/seo/local-seo/ask-for-reviews'),
    missing('/digitalmarketingnews/nothing', 'Article Not Found'),
  ],
  '/digitalmarketingnews': [page('/digitalmarketingnews', 'Digital Marketing News')],
  '/db-setup-help': [page('/db-setup-help', 'Database Setup Help')],
  '/:category': [page('/seo', 'SEO'), missing('/tiktok-ads', 'Category Not Found')],
  '/:category/:subcategory': [
    page('/seo/local-seo', 'Local SEO'),
    page('/seo/seo-basics-checklist', 'An SEO checklist for your first weekend'),
    redirect('/google-ads/local-seo', '/seo/local-seo'),
    redirect('/seo/ask-for-reviews', '/seo/local-seo/ask-for-reviews'),
    missing('/seo/nothing', 'Not Found'),
  ],
  '/:category/:subcategory/:slug': [
    page('/seo/local-seo/ask-for-reviews', 'Ask for reviews without being a nuisance'),
    redirect('/seo/on-page-seo/ask-for-reviews', '/seo/local-seo/ask-for-reviews'),
    missing('/seo/local-seo/nothing', 'Article Not Found'),
  ],
  '*': [missing('/one/two/three/four', '404 - Page Not Found')],
};

const ALL_EXAMPLES = Object.values(EXAMPLES).flat();
const PAGES = ALL_EXAMPLES.filter(({ status }) => status === 200);

test('every route has an example here, in the order of the table', () => {
  expect(Object.keys(EXAMPLES)).toEqual(routes.map(({ pattern }) => pattern));
  for (const examples of Object.values(EXAMPLES)) expect(examples).not.toHaveLength(0);
});

describe.for(routes.map(({ pattern }) => pattern))('%s', (pattern) => {
  test.for(EXAMPLES[pattern] ?? [])('$address answers $status', async (example, { site }) => {
    const response = await site.get(example.address);
    expect(response.statusCode).toBe(example.status);
    if (example.status === 301) expect(response.headers.location).toBe(example.to);
    else expect(readPage(response).h1).toBe(example.h1);
  });
});

test.for(ALL_EXAMPLES.filter((example) => example.status === 301))(
  'the redirect from $address ends at a page',
  async (example, { site }) => {
    const { headers } = await site.get(example.address);
    expect((await site.get(String(headers.location))).statusCode).toBe(200);
  },
);

describe.for(PAGES)('$address', ({ address }) => {
  const [path = '', query] = address.split('?');
  const suffix = query === undefined ? '' : `?${query}`;
  const spellings = listSpellings(path);

  test.for(spellings)('is one redirect away from %s', async (spelling, { site }) => {
    const { statusCode, headers } = await site.get(spelling + suffix);
    // A legacy path answers with and without the slash.
    const exact = path.startsWith('/2013/') ? path.replace(/\/$/, '') : path;
    expect([statusCode, headers.location]).toEqual([301, exact + suffix]);
    expect((await site.get(exact + suffix)).statusCode).toBe(200);
  });
});

/** Other ways to write a path that must all come to the one. */
function listSpellings(path: string): readonly string[] {
  if (path === '/') return ['//', '///'];
  const encoded = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const isLegacy = /\.html$|^\/2013\//.test(path);
  return [
    ...(isLegacy ? [] : [`${path}/`]),
    `${path}//`,
    `/${path}`,
    path.toUpperCase(),
    path.replaceAll('/', '//'),
    encoded,
    encoded.toUpperCase(),
  ].filter((spelling) => spelling !== path);
}
