import { describe, expect } from 'vitest';
import type { PostSummary } from '../../src/site/entities.ts';
import { type TestSite, test } from '../support/test-site.ts';

/** The calls with pages; in the test content each lists more than 24 articles. */
const LISTS = [
  '/api/posts?',
  '/api/posts?categoryId=1&',
  '/api/posts?subcategoryId=1&',
  '/api/search?q=you&',
];

describe.for(LISTS)('%s', (list) => {
  test('has 24 articles a page unless a limit is given', async ({ site }) => {
    const { slugs, total } = await read(site, `${list}page=1`);
    expect(slugs).toHaveLength(24);
    expect(Number(total)).toBeGreaterThan(24);
    expect((await read(site, `${list}page=2`)).slugs).toHaveLength(Math.min(24, Number(total) - 24));
  });

  test('has the same articles in pages of 1, 5, 7 and 100, and the same total', async ({ site }) => {
    const { slugs: whole, total } = await read(site, `${list}limit=100`);
    expect(total).toBe(String(whole.length));
    expect(new Set(whole).size).toBe(whole.length);
    for (const limit of [1, 5])
      expect(await read(site, `${list}limit=${limit}`)).toEqual({ slugs: whole.slice(0, limit), total });
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.length / 7); page += 1)
      pages.push(...(await read(site, `${list}page=${page}&limit=7`)).slugs);
    expect(pages).toEqual(whole);
  });

  test('is empty past its last page, with the same total', async ({ site }) => {
    const { total } = await read(site, `${list}page=1`);
    for (const page of ['9', '100&limit=100', '9007199254740991', '9007199254740991&limit=100'])
      expect(await read(site, `${list}page=${page}`)).toEqual({ slugs: [], total });
  });
});

test('only lists with pages have a total', async ({ site }) => {
  for (const url of ['/api/categories', '/api/subcategories', '/api/posts/recent', '/api/legacy-posts'])
    expect((await site.get(url)).headers).not.toHaveProperty('x-total-count');
});

async function read(site: TestSite, url: string) {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(200);
  const posts: readonly PostSummary[] = JSON.parse(body);
  for (const post of posts) expect(post).not.toHaveProperty('content');
  return { slugs: posts.map(({ slug }) => slug), total: String(headers['x-total-count']) };
}
