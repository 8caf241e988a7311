import { describe, expect } from 'vitest';
import type { Post, PostSummary } from '../../src/site/entities.ts';
import { createContent, createPostRecord, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const FIELDS_OF_ALL = [
  'categoryId',
  'excerpt',
  'id',
  'metaDescription',
  'publishedAt',
  'readTime',
  'slug',
  'title',
];

describe('GET /api/posts', () => {
  test('answers every published article, newest first, with its number', async ({ site }) => {
    const { statusCode, headers, body } = await site.get('/api/posts');
    const posts: readonly PostSummary[] = JSON.parse(body);
    expect(statusCode).toBe(200);
    expect(headers['x-total-count']).toBe('56');
    expect(posts).toHaveLength(56);
    expect(posts.map(({ publishedAt }) => publishedAt)).toEqual(
      posts
        .map(({ publishedAt }) => publishedAt)
        .toSorted()
        .toReversed(),
    );
    expect(posts[0]?.slug).toBe('cookies-stay');
    expect(posts.at(-1)?.slug).toBe('keyword-match-types');
  });

  test('puts the higher id first where two articles are of the same moment', async () => {
    const publishedAt = daysAgo(3);
    const slugs = ['alpha', 'beta', 'gamma'];
    await using site = await createTestSite({
      records: createContent(...slugs.map((slug) => ({ slug, publishedAt }))),
    });
    const posts = (await site.get('/api/posts')).json<readonly PostSummary[]>();
    expect(posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(posts).toHaveLength(3);
  });

  test('carries every field of an article but its content', async ({ site }) => {
    const posts = await listPosts(site, '/api/posts');
    expect(posts.find(({ slug }) => slug === 'google-ads-budget')).toEqual({
      id: 2,
      slug: 'google-ads-budget',
      title: 'How much to spend on Google Ads at first',
      excerpt: expect.stringMatching(/^.{108}$/),
      metaDescription: expect.stringMatching(/^.{110,160}$/),
      readTime: 1,
      publishedAt: '2024-01-15T00:00:00.000Z',
      updatedAt: '2025-03-04T00:00:00.000Z',
      categoryId: 1,
      subcategoryId: 1,
    });
  });

  test('leaves a field without a value out', async ({ site }) => {
    const { body } = await site.get('/api/posts');
    expect(body).not.toContain('null');
    const posts: readonly PostSummary[] = JSON.parse(body);
    const checklist = posts.find(({ slug }) => slug === 'seo-basics-checklist');
    expect(Object.keys(checklist ?? {}).toSorted()).toEqual(FIELDS_OF_ALL);
    const others = posts.filter((post) => post !== checklist && post.updatedAt === undefined);
    for (const post of others) {
      expect(Object.keys(post).toSorted()).toEqual([...FIELDS_OF_ALL, 'subcategoryId'].toSorted());
    }
  });
});

describe('the filters of GET /api/posts', () => {
  test.for([
    ['categoryId=1', 34],
    ['categoryId=4', 11],
    ['subcategoryId=1', 30],
    ['subcategoryId=17', 3],
    ['categoryId=4&subcategoryId=17', 3],
    ['subcategoryId=16&categoryId=4', 2],
  ] as const)('%s leaves %i articles, all of that listing', async ([query, total], { site }) => {
    const { headers, body } = await site.get(`/api/posts?${query}`);
    const posts: readonly PostSummary[] = JSON.parse(body);
    expect(headers['x-total-count']).toBe(String(total));
    expect(posts).toHaveLength(total);
    for (const [name, id] of new URLSearchParams(query)) {
      expect(
        new Set(posts.map((post) => String(Object.entries(post).find(([key]) => key === name)?.[1]))),
      ).toEqual(new Set([id]));
    }
  });

  test.for([
    'categoryId=99',
    'subcategoryId=99',
    'subcategoryId=10',
    'categoryId=1&subcategoryId=17',
    'categoryId=99&subcategoryId=17',
    'categoryId=4&subcategoryId=99',
  ])('%s leaves nothing', async (query, { site }) => {
    const { statusCode, headers, body } = await site.get(`/api/posts?${query}`);
    expect(statusCode).toBe(200);
    expect(headers['x-total-count']).toBe('0');
    expect(body).toBe('[]');
  });
});

describe('GET /api/posts/{slug}', () => {
  test('answers the article as it stands in the list, its content, its neighbours and its step', async ({
    site,
  }) => {
    const [listed] = await listPosts(site, '/api/posts?subcategoryId=13');
    const { statusCode, body } = await site.get('/api/posts/internal-links');
    const post: Post = JSON.parse(body);
    const { content, previous, next, wordCount, pathStep, ...summary } = post;
    expect(statusCode).toBe(200);
    expect(summary).toEqual(listed);
    expect(content).toMatch(/^<p>.*<\/p>$/s);
    expect(previous).toEqual({ slug: 'title-tags', title: 'Write title tags that say what the page does' });
    expect(next).toBeUndefined();
    expect(wordCount).toBe(
      content
        .replace(/<[^>]*>/g, ' ')
        .trim()
        .split(/\s+/).length,
    );
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
  ] as const)('names as neighbours of %s, in its own subcategory, %s and %s', async (expected, { site }) => {
    const [slug, previous, next] = expected;
    const post = (await site.get(`/api/posts/${slug}`)).json<Post>();
    expect([post.previous?.slug, post.next?.slug]).toEqual([previous, next]);
  });

  test.for(['featured', 'recent', 'popular'])('keeps the name %s for the list', async (name) => {
    await using site = await createTestSite({
      records: createContent({ slug: name }, createPostRecord({ slug: 'other' })),
    });
    expect((await site.get(`/api/posts/${name}`)).json()).toHaveLength(2);
  });
});

async function listPosts(site: TestSite, url: string): Promise<readonly PostSummary[]> {
  return (await site.get(url)).json();
}
