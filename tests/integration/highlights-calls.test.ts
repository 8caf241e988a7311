import { describe, expect } from 'vitest';
import type { PostSummary } from '../../src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

describe('GET /api/posts/featured', () => {
  test('gives the three that are marked, newest first', async ({ site }) => {
    expect(await listSlugs(site, '/api/posts/featured')).toEqual([
      'facebook-ads-first-campaign',
      'performance-max-worth-it',
      'keyword-match-types',
    ]);
  });

  test('is filled up with the newest others where fewer are marked', async () => {
    await using site = await createTestSite({
      records: createContent(
        { slug: 'old-marked', publishedAt: daysAgo(90), featured: true },
        ...[1, 2, 3].map((day) => ({ slug: `day-${day}`, publishedAt: daysAgo(day) })),
      ),
    });
    expect(await listSlugs(site, '/api/posts/featured')).toEqual(['old-marked', 'day-1', 'day-2']);
  });

  test('gives the newest three where more are marked', async () => {
    await using site = await createTestSite({
      records: createContent(
        ...[4, 2, 3, 1].map((day) => ({ slug: `day-${day}`, publishedAt: daysAgo(day), featured: true })),
      ),
    });
    expect(await listSlugs(site, '/api/posts/featured')).toEqual(['day-1', 'day-2', 'day-3']);
  });
});

describe('GET /api/posts/recent', () => {
  test('gives the newest four', async ({ site }) => {
    expect(await listSlugs(site, '/api/posts/recent')).toEqual([
      'cookies-stay',
      'ask-for-reviews',
      'business-profile',
      'local-links',
    ]);
  });
});

describe('GET /api/posts/popular', () => {
  test('gives the newest three, without a number of views, where nothing was viewed', async ({ site }) => {
    const { body } = await site.get('/api/posts/popular');
    expect(body).not.toContain('"popular"');
    expect(await listSlugs(site, '/api/posts/popular')).toEqual(
      (await listSlugs(site, '/api/posts/recent')).slice(0, 3),
    );
  });

  test('puts the most viewed first, then the newest, and says how often each was viewed', async () => {
    await using site = await createTestSite();
    for (const [id, visitors] of [
      [1, 3],
      [5, 1],
      [9, 1],
    ] as const) {
      for (let visitor = 1; visitor <= visitors; visitor += 1) await view(site, id, `10.0.0.${visitor}`);
    }
    const posts = (await site.get('/api/posts/popular?limit=4')).json<readonly PostSummary[]>();
    expect(posts.map(({ id, popular }) => [id, popular])).toEqual([
      [1, 3],
      [9, 1],
      [5, 1],
      [56, undefined],
    ]);
    expect(posts[3]).not.toHaveProperty('popular');
  });

  test.for([
    ['', 3],
    ['?limit=1', 1],
    ['?limit=50', 50],
  ] as const)('with "%s" gives %i', async ([query, count], { site }) => {
    expect(await listSlugs(site, `/api/posts/popular${query}`)).toHaveLength(count);
  });
});

describe('GET /api/posts/{id}/related', () => {
  test('gives three others, first those of the same subcategory or about the same, then the newest', async () => {
    const elsewhere = { category: 'facebook-ads', subcategory: 'stories' };
    await using site = await createTestSite({
      records: createContent(
        {
          slug: 'subject',
          title: 'Mend a zeppelin',
          text: 'A zeppelin has a hull.',
          publishedAt: daysAgo(90),
        },
        { slug: 'same-subcategory', publishedAt: daysAgo(80) },
        {
          ...elsewhere,
          slug: 'same-words',
          title: 'Sell a zeppelin',
          text: 'A hull.',
          publishedAt: daysAgo(70),
        },
        { ...elsewhere, slug: 'older', publishedAt: daysAgo(3) },
        { ...elsewhere, slug: 'newer', publishedAt: daysAgo(2) },
        { ...elsewhere, slug: 'newest', publishedAt: daysAgo(1) },
      ),
    });
    const related = await listSlugs(site, '/api/posts/1/related');
    expect(related.slice(0, 2).toSorted()).toEqual(['same-subcategory', 'same-words']);
    expect(related.slice(2)).toEqual(['newest']);
  });

  test('never gives the article itself, nor any twice, for whichever article', async ({ site }) => {
    for (const { id } of (await site.get('/api/posts')).json<readonly PostSummary[]>()) {
      const related = (await site.get(`/api/posts/${id}/related`)).json<readonly PostSummary[]>();
      const ids = new Set(related.map((post) => post.id));
      expect(ids.size).toBe(3);
      expect(ids).not.toContain(id);
    }
  });

  test('is empty for the only article there is', async () => {
    await using site = await createTestSite({ records: createContent({ slug: 'alone' }) });
    expect((await site.get('/api/posts/1/related')).json()).toEqual([]);
  });
});

test.for(['featured', 'recent', 'popular', '1/related'])(
  'no article of /api/posts/%s carries its content, nor null',
  async (list, { site }) => {
    const { statusCode, body } = await site.get(`/api/posts/${list}`);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/"content"|null/);
  },
);

async function listSlugs(site: TestSite, url: string): Promise<readonly string[]> {
  const posts = (await site.get(url)).json<readonly PostSummary[]>();
  return posts.map(({ slug }) => slug);
}

async function view(site: TestSite, id: number, remoteAddress: string): Promise<void> {
  const { statusCode } = await site.request({
    url: `/api/posts/${id}/view`,
    headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    remoteAddress,
  });
  expect(statusCode).toBe(204);
}
