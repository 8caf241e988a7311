import { describe, expect } from 'vitest';
import type { Post, PostSummary } from '../../src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, test } from '../support/test-site.ts';

const REQUIRED = 'categoryId excerpt id metaDescription publishedAt readTime slug title'.split(' ');

describe('GET /api/posts', () => {
  test('lists every published article, newest first, with the total', async ({ site }) => {
    const { headers, body } = await site.get('/api/posts');
    const posts: readonly PostSummary[] = JSON.parse(body);
    expect(headers['x-total-count']).toBe('56');
    expect(posts).toHaveLength(56);
    const dates = posts.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect([posts[0]?.slug, posts.at(-1)?.slug]).toEqual(['cookies-stay', 'keyword-match-types']);
  });

  test('lists the higher id first if two articles have the same time', async () => {
    const posts = ['alpha', 'beta', 'gamma'].map((slug) => ({ slug, publishedAt: daysAgo(3) }));
    await using site = await createTestSite({ records: createContent(...posts) });
    const listed = await site.read<readonly PostSummary[]>('/api/posts');
    expect(listed.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  test('returns every field of an article except its content', async ({ site }) => {
    const posts = await site.read<readonly PostSummary[]>('/api/posts');
    expect(posts.find(({ slug }) => slug === 'google-ads-budget')).toEqual({
      ...{ id: 2, categoryId: 1, subcategoryId: 1, slug: 'google-ads-budget', readTime: 1 },
      title: 'How much to spend on Google Ads at first',
      excerpt: expect.stringMatching(/^.{108}$/),
      metaDescription: expect.stringMatching(/^.{110,160}$/),
      publishedAt: '2024-01-15T00:00:00.000Z',
      updatedAt: '2025-03-04T00:00:00.000Z',
    });
  });

  test('leaves out a field without a value', async ({ site }) => {
    const { body } = await site.get('/api/posts');
    expect(body).not.toContain('null');
    const posts: readonly PostSummary[] = JSON.parse(body);
    for (const post of posts.filter(({ updatedAt }) => updatedAt === undefined)) {
      const optional = post.slug === 'seo-basics-checklist' ? [] : ['subcategoryId'];
      expect(Object.keys(post).toSorted()).toEqual([...REQUIRED, ...optional].toSorted());
    }
  });
});

test.for([
  ['categoryId=1', 34],
  ['categoryId=4', 11],
  ['subcategoryId=1', 30],
  ['subcategoryId=17', 3],
  ['categoryId=4&subcategoryId=17', 3],
  ['subcategoryId=16&categoryId=4', 2],
  ['categoryId=99', 0],
  ['subcategoryId=99', 0],
  ['subcategoryId=10', 0],
  ['categoryId=1&subcategoryId=17', 0],
  ['categoryId=99&subcategoryId=17', 0],
  ['categoryId=4&subcategoryId=99', 0],
] as const)('GET /api/posts?%s lists %i articles, all of that listing', async ([query, total], { site }) => {
  const { statusCode, headers, body } = await site.get(`/api/posts?${query}`);
  const posts: readonly PostSummary[] = JSON.parse(body);
  expect([statusCode, headers['x-total-count'], posts.length]).toEqual([200, String(total), total]);
  const ids = [...new URLSearchParams(query)].map(([name, id]) => [name, Number(id)]);
  for (const post of posts) expect(post).toMatchObject(Object.fromEntries(ids));
});

describe('GET /api/posts/{slug}', () => {
  test('returns the fields of the list, the content, the neighbours and the step of the learning path', async ({
    site,
  }) => {
    const [listed] = await site.read<readonly PostSummary[]>('/api/posts?subcategoryId=13');
    const { body } = await site.get('/api/posts/internal-links');
    const { content, previous, next, wordCount, pathStep, ...summary }: Post = JSON.parse(body);
    expect(summary).toEqual(listed);
    expect(content).toMatch(/^<p>.*<\/p>$/s);
    expect(previous).toEqual({ slug: 'title-tags', title: 'Write title tags that say what the page does' });
    expect(next).toBeUndefined();
    const text = content.replace(/<[^>]*>/g, ' ').trim();
    expect(wordCount).toBe(text.split(/\s+/).length);
    expect(pathStep).toEqual({
      ...{ number: 2, total: 5 },
      next: expect.objectContaining({ slug: 'business-profile', categoryId: 4 }),
    });
    expect(body).not.toContain('null');
  });

  test.for([
    ['inp-replaces-fid', 'sender-rules-announced', 'cookies-stay'],
    ['sender-rules-announced', undefined, 'inp-replaces-fid'],
    ['local-links', undefined, undefined],
    ['seo-basics-checklist', undefined, undefined],
  ] as const)('of %s names its neighbours %s and %s in its subcategory', async (expected, { site }) => {
    const [slug, previous, next] = expected;
    const post = await site.read<Post>(`/api/posts/${slug}`);
    expect([post.previous?.slug, post.next?.slug]).toEqual([previous, next]);
  });

  test.for(['featured', 'recent', 'popular'])(
    'is the list for %s even if an article has that slug',
    async (name) => {
      await using site = await createTestSite({ records: createContent({ slug: name }, { slug: 'other' }) });
      expect(await site.read(`/api/posts/${name}`)).toHaveLength(2);
    },
  );
});
