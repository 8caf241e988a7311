import { describe, expect } from 'vitest';
import {
  type EndpointName,
  endpoints,
} from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import { GUIDE_SLUG } from '../support/default-site.ts';
import { test } from '../support/test-site.ts';

/**
 * An address of each call of the contract that finds something; a new call without one does not
 * compile.
 */
const ADDRESSES: { readonly [Name in EndpointName]: string } = {
  categories: endpoints.categories.address(),
  category: endpoints.category.address({ slug: 'seo' }),
  subcategories: endpoints.subcategories.address({ categoryId: 4 }),
  subcategory: endpoints.subcategory.address({ slug: 'local-seo' }),
  posts: endpoints.posts.address({
    categoryId: 4,
    subcategoryId: 16,
    tag: 'budgets',
    page: 1,
    limit: 10,
  }),
  featuredPosts: endpoints.featuredPosts.address(),
  recentPosts: endpoints.recentPosts.address(),
  popularPosts: endpoints.popularPosts.address({ limit: 5 }),
  post: endpoints.post.address({ slug: 'seo-basics-checklist' }),
  relatedPosts: endpoints.relatedPosts.address({ id: 1 }),
  viewPost: endpoints.viewPost.address({ id: 1 }),
  search: endpoints.search.address({ q: 'quality & score?', page: 1 }),
  searchSummary: endpoints.searchSummary.address({ q: 'quality & score?' }),
  searchSuggestions: endpoints.searchSuggestions.address({ q: 'qual' }),
  legacyPosts: endpoints.legacyPosts.address(),
  legacyPost: endpoints.legacyPost.address({ slug: 'keyword-density' }),
  tag: endpoints.tag.address({ slug: 'budgets' }),
  author: endpoints.author.address({ slug: 'ada-lane' }),
  redirects: endpoints.redirects.address({ path: '/seo' }),
  page: endpoints.page.address({ slug: GUIDE_SLUG }),
  guesses: endpoints.guesses.address({ path: '/blog/seo-basics-checklist.html' }),
  health: endpoints.health.address(),
};

describe.for(Object.entries(ADDRESSES))('the call %s', ([name, address]) => {
  test('answers at the address that the browser builds', async ({ site }) => {
    const { statusCode, headers } = await site.get(address);
    expect(statusCode).toBe(name === 'viewPost' ? 204 : 200);
    if (statusCode === 200) expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('answers no null and no empty object, however deep', async ({ site }) => {
    const { body } = await site.get(address);
    expect(body).not.toMatch(/[:[,]null[,\]}]|\{\}/);
  });

  test('is the same for everyone: it varies with no cookie and sets none', async ({ site }) => {
    const alone = await site.get(address);
    const known = await site.get(address, { cookie: 'session=1', authorization: 'Basic eDp5' });
    expect(known.body).toBe(alone.body);
    expect(known.headers).not.toHaveProperty('set-cookie');
  });
});

const VALID: Readonly<Record<string, string>> = {
  author: 'ada-lane',
  q: 'ads',
  path: '/seo',
  from: 'https://search.example/',
  source: 'june',
  missing: '/old',
  opened: 'true',
};
/** These may be blank. */
const ANY = ['from', 'source'];

/** Each declared query parameter, after valid values of those that are checked before it. */
const QUERY_PARAMETERS = Object.values(endpoints).flatMap(({ path, queryNames }) =>
  queryNames.flatMap((name, index) => {
    if (ANY.includes(name)) return [];
    const before = queryNames.slice(0, index).map((other) => `${other}=${VALID[other] ?? 1}&`);
    return [[`${path.replace(/:\w+/, '1')}?${before.join('')}`, name] as const];
  }),
);

test.for(QUERY_PARAMETERS)(
  '%s validates %s, even if a valid answer is cached',
  async ([url, name], { site }) => {
    expect((await site.get(`${url}${name}=${VALID[name] ?? 1}`)).statusCode).toBe(
      url.includes('/view?') ? 204 : 200,
    );
    const unusable = await site.get(`${url}${name}=`);
    expect(unusable.statusCode).toBe(400);
    expect(JSON.parse(unusable.body).message).toMatch(new RegExp(`^${name} is `));
  },
);

const NOT_NUMBERS = [
  '',
  '1'.repeat(400),
  '%20',
  '1%20',
  '1%00',
  '%2B1',
  encodeURI('١'),
  ...'abc 0 00 -1 1.5 1e1 0x1 9007199254740992'.split(' '),
];

/** Each call with a whole number as parameter, and its maximum if it has one. */
const NUMBERS: readonly (readonly [url: string, name: string, max?: number])[] = [
  ['/api/subcategories?categoryId=', 'categoryId'],
  ['/api/posts?categoryId=', 'categoryId'],
  ['/api/posts?subcategoryId=', 'subcategoryId'],
  ['/api/posts?categoryId=1&subcategoryId=', 'subcategoryId'],
  ['/api/posts?page=', 'page'],
  ['/api/posts?limit=', 'limit', 100],
  ['/api/posts?limit=5&page=', 'page'],
  ['/api/search?q=ads&page=', 'page'],
  ['/api/search?q=ads&limit=', 'limit', 100],
  ['/api/posts/popular?limit=', 'limit', 50],
];

test.for(NUMBERS)('%s accepts 1 and the maximum', async ([url, , max], { site }) => {
  for (const value of [1, max ?? Number.MAX_SAFE_INTEGER])
    expect((await site.get(url + value)).statusCode).toBe(200);
});

const OF_POSTS = ['related', 'view'];
const listUnder = (call: string, names: readonly string[]) => names.map((name) => call + name);

/** What the API answers with an error: the status, the message, the addresses. */
const ERRORS: readonly (readonly [status: number, message: string, urls: readonly string[]])[] = [
  ...NUMBERS.map(([url, name, max]) => {
    const takes = max === undefined ? 'a whole number from 1' : `a whole number from 1 to ${max}`;
    const unusable = max === undefined ? NOT_NUMBERS : [...NOT_NUMBERS, String(max + 1)];
    return [400, `${name} is invalid; it takes ${takes}.`, listUnder(url, unusable)] as const;
  }),
  [
    400,
    'id is invalid; it takes a whole number from 1.',
    OF_POSTS.flatMap((what) => NOT_NUMBERS.map((id) => `/api/posts/${id}/${what}`)),
  ],
  [
    400,
    'q is missing or blank; it takes the words to search for.',
    listUnder('/api/search', ['', '?q', '?q=', '?q=%20%09%0A', '?text=ads']),
  ],
  [400, 'q is too long; it takes at most 200 characters.', [`/api/search?q=${'a'.repeat(201)}`]],
  [
    404,
    'There is no such category.',
    listUnder('/api/categories/', ['tiktok-ads', 'SEO', 'local-seo', '1', '%20seo', 'seo%00']),
  ],
  [
    404,
    'There is no such subcategory.',
    listUnder('/api/subcategories/', ['seo', 'Local-SEO', 'nothing']),
  ],
  [
    404,
    'There is no such post.',
    [
      ...OF_POSTS.flatMap((what) =>
        ['57', '9007199254740991'].map((id) => `/api/posts/${id}/${what}`),
      ),
      ...listUnder('/api/posts/', ['nothing', 'Internal-Links', '1', 'image-alt-texts', '%00']),
      '/api/posts/internal-links%20',
    ],
  ],
  [
    404,
    'There is no such legacy post.',
    listUnder('/api/legacy-posts/', [
      'nothing',
      'Keyword-Density',
      'posts%2F2012%2F07%2Fkeyword-density.html',
    ]),
  ],
  [
    404,
    'There is no such call.',
    listUnder('/api/', [
      '',
      'nothing',
      'categories/seo/posts',
      'posts/1/views',
      'posts/1/related/2',
      'system',
      'system/health/',
      'Categories',
      'categories/%E0%A4%A',
      '%zz',
      '/categories',
      'sitemap.xml/',
    ]),
  ],
];

describe.for(ERRORS)('%i: %s', ([status, message, urls]) => {
  test.for(urls)('%s', async (url, { site }) => {
    const { statusCode, headers, body } = await site.get(url);
    expect([statusCode, JSON.parse(body)]).toEqual([status, { message }]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('etag');
  });
});
