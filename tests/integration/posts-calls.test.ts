import { describe, expect } from 'vitest';
import type { Post, PostSummary } from '../../packages/marketing-workbench/src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const listDays = (days: readonly number[], featured = false) =>
  days.map((day) => ({ slug: `day-${day}`, publishedAt: daysAgo(day), featured }));
const OLD_FEATURED = { slug: 'old', publishedAt: daysAgo(90), featured: true };

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
] as const)(
  'GET /api/posts?%s lists %i articles, all of that listing',
  async ([query, total], { site }) => {
    const { statusCode, headers, body } = await site.get(`/api/posts?${query}`);
    const posts: readonly PostSummary[] = JSON.parse(body);
    expect([statusCode, headers['x-total-count'], posts.length]).toEqual([
      200,
      String(total),
      total,
    ]);
    const ids = [...new URLSearchParams(query)].map(([name, id]) => [name, Number(id)]);
    for (const post of posts) expect(post).toMatchObject(Object.fromEntries(ids));
  },
);

describe('GET /api/posts/{slug}', () => {
  test('returns the fields of the list, the content, the neighbours and the step of the learning path', async ({
    site,
  }) => {
    const [listed] = await site.read<readonly PostSummary[]>('/api/posts?subcategoryId=13');
    const { body } = await site.get('/api/posts/internal-links');
    const { content, previous, next, wordCount, pathStep, ...summary }: Post = JSON.parse(body);
    expect(summary).toEqual(listed);
    expect(content).toMatch(/^<p>.*<\/p>$/s);
    expect(previous).toEqual({
      slug: 'title-tags',
      title: 'Write title tags that say what the page does',
    });
    expect(next).toBeUndefined();
    const text = content.replace(/<[^>]*>/g, ' ').trim();
    expect(wordCount).toBe(text.split(/\s+/).length);
    expect(pathStep).toEqual({
      number: 2,
      total: 5,
      next: expect.objectContaining({ slug: 'business-profile', categoryId: 4 }),
    });
    expect(body).not.toContain('null');
  });

  test.for([
    ['inp-replaces-fid', 'sender-rules-announced', 'cookies-stay'],
    ['sender-rules-announced', undefined, 'inp-replaces-fid'],
    ['local-links', undefined, undefined],
    ['seo-basics-checklist', undefined, undefined],
  ] as const)(
    'of %s names its neighbours %s and %s in its subcategory',
    async (expected, { site }) => {
      const [slug, previous, next] = expected;
      const post = await site.read<Post>(`/api/posts/${slug}`);
      expect([post.previous?.slug, post.next?.slug]).toEqual([previous, next]);
    },
  );

  test.for(['featured', 'recent', 'popular'])(
    'is the list for %s even if an article has that slug',
    async (name) => {
      await using site = await createTestSite({
        records: createContent({ slug: name }, { slug: 'other' }),
      });
      expect(await site.read(`/api/posts/${name}`)).toHaveLength(2);
    },
  );
});

describe('GET /api/posts/featured', () => {
  test.for([
    ['the featured articles, newest first', listDays([4, 2, 3], true), ['day-2', 'day-3', 'day-4']],
    [
      'the newest three if more are featured',
      listDays([4, 2, 3, 1], true),
      ['day-1', 'day-2', 'day-3'],
    ],
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
      const { statusCode } = await site.request({
        url: `/api/posts/${id}/view`,
        remoteAddress,
        headers,
      });
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

test('GET /api/posts/{id}/related lists three others, for every article', async ({ site }) => {
  for (const { id } of await site.read<readonly PostSummary[]>('/api/posts')) {
    const related = await site.read<readonly PostSummary[]>(`/api/posts/${id}/related`);
    const ids = new Set(related.map((post) => post.id));
    expect(ids.size).toBe(3);
    expect(ids).not.toContain(id);
  }
});

/** The calls with pages; in the test content each lists more than 24 articles. */
const LISTS = [
  '/api/posts?',
  '/api/posts?categoryId=1&',
  '/api/posts?subcategoryId=1&',
  '/api/search?q=you&',
];

describe.for(LISTS)('%s', (list) => {
  test('has 24 articles a page unless a limit is given', async ({ site }) => {
    const { slugs, total } = await readList(site, `${list}page=1`);
    expect(slugs).toHaveLength(24);
    expect(Number(total)).toBeGreaterThan(24);
    expect((await readList(site, `${list}page=2`)).slugs).toHaveLength(
      Math.min(24, Number(total) - 24),
    );
  });

  test('has the same articles in pages of 1, 5, 7 and 100, and the same total', async ({
    site,
  }) => {
    const { slugs: whole, total } = await readList(site, `${list}limit=100`);
    expect(total).toBe(String(whole.length));
    expect(new Set(whole).size).toBe(whole.length);
    for (const limit of [1, 5])
      expect(await readList(site, `${list}limit=${limit}`)).toEqual({
        slugs: whole.slice(0, limit),
        total,
      });
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.length / 7); page += 1)
      pages.push(...(await readList(site, `${list}page=${page}&limit=7`)).slugs);
    expect(pages).toEqual(whole);
  });

  test('is empty past its last page, with the same total', async ({ site }) => {
    const { total } = await readList(site, `${list}page=1`);
    for (const page of ['9', '100&limit=100', '9007199254740991', '9007199254740991&limit=100'])
      expect(await readList(site, `${list}page=${page}`)).toEqual({ slugs: [], total });
  });
});

test('only lists with pages have a total', async ({ site }) => {
  for (const url of [
    '/api/categories',
    '/api/subcategories',
    '/api/posts/recent',
    '/api/legacy-posts',
  ])
    expect((await site.get(url)).headers).not.toHaveProperty('x-total-count');
});

async function readList(site: TestSite, url: string) {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(200);
  const posts: readonly PostSummary[] = JSON.parse(body);
  for (const post of posts) expect(post).not.toHaveProperty('content');
  return { slugs: posts.map(({ slug }) => slug), total: String(headers['x-total-count']) };
}

async function listSlugs(site: TestSite, url: string): Promise<readonly string[]> {
  return (await site.read<readonly PostSummary[]>(url)).map(({ slug }) => slug);
}
