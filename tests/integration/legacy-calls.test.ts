import { expect } from 'vitest';
import type { LegacyPost, LegacyPostSummary } from '../../src/site/entities.ts';
import { LEGACY_PATHS } from '../../src/site/legacy-paths.ts';
import { test } from '../support/test-site.ts';

test('GET /api/legacy-posts lists one post for each legacy path, with every field except the content', async ({
  site,
}) => {
  const { body } = await site.get('/api/legacy-posts');
  const posts: readonly LegacyPostSummary[] = JSON.parse(body);
  expect(posts.map(({ legacyUrl }) => legacyUrl)).toEqual(LEGACY_PATHS);
  expect(body).not.toMatch(/"content"|null/);
  expect(posts.filter(({ redirectTo }) => redirectTo !== undefined)).toHaveLength(17);
  const others = { id: expect.any(Number), metaDescription: expect.stringMatching(/^.{110,160}$/) };
  expect(posts.find(({ slug }) => slug === 'keyword-density')).toEqual({
    ...others,
    slug: 'keyword-density',
    title: 'Keyword density',
    legacyUrl: '/posts/2012/07/keyword-density.html',
  });
  expect(posts.find(({ slug }) => slug === 'google-adwords-coupon')).toEqual({
    ...others,
    slug: 'google-adwords-coupon',
    title: 'Google AdWords coupons',
    legacyUrl: '/google-adwords-coupon.html',
    redirectTo: '/google-ads-coupon-codes',
  });
});

test('GET /api/legacy-posts/{slug} returns the fields of the list and the content', async ({ site }) => {
  for (const listed of await site.read<readonly LegacyPostSummary[]>('/api/legacy-posts')) {
    const { content, wordCount, ...summary } = await site.read<LegacyPost>(
      `/api/legacy-posts/${listed.slug}`,
    );
    expect(summary).toEqual(listed);
    expect([content === '', wordCount === 0]).toEqual(Array(2).fill(listed.redirectTo !== undefined));
  }
});
