import { describe, expect } from 'vitest';
import type { PostSummary } from '../../src/site/entities.ts';
import { type TestSite, test } from '../support/test-site.ts';

type List = { readonly slugs: readonly string[]; readonly total: string };

/** The lists that can be asked for page by page; in the content for tests each has more than 24 articles. */
const LISTS = [
  '/api/posts?',
  '/api/posts?categoryId=1&',
  '/api/posts?subcategoryId=1&',
  '/api/search?q=you&',
] as const;

describe.for(LISTS)('%s', (list) => {
  test('gives 24 articles where only the page is given', async ({ site }) => {
    const { slugs, total } = await read(site, `${list}page=1`);
    expect(slugs).toHaveLength(24);
    expect(Number(total)).toBeGreaterThan(24);
    expect((await read(site, `${list}page=2`)).slugs).toHaveLength(Math.min(24, Number(total) - 24));
  });

  test('gives the first page where only the limit is given', async ({ site }) => {
    const first = await read(site, `${list}limit=5`);
    expect(first.slugs).toHaveLength(5);
    expect(first).toEqual(await read(site, `${list}page=1&limit=5`));
  });

  test('is cut into pages without a gap and without a repetition', async ({ site }) => {
    const whole = (await read(site, `${list}limit=100`)).slugs;
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.length / 7); page += 1) {
      pages.push(...(await read(site, `${list}page=${page}&limit=7`)).slugs);
    }
    expect(pages).toEqual(whole);
    expect(new Set(pages).size).toBe(whole.length);
  });

  test('takes a limit from 1 to 100, and says how many there are whatever it is', async ({ site }) => {
    const whole = await read(site, `${list}limit=100`);
    expect(whole.total).toBe(String(whole.slugs.length));
    expect(await read(site, `${list}limit=1`)).toEqual({
      slugs: whole.slugs.slice(0, 1),
      total: whole.total,
    });
  });

  test.for(['page=9', 'page=100&limit=100', 'page=9007199254740991', 'page=9007199254740991&limit=100'])(
    'is empty past its end, with its number all the same: %s',
    async (page, { site }) => {
      const { total } = await read(site, `${list}page=1`);
      expect(await read(site, list + page)).toEqual({ slugs: [], total });
    },
  );
});

test('only lists that have pages carry a total', async ({ site }) => {
  for (const url of ['/api/categories', '/api/subcategories', '/api/posts/recent', '/api/legacy-posts']) {
    expect((await site.get(url)).headers).not.toHaveProperty('x-total-count');
  }
});

async function read(site: TestSite, url: string): Promise<List> {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(200);
  const posts: readonly PostSummary[] = JSON.parse(body);
  for (const post of posts) expect(post).not.toHaveProperty('content');
  return { slugs: posts.map(({ slug }) => slug), total: String(headers['x-total-count']) };
}
