import { describe, expect } from 'vitest';
import { test } from '../support/test-site.ts';

const NOT_NUMBERS = [
  ...['', '1'.repeat(400), '%20', '1%20', '1%00', '%2B1', encodeURI('١')],
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
  [404, 'There is no such subcategory.', listUnder('/api/subcategories/', ['seo', 'Local-SEO', 'nothing'])],
  [
    404,
    'There is no such post.',
    [
      ...OF_POSTS.flatMap((what) => ['57', '9007199254740991'].map((id) => `/api/posts/${id}/${what}`)),
      ...listUnder('/api/posts/', ['nothing', 'Internal-Links', '1', 'image-alt-texts', '%00']),
      '/api/posts/internal-links%20',
    ],
  ],
  [
    404,
    'There is no such legacy post.',
    listUnder('/api/legacy-posts/', [
      ...['nothing', 'Keyword-Density', 'posts%2F2012%2F07%2Fkeyword-density.html'],
    ]),
  ],
  [
    404,
    'There is no such call.',
    listUnder('/api/', [
      ...['', 'nothing', 'categories/seo/posts', 'posts/1/views', 'posts/1/related/2', 'system'],
      ...['system/health/', 'Categories', 'categories/%E0%A4%A', '%zz', '/categories', 'sitemap.xml/'],
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
