import { describe, expect } from 'vitest';
import type { Category, PostSummary, Subcategory } from '../../src/site/entities.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const SLUG = 'story-ads-next-century';
const ADDRESS = `/facebook-ads/stories/${SLUG}`;
const BEFORE = '2099-12-31T23:59:59.999Z';
const DUE = '2100-01-01T00:00:00.000Z';

/** Wherever an article shows once it is there, first in its list; search finds it with its title. */
const PLACES = [
  '/',
  '/articles',
  '/facebook-ads',
  '/facebook-ads/stories',
  '/facebook-ads/stories/story-ad-safe-zone',
  '/sitemap',
  '/search?q=next%20century',
  '/api/posts',
  '/api/posts?categoryId=2',
  '/api/posts?subcategoryId=6',
  '/api/posts?page=1&limit=1',
  '/api/posts/story-ad-safe-zone',
  '/api/posts/recent',
  '/api/posts/popular',
  '/api/search?q=next%20century',
  '/api/sitemap.xml',
];

describe.for([
  ['before', BEFORE, false],
  ['from', DUE, true],
] as const)('%s its very second', ([, now, isThere]) => {
  const stands = isThere ? 'stands' : 'does not stand';

  test.for(PLACES)(`a scheduled article ${stands} at %s`, async (url) => {
    await using site = await createTestSite({ now });
    const { statusCode, body } = await site.get(url);
    expect(statusCode).toBe(200);
    expect(body.includes(SLUG)).toBe(isThere);
  });

  test(`its page and its call ${isThere ? 'answer' : 'do not answer'}`, async () => {
    await using site = await createTestSite({ now });
    const status = isThere ? 200 : 404;
    expect((await site.get(ADDRESS)).statusCode).toBe(status);
    expect((await site.get(`/api/posts/${SLUG}`)).statusCode).toBe(status);
    expect((await site.get(`/wrong/${SLUG}`)).statusCode).toBe(isThere ? 301 : 404);
    expect((await site.get('/api/posts/57/related')).statusCode).toBe(status);
    expect((await site.get('/api/posts/57/view')).statusCode).toBe(isThere ? 204 : 404);
  });

  test(`it is ${isThere ? 'counted' : 'not counted'}`, async () => {
    await using site = await createTestSite({ now });
    const extra = isThere ? 1 : 0;
    const { postCount } = (await site.get('/api/categories/facebook-ads')).json<Category>();
    const stories = (await site.get('/api/subcategories/stories')).json<Subcategory>();
    expect(postCount).toBe(6 + extra);
    expect(stories.postCount).toBe(1 + extra);
    expect(await countPosts(site, '/api/posts')).toBe(56 + extra);
    expect(await countPosts(site, '/api/posts?categoryId=2')).toBe(6 + extra);
    expect(await countPosts(site, '/api/posts?subcategoryId=6&page=1')).toBe(1 + extra);
    expect((await site.get('/facebook-ads')).body).toContain(`>Stories (${1 + extra})<`);
  });

  test(`it is ${isThere ? 'related to others' : 'related to none'}`, async () => {
    await using site = await createTestSite({ now });
    const { id } = (await site.get('/api/posts/story-ad-safe-zone')).json<PostSummary>();
    const related = (await site.get(`/api/posts/${id}/related`)).json<readonly PostSummary[]>();
    expect(related.some(({ slug }) => slug === SLUG)).toBe(isThere);
  });
});

test('a scheduled article appears without a restart or a sync, and a page of before is not sent again', async () => {
  await using site = await createTestSite({ now: BEFORE });
  const { etag } = (await site.get('/facebook-ads/stories')).headers;
  site.setTime(DUE);
  const { statusCode, body } = await site.get('/facebook-ads/stories', { 'if-none-match': String(etag) });
  expect(statusCode).toBe(200);
  expect(body).toContain(SLUG);
});

test('a draft is nowhere, whatever the time', async () => {
  await using site = await createTestSite({ now: DUE });
  for (const url of ['/seo/on-page-seo', '/api/posts', '/api/search?q=alt%20texts', '/api/sitemap.xml']) {
    expect((await site.get(url)).body).not.toContain('image-alt-texts');
  }
  expect((await site.get('/seo/on-page-seo/image-alt-texts')).statusCode).toBe(404);
});

async function countPosts(site: TestSite, url: string): Promise<number> {
  return Number((await site.get(url)).headers['x-total-count']);
}
