import { describe, expect } from 'vitest';
import type {
  LegacyPost,
  LegacyPostSummary,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import { LEGACY_PATHS } from '../support/default-site.ts';
import { readPage } from '../support/page.ts';
import { createLegacyPostRecord, createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, ORIGIN, test as siteTest } from '../support/test-site.ts';

const test = siteTest.extend('posts', { scope: 'file' }, ({ site }) =>
  site.read<readonly LegacyPostSummary[]>('/api/legacy-posts'),
);

const QUERY = '?utm_source=old%20link&page=2';

describe.for(LEGACY_PATHS)('%s', (path) => {
  test('is available with and without a slash at its end', async ({ site, posts }) => {
    const { title, redirectTo } = findPost(posts, path);
    for (const address of [path, `${path}/`]) {
      const response = await site.get(address + QUERY);
      expect(response.headers.location).toBe(redirectTo && redirectTo + QUERY);
      expect(response.statusCode).toBe(redirectTo === undefined ? 200 : 301);
      if (redirectTo === undefined)
        expect(readPage(response)).toMatchObject({ h1: title, canonical: ORIGIN + path });
    }
  });

  test('is one redirect away from every other spelling, which keeps the query', async ({
    site,
    posts,
  }) => {
    const { redirectTo = path } = findPost(posts, path);
    const encoded = path.toLowerCase().replace('a', '%61');
    for (const spelling of [
      `/${path}`,
      `${path}//`,
      path.replaceAll('/', '//'),
      path.toUpperCase(),
      encoded,
    ]) {
      if (spelling === path) continue;
      const { statusCode, headers } = await site.get(spelling + QUERY);
      expect([spelling, statusCode, headers.location]).toEqual([spelling, 301, redirectTo + QUERY]);
    }
    expect((await site.get(redirectTo)).statusCode).toBe(200);
  });
});

siteTest.for([
  ['/seo?page=1', '?page=7&utm_source=x', '/seo?page=1'],
  ['/seo#articles', '', '/seo#articles'],
  ['/seo#articles', '?x=1', '/seo?x=1#articles'],
] as const)('a redirect to %s requested with the query "%s" leads to %s', async (example) => {
  const [redirectTo, query, location] = example;
  const legacyUrl = '/2013/05/what-is-adwords';
  const post = createLegacyPostRecord({ legacyUrl, redirectTo, content: '' });
  await using site = await createTestSite({ records: [...createTaxonomyRecords(), post] });
  expect((await site.get(legacyUrl + query)).headers.location).toBe(location);
});

siteTest('an old path without its post is not found like any other', async () => {
  await using site = await createTestSite({ records: createTaxonomyRecords() });
  expect((await site.get('/2013/05/what-is-adwords/')).statusCode).toBe(404);
});

test('the call lists one post for each legacy path, with every field except the content', ({
  posts,
}) => {
  expect(posts.map(({ legacyUrl }) => legacyUrl)).toEqual(LEGACY_PATHS);
  expect(posts.filter(({ redirectTo }) => redirectTo !== undefined)).toHaveLength(17);
  const others = { id: expect.any(Number), metaDescription: expect.stringMatching(/^.{110,160}$/) };
  expect(findPost(posts, '/posts/2012/07/keyword-density.html')).toEqual({
    ...others,
    slug: 'keyword-density',
    title: 'Keyword density',
    legacyUrl: '/posts/2012/07/keyword-density.html',
  });
  expect(findPost(posts, '/google-adwords-coupon.html')).toEqual({
    ...others,
    slug: 'google-adwords-coupon',
    title: 'Google AdWords coupons',
    legacyUrl: '/google-adwords-coupon.html',
    redirectTo: '/google-ads-coupon-codes',
  });
});

test('the call of each post adds its content, which the page of the post shows', async ({
  site,
  posts,
}) => {
  for (const { slug, redirectTo, legacyUrl, ...listed } of posts) {
    const post = await site.read<LegacyPost>(`/api/legacy-posts/${slug}`);
    expect(post).toMatchObject(listed);
    expect([post.content === '', post.wordCount === 0]).toEqual(
      Array(2).fill(redirectTo !== undefined),
    );
    if (redirectTo === undefined) expect((await site.get(legacyUrl)).body).toContain(post.content);
  }
});

function findPost(posts: readonly LegacyPostSummary[], path: string): LegacyPostSummary {
  const post = posts.find(({ legacyUrl }) => legacyUrl === path);
  if (post === undefined) throw new Error(`There is no legacy post at ${path}.`);
  return post;
}
