import { describe, expect } from 'vitest';
import type { PostSummary } from '../../src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const listDays = (days: readonly number[], featured = false) =>
  days.map((day) => ({ slug: `day-${day}`, publishedAt: daysAgo(day), featured }));
const OLD_FEATURED = { slug: 'old', publishedAt: daysAgo(90), featured: true };

describe('GET /api/posts/featured', () => {
  test.for([
    ['the featured articles, newest first', listDays([4, 2, 3], true), ['day-2', 'day-3', 'day-4']],
    ['the newest three if more are featured', listDays([4, 2, 3, 1], true), ['day-1', 'day-2', 'day-3']],
    [
      'also the newest others if fewer are',
      [OLD_FEATURED, ...listDays([1, 2, 3])],
      ['old', 'day-1', 'day-2'],
    ],
  ] as const)('lists %s', async ([, posts, expected]) => {
    await using site = await createTestSite({ records: createContent(...posts) });
    expect(await listSlugs(site, '/api/posts/featured')).toEqual(expected);
  });
});

test('GET /api/posts/recent lists the newest four', async ({ site }) => {
  const newest = await listSlugs(site, '/api/posts?limit=4');
  expect(newest).toEqual(['cookies-stay', 'ask-for-reviews', 'business-profile', 'local-links']);
  expect(await listSlugs(site, '/api/posts/recent')).toEqual(newest);
});

describe('GET /api/posts/popular', () => {
  test.for([
    ['', 3],
    ['?limit=1', 1],
    ['?limit=50', 50],
  ] as const)(
    '%s lists the newest %i without view counts if there are no views',
    async (expected, { site }) => {
      const [query, count] = expected;
      expect((await site.get(`/api/posts/popular${query}`)).body).not.toContain('"popular"');
      expect(await listSlugs(site, `/api/posts/popular${query}`)).toEqual(
        await listSlugs(site, `/api/posts?limit=${count}`),
      );
    },
  );

  test('lists the most viewed first, then the newest, with their view counts', async () => {
    await using site = await createTestSite();
    for (const [id, host] of ['1.1', '1.2', '1.3', '5.1', '9.1'].map((name) => name.split('.'))) {
      const remoteAddress = `10.0.0.${host}`;
      const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
      const { statusCode } = await site.request({ url: `/api/posts/${id}/view`, remoteAddress, headers });
      expect(statusCode).toBe(204);
    }
    const posts = await site.read<readonly PostSummary[]>('/api/posts/popular?limit=4');
    expect(posts.map(({ id, popular }) => `${id}: ${popular}`)).toEqual([
      '1: 3',
      '9: 1',
      '5: 1',
      '56: undefined',
    ]);
    expect(posts[3]).not.toHaveProperty('popular');
  });
});

describe('GET /api/posts/{id}/related', () => {
  test('lists three others, first those of the same subcategory or with the same words, then the newest', async () => {
    const elsewhere = { category: 'facebook-ads', subcategory: 'stories' };
    await using site = await createTestSite({
      records: createContent(
        {
          ...{ slug: 'subject', title: 'Mend a zeppelin', text: 'A zeppelin has a hull.' },
          publishedAt: daysAgo(90),
        },
        { slug: 'same-subcategory', publishedAt: daysAgo(80) },
        {
          ...{ ...elsewhere, slug: 'same-words', title: 'Sell a zeppelin', text: 'A hull.' },
          publishedAt: daysAgo(70),
        },
        ...listDays([3, 2, 1]).map((post) => ({ ...post, ...elsewhere })),
      ),
    });
    const related = await listSlugs(site, '/api/posts/1/related');
    expect(related.slice(0, 2).toSorted()).toEqual(['same-subcategory', 'same-words']);
    expect(related.slice(2)).toEqual(['day-1']);
  });

  test('lists neither the article itself nor any twice, for every article', async ({ site }) => {
    for (const { id } of await site.read<readonly PostSummary[]>('/api/posts')) {
      const related = await site.read<readonly PostSummary[]>(`/api/posts/${id}/related`);
      const ids = new Set(related.map((post) => post.id));
      expect(ids.size).toBe(3);
      expect(ids).not.toContain(id);
    }
  });

  test('is empty for the only article', async () => {
    await using site = await createTestSite({ records: createContent({ slug: 'alone' }) });
    expect(await site.read('/api/posts/1/related')).toEqual([]);
  });
});

test.for(['featured', 'recent', 'popular', '1/related'])(
  '/api/posts/%s lists articles without content and without null',
  async (list, { site }) => {
    const { statusCode, body } = await site.get(`/api/posts/${list}`);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/"content"|null/);
  },
);

async function listSlugs(site: TestSite, url: string): Promise<readonly string[]> {
  return (await site.read<readonly PostSummary[]>(url)).map(({ slug }) => slug);
}
