import { describe, expect } from 'vitest';
import type {
  PostSummary,
  SearchSummary,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import { compileFiles } from '../support/content-shapes.ts';
import { getElement, listElements, listTexts, readElementText } from '../support/html-search.ts';
import { formatPagination, listCardTitles, listPaginationLinks } from '../support/list-page.ts';
import { type ReadPage, readPage } from '../support/page.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

test('the search finds what has the words, the most relevant first, and trims the text', async ({
  site,
}) => {
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
  for (const text of [
    'zebra lion',
    'how do i know a zebra from a lion',
    'what is a zebra and what a lion',
  ])
    expect((await findSlugs(site, text))[0], text).toBe('every');
});

test('a question for the news of a year finds the piece of that year', async () => {
  const text = 'A core update changes which pages rank.';
  const update = (slug: string, title: string, publishedAt: number) => ({
    slug,
    title,
    text,
    publishedAt,
  });
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

test('articles are found by the present names of their category, subcategory and news, and by no former name', async () => {
  const names = { category: 'Numbat', subcategory: 'Quokka', news: 'Bilby' };
  const changed = { category: 'Potoroo', subcategory: 'Dunnart', news: 'Quoll' };
  const records = await compileFiles(createZoo(names));
  await using site = await createTestSite({ records });
  const findAll = (named: typeof names) =>
    Promise.all(Object.values(named).map((name) => findSlugs(site, name)));
  const found = [
    expect.arrayContaining(['in-news', 'in-both', 'in-category']),
    ['in-both'],
    ['in-news'],
  ];
  expect(await findAll(names)).toEqual(found);
  const before = await site.read('/api/posts?limit=100');
  for (const [present, former] of [
    [changed, names],
    [names, changed],
  ] as const) {
    const { added, ...counts } = syncStore(site.store, await compileFiles(createZoo(present)));
    // The site, a category and two subcategories.
    expect(counts).toMatchObject({ changed: 4, removed: 0 });
    expect(await findAll(present)).toEqual(found);
    expect(await findAll(former)).toEqual([[], [], []]);
    expect((await findSlugs(site, 'other'))[0]).toBe('elsewhere');
  }
  expect(await site.read('/api/posts?limit=100')).toEqual(before);
});

test('at most one of several near duplicates is related', async () => {
  const copy = {
    title: 'Reviews for a bakery',
    text: 'Ask customers of a bakery for reviews, reply to each review, and thank every customer by name.',
  };
  await using site = await createTestSite({
    records: createContent(
      ...['subject', 'copy-1', 'copy-2', 'copy-3'].map((slug) => ({ slug, ...copy })),
      {
        slug: 'other-1',
        title: 'Customers',
        text: 'Customers of a bakery like bread in the morning.',
      },
      { slug: 'other-2', title: 'Thanks', text: 'Thank people by name when they write to a shop.' },
    ),
  });
  const related = await site.read<readonly PostSummary[]>('/api/posts/1/related');
  expect(related).toHaveLength(3);
  expect(related.filter(({ slug }) => slug.startsWith('copy-')).length).toBeLessThanOrEqual(1);
});

describe('search results', () => {
  test('show how many were found, and the articles of the call', async ({ site }) => {
    const found = await site.read<readonly { title: string }[]>('/api/search?q=reviews');
    const { pages } = await site.read<SearchSummary>('/api/search/summary?q=reviews');
    const response = await site.get('/search?q=reviews');
    const { main, title, h1 } = readPage(response);
    expect(response.statusCode).toBe(200);
    expect(title).toBe('Search results for “reviews”, Marketing Workbench');
    expect(h1).toBe('Search results for “reviews”');
    expect(readElementText(getElement(main, 'p', { role: 'status' }))).toBe(
      `Found ${found.length} articles for “reviews”`,
    );
    const titles = found.map((post) => post.title);
    for (const [before, page] of pages.entries()) titles.splice(page.place + before, 0, page.title);
    expect(listCardTitles(main)).toEqual(titles);
  });

  test('use the singular for one article', async ({ site }) => {
    const { main } = await site.page('/search?q=quality+score');
    expect(listTexts(main, 'p', { role: 'status' })).toEqual([
      'Found 1 article for “quality score”',
    ]);
  });

  test('link to the heading above the passage, in which what matched is marked and escaped', async () => {
    const content =
      '<p>Nothing.</p><h2 id="stripes">“Stripes?”</h2><p>See &lt;b&gt; of zebras.</p>';
    const text = 'Nothing. “Stripes?” See <b> of zebras.';
    await using site = await createTestSite({
      records: createContent({ slug: 'animals', content, text }),
    });
    const response = await site.get('/search?q=zebra');
    expect(response.body).toMatch(/See &lt;b&gt; of (?:<[^>]*>)*<mark[^>]*>zebras<\/mark>/);
    const anchor = { href: '/seo/local-seo/animals#stripes' };
    expect(listTexts(readPage(response).main, 'a', anchor)).toEqual(['Go to: “Stripes?”']);
  });

  test('come in pages of 24 articles, with the pages between them', async ({ site }) => {
    const found = await site.read<readonly unknown[]>('/api/search?q=you&limit=100');
    const { pages } = await site.read<SearchSummary>('/api/search/summary?q=you');
    const early = pages.filter(({ place }) => place < 24);
    const first = await site.page('/search?q=you');
    expect(listCardTitles(first.main)).toHaveLength(24 + early.length);
    expect(formatPagination(first.main)).toBe('(Previous) [1] 2 Next');
    expect(listPaginationLinks(first.main)).toMatchObject({ Next: '/search?q=you&page=2' });
    const second = await site.page('/search?q=you&page=2');
    expect(listCardTitles(second.main)).toHaveLength(
      found.length - 24 + pages.length - early.length,
    );
    expect(formatPagination(second.main)).toBe('Previous 1 [2] (Next)');
    expect(listPaginationLinks(second.main)).toMatchObject({
      Previous: '/search?q=you',
      1: '/search?q=you',
    });
    expect(second.title).toBe('Search results for “you” (page 2), Marketing Workbench');
  });

  test('show any query text unchanged', async ({ site }) => {
    const text = '<b>"ads" & reviews</b>';
    const { h1, main, title } = await site.page(`/search?q=${encodeURIComponent(text)}`);
    expect(h1).toBe(`Search results for “${text}”`);
    expect(title).toBe(`Search results for “${text}”, Marketing Workbench`);
    expect(readInput(main).value).toBe(text);
  });
});

test.for(['?page=5', ''])('without results there is help%s', async (page, { site }) => {
  const response = await site.get(`/search?q=xyzzy${page.replace('?', '&')}`);
  const { main, title } = readPage(response);
  expect(response.statusCode).toBe(200);
  expect(title).toBe('Search results for “xyzzy”, Marketing Workbench');
  expect(listTexts(main, 'h2')).toEqual(['No Results Found']);
  expect(listTexts(main, 'li').slice(0, 3)).toEqual([
    'Check your spelling',
    'Use more general keywords',
    'Search for related topics',
  ]);
  expect(formatPagination(main)).toBe('');
});

describe('without results', () => {
  const biggest = createContent(
    ...['a', 'b', 'c'].map((slug) => ({
      slug,
      tags: ['Opening hours'],
      text: 'When a shop is open.',
    })),
    { slug: 'lead', category: 'facebook-ads', subcategory: 'lead-generation', text: 'Questions.' },
  );

  test('the subjects with the most similar names come first, with links and counts', async () => {
    await using site = await createTestSite({ records: biggest });
    const { nearest } = await readSummary(site, 'xleadgeneratr');
    expect(nearest).toMatchObject({
      isNear: true,
      subjects: [{ name: 'Lead Generation', path: '/facebook-ads/lead-generation', postCount: 1 }],
    });
    const { main } = await site.page('/search?q=xleadgeneratr');
    expect(listTexts(main, 'h3')).toContain('Nearest subjects');
    expect(listTexts(main, 'a', { href: '/facebook-ads/lead-generation' })).toEqual([
      'Lead Generation (1)',
    ]);
  });

  test('so do the subjects of articles with words like those of the query, and these articles', async () => {
    await using site = await createTestSite({ records: biggest });
    const { nearest } = await readSummary(site, '"opne"');
    expect(nearest?.subjects.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/tags/opening-hours', '/seo/local-seo', '/seo']),
    );
    expect(nearest?.articles).toHaveLength(3);
    const { main } = await site.page(`/search?q=${encodeURIComponent('"opne"')}`);
    expect(listTexts(main, 'h3')).toEqual(['Nearest subjects', 'Articles with words like these']);
    expect(listTexts(main, 'a', { href: '/seo/local-seo/a' })).toEqual(['Title of a']);
  });

  test('a query like nothing gets the biggest subjects and popular articles', async () => {
    await using site = await createTestSite({ records: biggest });
    const { nearest } = await readSummary(site, 'xyzzy');
    expect(nearest?.isNear).toBe(false);
    expect(nearest?.subjects[0]).toMatchObject({ path: '/seo', postCount: 3 });
    expect(nearest?.subjects.map(({ postCount }) => postCount)).toEqual([3, 3, 3, 1, 1]);
    expect(nearest?.articles).toHaveLength(3);
    const { main } = await site.page('/search?q=xyzzy');
    expect(listTexts(main, 'h3')).toEqual(['Subjects of this site', 'Popular articles']);
  });

  test('a query that finds something has no nearest subjects, and an empty site has none', async ({
    site,
  }) => {
    expect(await readSummary(site, 'reviews')).not.toHaveProperty('nearest');
    await using empty = await createTestSite({ records: [] });
    expect((await readSummary(empty, 'xyzzy')).nearest).toEqual({
      isNear: false,
      subjects: [],
      articles: [],
    });
    const { main } = await empty.page('/search?q=xyzzy');
    expect(readElementText(main)).toContain('Or browse a category:');
  });
});

test('a sure correction is applied and said, an unsure one offered, each with links', async () => {
  const records = createContent(
    { slug: 'marketing', text: 'Marketing.' },
    { slug: 'keywords', text: 'Keywords.' },
    { slug: 'other' },
  );
  await using site = await createTestSite({ records });
  const { main } = await site.page('/search?q=markteing');
  expect(readElementText(main)).toContain(
    'Showing results for marketing Search instead for markteing',
  );
  expect(listTexts(main, 'p', { role: 'status' })).toEqual(['Found 1 article for “marketing”']);
  expect(listTexts(main, 'a', { href: '/search?q=%22markteing%22' })).toEqual(['markteing']);
  const { main: unsure } = await site.page('/search?q=kexwords');
  expect(readElementText(unsure)).toContain('Did you mean keywords?');
  expect(readElementText(unsure)).not.toContain('Showing results for');
  expect(listTexts(unsure, 'a', { href: '/search?q=keywords' })).toEqual(['keywords']);
});

describe('without a text to search for', () => {
  test.for(['/search', '/search?q=', '/search?q=%20%09', '/search?page=3'])(
    '%s has the form and an invitation',
    async (url, { site }) => {
      const response = await site.get(url);
      const { main, title, h1 } = readPage(response);
      expect(response.statusCode).toBe(200);
      expect(title).toBe('Search, Marketing Workbench');
      expect(h1).toBe('Search');
      expect(readInput(main).value ?? '').toBe('');
      const invitation = expect.stringMatching(/^Type what you want to know/);
      expect(listTexts(main, 'p')).toEqual([invitation, 'Or browse a category:']);
    },
  );

  test('the search call is not made', async () => {
    await using site = await createTestSite();
    expect(await listAnswers(site, '/search')).not.toContainEqual(
      expect.stringContaining('/api/search'),
    );
    expect(await listAnswers(site, '/search?q=ads')).toContain('/api/search?q=ads&page=1');
  });
});

describe('the search form', () => {
  test('works without scripts and limits the length of its input', async ({ site }) => {
    const { main } = await site.page('/search?q=reviews');
    const form = getElement(main, 'form');
    expect(form.attributes).toMatchObject({ action: '/search', method: 'get', role: 'search' });
    expect(readInput(main)).toMatchObject({
      name: 'q',
      value: 'reviews',
      maxlength: '200',
      placeholder: 'Search for articles...',
    });
    expect(listTexts(form, 'button', { type: 'submit' })).toEqual(['Search']);
    const { id } = readInput(main);
    expect(listElements(form, 'label', { for: id ?? '' })).toHaveLength(1);
  });

  test('trims the text and truncates it at 200 characters', async ({ site }) => {
    const { main } = await site.page('/search?q=%20%20quality%20score%20');
    expect(readInput(main).value).toBe('quality score');
    const response = await site.get(`/search?q=${'a'.repeat(500)}`);
    expect(response.statusCode).toBe(200);
    expect(readInput(readPage(response).main).value).toBe('a'.repeat(200));
    expect(response.body).not.toContain('a'.repeat(201));
  });
});

/** Two categories, of which the first has an article in each of its places. */
function createZoo({
  category,
  subcategory,
  news,
}: Readonly<Record<'category' | 'subcategory' | 'news', string>>) {
  const article =
    '---\ntitle: Nothing in common\npublishedAt: 2026-02-01\n---\n\nNothing at all.\n';
  return {
    'site.yaml': `name: Zoo
domain: zoo.example
description: Animals.
categories:
  - { slug: one, name: ${category}, subcategories: [{ slug: two, name: ${subcategory} }] }
  - { slug: three, name: Other }
news: { slug: four, name: ${news}, category: one, path: /four }
`,
    'articles/one/in-category.md': article,
    'articles/one/two/in-both.md': article,
    'articles/one/four/in-news.md': article,
    'articles/three/elsewhere.md': article,
  };
}

async function readSummary(site: TestSite, text: string): Promise<SearchSummary> {
  return site.read<SearchSummary>(`/api/search/summary?q=${encodeURIComponent(text)}`);
}

async function findSlugs(site: TestSite, text: string): Promise<readonly string[]> {
  const posts = await site.read<readonly PostSummary[]>(
    `/api/search?q=${encodeURIComponent(text)}`,
  );
  return posts.map(({ slug }) => slug);
}

function readInput(main: ReadPage['main']): Readonly<Record<string, string>> {
  return getElement(main, 'input').attributes;
}

/** The addresses of the calls whose responses a page contains. */
async function listAnswers(site: TestSite, url: string): Promise<readonly string[]> {
  const { root } = await site.page(url);
  const [state] = getElement(root, 'script', { id: 'PageState' }).children;
  return Object.keys(JSON.parse(String(state)).answers);
}
