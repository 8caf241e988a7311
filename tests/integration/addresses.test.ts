import { describe, expect } from 'vitest';
import { listRoutes } from '../../packages/marketing-workbench/src/routes.ts';
import { listFixedPages } from '../../packages/marketing-workbench/src/site/catalogue.ts';
import { SITE } from '../support/default-site.ts';
import { listElements, listTexts, readElementText } from '../support/html-search.ts';
import { readPage } from '../support/page.ts';
import { createContent } from '../support/records.ts';
import { SCREEN_KINDS } from '../support/screen-kinds.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

type Example = readonly [address: string, status: number, shown: string | RegExp];

/** Those of the fixed pages are the kinds of screens. */
const FIXED = listFixedPages().map(
  ({ path }): readonly [path: string, examples: readonly Example[]] => [
    path,
    SCREEN_KINDS.flatMap(({ address, status, heading }) =>
      address.split('?')[0] === path ? [[address, status, heading] as const] : [],
    ),
  ],
);

/**
 * Addresses of each route, by its pattern: the status, and the first heading or the redirect's
 * target.
 */
const ROUTES: Readonly<Record<string, readonly Example[]>> = {
  ...Object.fromEntries(FIXED),
  '/google-ads-coupon-codes': [
    ['/google-ads-coupon-codes', 200, 'Google Ads coupon codes: find and redeem one'],
  ],
  '/sitemap.xml': [['/sitemap.xml', 301, '/api/sitemap.xml']],
  'legacy paths': [
    ['/posts/2012/07/keyword-density.html', 200, 'Keyword density'],
    ['/2013/05/what-is-adwords/', 200, 'What is AdWords?'],
    ['/google-adwords-coupon.html', 301, '/google-ads-coupon-codes'],
  ],
  '/digitalmarketingnews/:slug': [
    ['/digitalmarketingnews/cookies-stay', 200, 'Third-party cookies stay in Chrome after all'],
    ['/digitalmarketingnews/ask-for-reviews', 301, '/seo/local-seo/ask-for-reviews'],
    ['/digitalmarketingnews/nothing', 404, 'Article Not Found'],
  ],
  '/digitalmarketingnews': [['/digitalmarketingnews', 200, 'Digital Marketing News']],
  '/tags/:slug': [
    ['/tags/budgets', 200, 'Budgets'],
    ['/tags/bids', 404, 'Tag Not Found'],
  ],
  '/:category': [
    ['/seo', 200, 'SEO'],
    ['/tiktok-ads', 404, 'Category Not Found'],
  ],
  '/:category/:subcategory': [
    ['/seo/local-seo', 200, 'Local SEO'],
    ['/seo/seo-basics-checklist', 200, 'An SEO checklist for your first weekend'],
    ['/google-ads/local-seo', 301, '/seo/local-seo'],
    ['/seo/nothing', 404, 'Not Found'],
  ],
  '/:category/:subcategory/:slug': [
    ['/seo/local-seo/ask-for-reviews', 200, 'Ask for reviews without being a nuisance'],
    ['/seo/on-page-seo/ask-for-reviews', 301, '/seo/local-seo/ask-for-reviews'],
    ['/seo/local-seo/nothing', 404, 'Article Not Found'],
  ],
  '*': [['/one/two/three/four', 404, '404 - Page Not Found']],
};
const PAGES = Object.values(ROUTES).flatMap((examples) =>
  examples.flatMap(([address, status]) => (status === 200 ? address : [])),
);

test('every route has an example', () => {
  const shown = Object.entries(ROUTES).flatMap(([pattern, examples]) =>
    examples.length > 0 ? pattern : [],
  );
  expect(shown.sort()).toEqual(
    listRoutes(SITE)
      .map(({ pattern }) => pattern)
      .sort(),
  );
});

test.for(Object.values(ROUTES).flat())(
  '%s answers %i: %s',
  async ([address, status, shown], { site }) => {
    if (status === 301) return expectRedirect(site, address, String(shown));
    const response = await site.get(address);
    expect(response.statusCode).toBe(status);
    expect(readPage(response).h1).toEqual(
      typeof shown === 'string' ? shown : expect.stringMatching(shown),
    );
  },
);

test.for(PAGES)('every other spelling of %s is one redirect away', async (address, { site }) => {
  const [path = '', query] = address.split('?');
  const suffix = query === undefined ? '' : `?${query}`;
  // A legacy path answers with and without the slash.
  const exact = path.startsWith('/2013/') ? path.replace(/\/$/, '') : path;
  for (const spelling of listSpellings(path))
    await expectRedirect(site, spelling + suffix, exact + suffix);
});

/** Other spellings of addresses, with the canonical one. */
const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  // A slash at the end, upper case, slashes too many, letters encoded for nothing
  ['/SEO/Local-SEO/Ask-For-Reviews', '/seo/local-seo/ask-for-reviews'],
  ['/seo%2Dnothing/../seo/', '/seo'],
  ['/Sitemap.XML', '/api/sitemap.xml'],
  // The forms that the footer uses
  ['/category/seo', '/seo'],
  ['/Category/SEO', '/seo'],
  ['/category/seo/local-seo', '/seo/local-seo'],
  ['/category/seo/digital-marketing-news', '/digitalmarketingnews'],
  ['/category/seo/seo-basics-checklist', '/seo/seo-basics-checklist'],
  ['/category/google-ads/local-seo', '/seo/local-seo'],
  ['/category/seo/ask-for-reviews', '/seo/local-seo/ask-for-reviews'],
  // The news has an address of its own
  ['/seo/digital-marketing-news', '/digitalmarketingnews'],
  ['/google-ads/digital-marketing-news', '/digitalmarketingnews'],
  ['/seo/digital-marketing-news/cookies-stay', '/digitalmarketingnews/cookies-stay'],
  ['/SEO/Digital-Marketing-News/Cookies-Stay/', '/digitalmarketingnews/cookies-stay'],
  ['/seo/local-seo/cookies-stay', '/digitalmarketingnews/cookies-stay'],
  ['/nothing/cookies-stay', '/digitalmarketingnews/cookies-stay'],
  // A subcategory under a category that is not its own, or doesn't exist
  ['/nothing/local-seo', '/seo/local-seo'],
  // An article under a category or subcategory that is not its own, or doesn't exist, or without
  // its subcategory
  ['/google-ads/google-search/ask-for-reviews', '/seo/local-seo/ask-for-reviews'],
  ['/nothing/nothing/ask-for-reviews', '/seo/local-seo/ask-for-reviews'],
  ['/seo/ask-for-reviews', '/seo/local-seo/ask-for-reviews'],
  ['/google-ads/ask-for-reviews', '/seo/local-seo/ask-for-reviews'],
  ['/seo/digital-marketing-news/ask-for-reviews', '/seo/local-seo/ask-for-reviews'],
  // An article without a subcategory, found anywhere else
  ['/seo/local-seo/seo-basics-checklist', '/seo/seo-basics-checklist'],
  ['/google-ads/seo-basics-checklist', '/seo/seo-basics-checklist'],
  ['/digitalmarketingnews/seo-basics-checklist', '/seo/seo-basics-checklist'],
  // Files: feeds, Markdown, texts for machines
  ['/ROBOTS.txt', '/robots.txt'],
  ['/llms.txt/', '/llms.txt'],
  ['/Feed.xml', '/feed.xml'],
  ['/SEO//feed.json/', '/seo/feed.json'],
  ['/category/seo/atom.xml', '/seo/atom.xml'],
  ['/seo/digital-marketing-news/feed.xml', '/digitalmarketingnews/feed.xml'],
];

test.for(REDIRECTS)(
  '%s redirects to %s in one hop and keeps the query',
  async ([from, to], { site }) => {
    await expectRedirect(site, from, to);
    await expectRedirect(
      site,
      `${from}?utm_source=A%20b&page=2&x`,
      `${to}?utm_source=A%20b&page=2&x`,
    );
  },
);

test('a redirect is permanent, and browsers revalidate it', async ({ site }) => {
  const { statusCode, headers, body } = await site.get('/SEO');
  expect(statusCode).toBe(301);
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toBe('');
});

test('a subcategory comes before an article of the same name elsewhere', async () => {
  await using site = await createTestSite({
    records: createContent({ slug: 'display', category: 'seo', subcategory: 'local-seo' }),
  });
  expect((await site.get('/google-ads/display')).statusCode).toBe(200);
  expect((await site.get('/seo/display')).headers.location).toBe('/google-ads/display');
  expect((await site.get('/seo/local-seo/display')).statusCode).toBe(200);
});

const HOME = [['Return Home', '/']];
/** The texts and links of each not-found page, by its heading. */
const NOT_FOUND: Readonly<Record<string, { readonly text: string[]; readonly links: string[][] }>> =
  {
    'Category Not Found': { text: ["The category you're looking for doesn't exist."], links: HOME },
    'Not Found': { text: ["The page you're looking for doesn't exist."], links: HOME },
    'Article Not Found': {
      text: ["The article you're looking for doesn't exist or has been moved."],
      links: HOME,
    },
    '404 - Page Not Found': {
      text: [],
      links: [
        ['Return to Homepage', '/'],
        ['View Sitemap', '/sitemap'],
      ],
    },
  };

describe('an unknown address is a 404, never a redirect', () => {
  test.for([
    ['/tiktok-ads', 'Category Not Found'],
    ['/TikTok-Ads/', 'Category Not Found'],
    ['/category', 'Category Not Found'],
    ['/category/tiktok-ads', 'Category Not Found'],
    ['/local-seo', 'Category Not Found'],
    ['/api', 'Category Not Found'],
    ['/index.html', 'Category Not Found'],
    ['/seo/nothing', 'Not Found'],
    ['/articles/2', 'Not Found'],
    ['/assets/nothing.js', 'Not Found'],
    ['/seo/local-seo/nothing', 'Article Not Found'],
    ['/digitalmarketingnews/nothing', 'Article Not Found'],
    ['/Nothing/AT/All/', 'Article Not Found'],
    ['/one/two/three/four', '404 - Page Not Found'],
    ['/category/seo/local-seo/ask-for-reviews', '404 - Page Not Found'],
    ['/2013/05/nothing/more', '404 - Page Not Found'],
    ['/seo/%2e%2e%2flocal-seo', '404 - Page Not Found'],
    ['/seo%2Flocal-seo', '404 - Page Not Found'],
    ['/%zz', '404 - Page Not Found'],
    ['/seo/%E0%A4%A', '404 - Page Not Found'],
    ['/seo%', '404 - Page Not Found'],
    ['/seo%00', 'Category Not Found'],
    ['/%F0%9F%A6%9C', 'Category Not Found'],
    ['//evil.example/seo', 'Not Found'],
    ['/.env', 'Category Not Found'],
    [`/${'a'.repeat(1_990)}`, 'Category Not Found'],
    [`/${'a/'.repeat(990)}`, '404 - Page Not Found'],
    [`/${'%41'.repeat(660)}`, 'Category Not Found'],
  ] as const)('%s: %s', async ([address, h1], { site }) => {
    const response = await site.get(address);
    expect(response.statusCode).toBe(404);
    expect(response.headers).not.toHaveProperty('location');
    const { main, ...page } = readPage(response);
    expect(page.h1).toBe(h1);
    expect(page.title).toBe(`${h1}, Marketing Workbench`);
    expect(page.robots).toBe('noindex, follow');
    const { text = [], links = [] } = NOT_FOUND[h1] ?? {};
    expect(links).not.toEqual([]);
    expect(listTexts(main, 'p')).toEqual(expect.arrayContaining(text));
    expect(
      listElements(main, 'a').map((link) => [readElementText(link), link.attributes.href]),
    ).toEqual(expect.arrayContaining(links));
    expect(page.canonical).toMatch(/^https:\/\/www\.marketingworkbench\.example\/[^/?]/);
  });
});

/** Asserts exactly one redirect to a page. */
async function expectRedirect(site: TestSite, from: string, to: string): Promise<void> {
  const { statusCode, headers } = await site.get(from);
  expect([statusCode, headers.location]).toEqual([301, to]);
  const target = await site.get(to);
  expect(target.statusCode).toBe(200);
}

/** Other spellings that must redirect to the path. */
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
