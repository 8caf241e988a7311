import { describe, expect } from 'vitest';
import type { PostSummary } from '../../src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const FIELDS = ['id', 'slug', 'title', 'excerpt', 'metaDescription', 'readTime', 'publishedAt', 'categoryId'];

describe('GET /api/search', () => {
  test('finds what has the words, the most relevant first', async ({ site }) => {
    const [first, ...others] = await findSlugs(site, 'reviews');
    expect(first).toBe('ask-for-reviews');
    expect(others).toContain('business-profile');
  });

  test('counts a word in the title more than one in the text, and a newer article only at a tie', async () => {
    await using site = await createTestSite({
      records: createContent(
        { slug: 'in-text', text: 'A zeppelin.', publishedAt: daysAgo(1) },
        { slug: 'in-title', title: 'A zeppelin', publishedAt: daysAgo(30) },
        { slug: 'older-text', text: 'A zeppelin.', publishedAt: daysAgo(20) },
      ),
    });
    expect(await findSlugs(site, 'Zeppelins')).toEqual(['in-title', 'in-text', 'older-text']);
  });

  test('answers articles as lists do, without their content', async ({ site }) => {
    const [post] = await site.read<readonly PostSummary[]>('/api/search?q=quality%20score');
    expect(Object.keys(post ?? {})).toEqual(expect.arrayContaining([...FIELDS, 'subcategoryId']));
    expect(post).not.toHaveProperty('content');
    expect(post).toMatchObject({ slug: 'quality-score', categoryId: 1, subcategoryId: 1 });
  });

  test('trims the text', async ({ site }) => {
    expect(await findSlugs(site, '  quality score\t')).toEqual(['quality-score']);
  });

  test.for(['xyzzy', '"', '*', '!?', 'zzAND', '…', '\0'])('finds nothing with %j', async (text, { site }) => {
    const { statusCode, headers, body } = await site.get(`/api/search?q=${encodeURIComponent(text)}`);
    expect(statusCode).toBe(200);
    expect(headers['x-total-count']).toBe('0');
    expect(body).toBe('[]');
  });

  test.for(['"reviews', 'reviews*', '(reviews', '^reviews', '{reviews}'])(
    'takes %s as words, not as a query language',
    async (text, { site }) => {
      expect(await findSlugs(site, text)).toContain('ask-for-reviews');
    },
  );

  test('takes 200 characters after trimming, however many bytes they are, and not one more', async ({
    site,
  }) => {
    for (const character of ['a', 'é', '🦜']) {
      const fits = `  ${character.repeat(200)}  `;
      expect((await site.get(`/api/search?q=${encodeURIComponent(fits)}`)).statusCode).toBe(200);
      const isTooLong = character.repeat(201);
      expect((await site.get(`/api/search?q=${encodeURIComponent(isTooLong)}`)).statusCode).toBe(400);
    }
  });
});

async function findSlugs(site: TestSite, text: string): Promise<readonly string[]> {
  const response = await site.get(`/api/search?q=${encodeURIComponent(text)}`);
  return response.json<readonly PostSummary[]>().map(({ slug }) => slug);
}
