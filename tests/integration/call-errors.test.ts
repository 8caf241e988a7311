import { describe, expect } from 'vitest';
import { test } from '../support/test-site.ts';

const NO_NUMBERS = [
  ...['', '1'.repeat(400)],
  ...'%20 abc 0 00 -1 %2B1 1.5 1e1 0x1 1%20 1%00 ١ 9007199254740992'.split(' '),
];

/** Each call that takes a whole number, with the largest it takes where there is one. */
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

describe.for(NUMBERS)('%s', ([url, name, max]) => {
  const takes = max === undefined ? 'a whole number from 1' : `a whole number from 1 to ${max}`;
  const unusable = max === undefined ? NO_NUMBERS : [...NO_NUMBERS, String(max + 1)];

  test('refuses what is no such number, and says what it takes', async ({ site }) => {
    for (const value of unusable) {
      const { statusCode, body } = await site.get(url + encodeURI(decodeURI(value)));
      expect([value, statusCode]).toEqual([value, 400]);
      expect(JSON.parse(body)).toEqual({ message: `${name} is not usable; it takes ${takes}.` });
    }
  });

  test('takes 1, and the largest there is', async ({ site }) => {
    for (const value of [1, max ?? Number.MAX_SAFE_INTEGER]) {
      expect((await site.get(url + value)).statusCode).toBe(200);
    }
  });
});

describe.for(['related', 'view'])('/api/posts/{id}/%s', (what) => {
  test.for(NO_NUMBERS)('refuses "%s" as an id', async (value, { site }) => {
    const { statusCode, body } = await site.get(`/api/posts/${encodeURI(decodeURI(value))}/${what}`);
    expect(statusCode).toBe(400);
    expect(JSON.parse(body)).toEqual({ message: 'id is not usable; it takes a whole number from 1.' });
  });

  test.for(['57', '9007199254740991'])('knows no article %s', async (id, { site }) => {
    const { statusCode, body } = await site.get(`/api/posts/${id}/${what}`);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toEqual({ message: 'There is no such post.' });
  });
});

describe.for([
  ['/api/categories/', 'category', ['tiktok-ads', 'SEO', 'local-seo', '1', '%20seo', 'seo%00']],
  ['/api/subcategories/', 'subcategory', ['seo', 'Local-SEO', 'nothing']],
  ['/api/posts/', 'post', ['nothing', 'Internal-Links', '1', 'image-alt-texts', 'internal-links%20', '%00']],
  [
    '/api/legacy-posts/',
    'legacy post',
    ['nothing', 'posts%2F2012%2F07%2Fkeyword-density.html', 'Keyword-Density'],
  ],
] as const)('%s', ([call, what, slugs]) => {
  test.for(slugs)('knows no %s', async (slug, { site }) => {
    const { statusCode, body } = await site.get(call + slug);
    expect([statusCode, JSON.parse(body)]).toEqual([404, { message: `There is no such ${what}.` }]);
  });
});

test.for([
  '/api/search',
  '/api/search?q',
  '/api/search?q=',
  '/api/search?q=%20%09%0A',
  '/api/search?text=ads',
])('%s asks for what to search for', async (url, { site }) => {
  const { statusCode, body } = await site.get(url);
  expect(statusCode).toBe(400);
  expect(JSON.parse(body)).toEqual({ message: 'q is missing or blank; it takes the words to search for.' });
});

test('a text of more than 200 characters is too long to search for', async ({ site }) => {
  const { statusCode, body } = await site.get(`/api/search?q=${'a'.repeat(201)}`);
  expect(statusCode).toBe(400);
  expect(JSON.parse(body)).toEqual({ message: 'q is too long; it takes at most 200 characters.' });
});

test.for([
  '/api/',
  '/api/nothing',
  '/api/categories/seo/posts',
  '/api/posts/1/views',
  '/api/posts/1/related/2',
  '/api/system',
  '/api/system/health/',
  '/api/Categories',
  '/api/categories/%E0%A4%A',
  '/api/%zz',
  '/api//categories',
  '/api/sitemap.xml/',
])('%s is no call', async (url, { site }) => {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({ message: 'There is no such call.' });
});

test('an error is never kept', async ({ site }) => {
  for (const url of ['/api/nothing', '/api/posts/nothing', '/api/search', '/api/posts?page=0']) {
    const { headers } = await site.get(url);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
  }
});
