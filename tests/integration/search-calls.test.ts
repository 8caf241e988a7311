import { expect } from 'vitest';
import type { PostSummary, SearchSummary } from '../../src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

test('the search finds what has the words, the most relevant first, and trims the text', async ({ site }) => {
  const [first, ...others] = await findSlugs(site, 'reviews');
  expect(first).toBe('ask-for-reviews');
  expect(others).toContain('business-profile');
  expect(await findSlugs(site, '  quality score\t')).toEqual(['quality-score']);
});

test('the search answers articles as lists do', async ({ site }) => {
  const [post] = await site.read<readonly PostSummary[]>('/api/search?q=quality%20score');
  const posts = await site.read<readonly PostSummary[]>('/api/posts');
  expect(post).toMatchObject(posts.find(({ slug }) => slug === 'quality-score') ?? {});
  expect(post).not.toHaveProperty('content');
});

test('a text without words finds nothing', async ({ site }) => {
  const { statusCode, headers, body } = await site.get('/api/search?q=%22%00');
  expect([statusCode, headers['x-total-count'], body]).toEqual([200, '0', '[]']);
});

test('the search accepts 200 characters after trimming, of any number of bytes, and refuses 201', async ({
  site,
}) => {
  for (const character of ['a', 'é', '🦜']) {
    const fits = `  ${character.repeat(200)}  `;
    expect((await site.get(`/api/search?q=${encodeURIComponent(fits)}`)).statusCode).toBe(200);
    const isTooLong = character.repeat(201);
    expect((await site.get(`/api/search?q=${encodeURIComponent(isTooLong)}`)).statusCode).toBe(400);
  }
});

test('counts by category add up to the total, and narrow the results', async ({ site }) => {
  const { categories } = await site.read<SearchSummary>('/api/search/summary?q=you');
  const total = Number((await site.get('/api/search?q=you')).headers['x-total-count']);
  expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  for (const { categoryId, count } of categories) {
    const { headers } = await site.get(`/api/search?q=you&categoryId=${categoryId}`);
    expect(headers['x-total-count'], String(categoryId)).toBe(String(count));
  }
});

test('a post with every content word of a question comes before one with some, whatever stop words the question has', async () => {
  await using site = await createTestSite({
    records: createContent(
      { slug: 'some', title: 'Stripes', text: 'Zebra stripes and much else. It may be fed.' },
      { slug: 'every', title: 'Stripes', text: 'A zebra and much else. It may be fed. A lion.' },
      ...['a', 'b', 'c', 'd'].map((slug) => ({ slug, text: 'Fed by nobody.' })),
    ),
  });
  for (const text of ['zebra lion', 'how do i know a zebra from a lion', 'what is a zebra and what a lion'])
    expect((await findSlugs(site, text))[0], text).toBe('every');
});

test('a question for the news of a year finds the piece of that year', async () => {
  const text = 'A core update changes which pages rank.';
  const update = (slug: string, title: string, publishedAt: number) => ({ slug, title, text, publishedAt });
  await using site = await createTestSite({
    records: createContent(
      { ...update('guide', 'What a core update is', daysAgo(1)), text: text.repeat(3) },
      update('march', 'The March core update', Date.UTC(2024, 2, 5)),
      update('august', 'The August core update', Date.UTC(2023, 7, 5)),
    ),
  });
  expect((await findSlugs(site, '2024 core update'))[0]).toBe('march');
  expect((await findSlugs(site, 'core update 2023'))[0]).toBe('august');
});

test('at most one of several near duplicates is related', async () => {
  const copy = {
    title: 'Reviews for a bakery',
    text: 'Ask customers of a bakery for reviews, reply to each review, and thank every customer by name.',
  };
  await using site = await createTestSite({
    records: createContent(
      ...['subject', 'copy-1', 'copy-2', 'copy-3'].map((slug) => ({ slug, ...copy })),
      { slug: 'other-1', title: 'Customers', text: 'Customers of a bakery like bread in the morning.' },
      { slug: 'other-2', title: 'Thanks', text: 'Thank people by name when they write to a shop.' },
    ),
  });
  const related = await site.read<readonly PostSummary[]>('/api/posts/1/related');
  expect(related).toHaveLength(3);
  expect(related.filter(({ slug }) => slug.startsWith('copy-')).length).toBeLessThanOrEqual(1);
});

async function findSlugs(site: TestSite, text: string): Promise<readonly string[]> {
  const posts = await site.read<readonly PostSummary[]>(`/api/search?q=${encodeURIComponent(text)}`);
  return posts.map(({ slug }) => slug);
}
