import { describe, expect } from 'vitest';
import type { LegacyPost, LegacyPostSummary } from '../../src/site/entities.ts';
import { LEGACY_PATHS } from '../../src/site/legacy-paths.ts';
import { test } from '../support/test-site.ts';

describe('GET /api/legacy-posts', () => {
  test('lists one legacy post for each legacy path, by path', async ({ site }) => {
    const { statusCode, body } = await site.get('/api/legacy-posts');
    const posts: readonly LegacyPostSummary[] = JSON.parse(body);
    expect(statusCode).toBe(200);
    expect(posts.map(({ legacyUrl }) => legacyUrl)).toEqual(LEGACY_PATHS);
  });

  test('carries every field but the content, and where it redirects only where it does', async ({ site }) => {
    const { body } = await site.get('/api/legacy-posts');
    const posts: readonly LegacyPostSummary[] = JSON.parse(body);
    expect(body).not.toMatch(/"content"|null/);
    expect(posts.filter(({ redirectTo }) => redirectTo !== undefined)).toHaveLength(17);
    expect(posts.find(({ slug }) => slug === 'keyword-density')).toEqual({
      id: expect.any(Number),
      slug: 'keyword-density',
      title: 'Keyword density',
      legacyUrl: '/posts/2012/07/keyword-density.html',
      metaDescription: expect.stringMatching(/^.{110,160}$/),
    });
    expect(posts.find(({ slug }) => slug === 'google-adwords-coupon')).toEqual({
      id: expect.any(Number),
      slug: 'google-adwords-coupon',
      title: 'Google AdWords coupons',
      legacyUrl: '/google-adwords-coupon.html',
      redirectTo: '/google-ads-coupon-codes',
      metaDescription: expect.stringMatching(/^.{110,160}$/),
    });
  });
});

describe('GET /api/legacy-posts/{slug}', () => {
  test('answers the legacy post as it stands in the list, and its content', async ({ site }) => {
    const posts = (await site.get('/api/legacy-posts')).json<readonly LegacyPostSummary[]>();
    for (const listed of posts) {
      const { content, wordCount, ...summary } = (
        await site.get(`/api/legacy-posts/${listed.slug}`)
      ).json<LegacyPost>();
      expect(summary).toEqual(listed);
      expect(content === '').toBe(listed.redirectTo !== undefined);
      expect(wordCount > 0).toBe(listed.redirectTo === undefined);
    }
  });
});
