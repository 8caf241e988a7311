import { expect } from 'vitest';
import type { PostSummary, SearchResult, SearchSummary } from '../../src/site/entities.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const HOSTILE = [
  '"'.repeat(200),
  '"'.repeat(1_000),
  '*'.repeat(200),
  `((((${'('.repeat(80)}reviews) OR (`,
  '🦓'.repeat(100),
  'שלום עולם مرحبا '.repeat(12),
  Array.from({ length: 100 }, (_, place) => String.fromCharCode(97 + (place % 26))).join(' '),
  Array.from({ length: 200 }, (_, place) => `word${place}`).join(' '),
  'a '.repeat(100),
  'the of and to a in is that for it you on with as are your this or at by not from',
  `"${'the '.repeat(49)}"`,
  'reviews -a -b -c -"the of" -"of the" -"and to" -d -e -f -g -h -i -j -k -l -m -n',
  '"a" "b" "the of" "of the" "and a" "to the" "in the" "for the" "on the"',
  'antidisestablishmentarianismic'.repeat(6),
  'babbx cebbx dibbx fobbx gubbx habbx kebbx libbx mobbx nubbx pabbx rebbx sibbx tobbx',
  `zebra${'\u0301'.repeat(190)}`,
  '\0\ud83e -- \\ % _ \u202e',
];

test.for(HOSTILE)(
  '%j is answered, or refused in plain words, by every part of the search',
  async (text, { site }) => {
    const query = encodeURIComponent(text.toWellFormed());
    for (const path of ['/api/search', '/api/search/summary', '/api/search/suggestions', '/search']) {
      const { statusCode } = await site.get(`${path}?q=${query}`);
      expect([200, 400], `${path} ${statusCode}`).toContain(statusCode);
    }
  },
);

test('a post with every content word of a question comes before one with some, whatever stop words the question has', async () => {
  await using site = await createTestSite({
    records: createContent(
      { slug: 'some', title: 'Stripes', text: 'Zebra stripes and much else. It may be fed.' },
      { slug: 'every', title: 'Stripes', text: 'A zebra and much else. It may be fed. A lion.' },
      ...['a', 'b', 'c', 'd'].map((slug) => ({ slug, text: 'Fed by nobody.' })),
    ),
  });
  for (const text of ['zebra lion', 'how do i know a zebra from a lion', 'what is a zebra and what a lion'])
    expect((await find(site, text))[0], text).toBe('every');
});

test('a question for the news of a year finds the piece of that year', async () => {
  const text = 'A core update changes which pages rank.';
  await using site = await createTestSite({
    records: createContent(
      {
        slug: 'core-update-guide',
        title: 'What a core update is',
        text: text.repeat(3),
        publishedAt: daysAgo(1),
      },
      { slug: 'march-core-update', title: 'The March core update', text, publishedAt: Date.UTC(2024, 2, 5) },
      {
        slug: 'august-core-update',
        title: 'The August core update',
        text,
        publishedAt: Date.UTC(2023, 7, 5),
      },
    ),
  });
  expect((await find(site, '2024 core update'))[0]).toBe('march-core-update');
  expect((await find(site, 'core update 2023'))[0]).toBe('august-core-update');
});

test('a result links to the heading above the passage, and what matched is marked and escaped', async () => {
  const content = '<p>Nothing.</p><h2 id="stripes">Stripes</h2><p>See &lt;b&gt; of zebras &amp; lions.</p>';
  await using site = await createTestSite({
    records: createContent({
      slug: 'animals',
      content,
      headings: 'Stripes',
      text: 'See <b> of zebras & lions.',
    }),
  });
  const { body } = await site.get('/search?q=zebra');
  expect(body).toMatch(/<mark[^>]*>zebras<\/mark>/);
  expect(body).toMatch(/See &lt;b&gt; of/);
  expect(body).toContain('/seo/local-seo/animals#stripes');
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

test('what may have been meant is offered where both are plausible', async () => {
  const common = Array.from({ length: 40 }, (_, place) => ({
    slug: `p-${place}`,
    text: 'Marketing with campaigns.',
  }));
  await using site = await createTestSite({
    records: createContent({ slug: 'rare', text: 'The town of Campaine.' }, ...common),
  });
  const { body } = await site.get('/search?q=campaine');
  expect(body).toContain('Did you mean');
  expect(await find(site, 'campaine')).toEqual(['rare']);
});

test('of several that say the same at most one is related', async () => {
  const text =
    'Ask customers of a bakery for reviews, reply to each review, and thank every customer by name.';
  await using site = await createTestSite({
    records: createContent(
      { slug: 'subject', title: 'Reviews for a bakery', text },
      ...['copy-1', 'copy-2', 'copy-3'].map((slug) => ({ slug, title: 'Reviews for a bakery', text })),
      {
        slug: 'other-1',
        title: 'Customers',
        text: 'Customers of a bakery like bread and cakes in the morning.',
      },
      {
        slug: 'other-2',
        title: 'Thanks',
        text: 'Thank people by name when they write to a shop in the town.',
      },
    ),
  });
  const subject = await site.read<PostSummary>('/api/posts/subject');
  const related = await site.read<readonly PostSummary[]>(`/api/posts/${subject.id}/related`);
  expect(related.filter(({ slug }) => slug.startsWith('copy-')).length).toBeLessThanOrEqual(1);
  expect(related.map(({ slug }) => slug)).not.toContain('subject');
});

async function find(site: TestSite, text: string): Promise<readonly string[]> {
  const response = await site.get(`/api/search?q=${encodeURIComponent(text)}`);
  return response.json<readonly SearchResult[]>().map(({ slug }) => slug);
}
