import { describe, expect } from 'vitest';
import {
  getElement,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { formatPagination, listCardTitles, listPaginationLinks } from '../support/list-page.ts';
import { readPage } from '../support/page.ts';
import { createContent, createTaxonomyRecords, daysAgo } from '../support/records.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';

/** Enough for nine pages of SEO and of local SEO, and 23 pages of all articles. */
const MANY = createContent(
  ...Array.from({ length: 200 }, (_, index) => ({
    slug: `post-${index}`,
    publishedAt: daysAgo(200 - index),
  })),
);

const SEO_CHIPS = [
  ['All (11)', '/seo'],
  ['On-Page SEO (2)', '/seo/on-page-seo'],
  ['Technical SEO (2)', '/seo/technical-seo'],
  ['Link Building (1)', '/seo/link-building'],
  ['Local SEO (2)', '/seo/local-seo'],
  ['Digital Marketing News (3)', '/digitalmarketingnews'],
];

describe('a paginated listing', () => {
  test.for([
    ['/articles', 9, '(Previous) [1] 2 … 7 Next'],
    ['/articles?page=7', 2, 'Previous 1 … 6 [7] (Next)'],
    ['/google-ads', 24, '(Previous) [1] 2 Next'],
    ['/google-ads?page=2', 10, 'Previous 1 [2] (Next)'],
    ['/google-ads/google-search', 24, '(Previous) [1] 2 Next'],
    ['/google-ads/google-search?page=2', 6, 'Previous 1 [2] (Next)'],
    ['/seo', 11, ''],
    ['/digitalmarketingnews', 3, ''],
  ] as const)('%s shows %i cards and the steps "%s"', async ([url, cards, steps], { site }) => {
    const { main } = await site.page(url);
    expect(listCardTitles(main)).toHaveLength(cards);
    expect(formatPagination(main)).toBe(steps);
  });

  test('shows the articles of the call, page by page', async ({ site }) => {
    for (const [path, call] of [
      ['/articles', '/api/posts'],
      ['/google-ads', '/api/posts?categoryId=1'],
      ['/google-ads/google-search', '/api/posts?subcategoryId=1'],
    ] as const) {
      const posts = await site.read<readonly { title: string }[]>(call);
      expect(await listAllTitles(site, path)).toEqual(posts.map(({ title }) => title));
    }
  });

  test('has links to the pages around the current one and to the last one', async () => {
    await using site = await createTestSite({ records: MANY });
    for (const [url, steps] of [
      ['/articles?page=12', 'Previous 1 … 11 [12] 13 … 23 Next'],
      ['/seo?page=4', 'Previous 2 3 [4] 5 6 … 9 Next'],
      ['/seo/local-seo?page=9', 'Previous 5 6 7 8 [9] (Next)'],
    ] as const)
      expect([url, formatPagination((await site.page(url)).main)]).toEqual([url, steps]);
  });

  test('links to each page, to the first without a number', async ({ site }) => {
    for (const path of ['/articles', '/google-ads', '/google-ads/google-search']) {
      const { main } = await site.page(`${path}?page=2`);
      expect(listPaginationLinks(main)).toMatchObject({
        Previous: path,
        1: path,
        2: `${path}?page=2`,
      });
    }
  });
});

describe('a page number outside of the listing', () => {
  test.for([
    ['/articles', '0', 1],
    ['/articles', '-5', 1],
    ['/articles', '8', 7],
    ['/articles', '999999999999999999999', 7],
    ['/articles', 'abc', 1],
    ['/articles', '2.5', 1],
    ['/articles', '2x', 1],
    ['/articles', '', 1],
    ['/articles', '%00', 1],
    ['/google-ads', '77', 2],
    ['/google-ads/google-search', '77', 2],
  ] as const)(
    '%s?page=%s shows page %i, with its title and canonical address',
    async (example, { site }) => {
      const [path, number, page] = example;
      const { main, title, canonical } = await site.page(`${path}?page=${number}`);
      expect(formatPagination(main)).toContain(`[${page}]`);
      expect(canonical).toBe(`${ORIGIN}${path}${page === 1 ? '' : `?page=${page}`}`);
      expect(/ \(page (\d)\), /.exec(title)?.[1]).toBe(page === 1 ? undefined : String(page));
    },
  );
});

describe('a category or subcategory', () => {
  test.for([
    ['/seo', 'SEO', 'Help people find your pages in search without paying for clicks.', 'All (11)'],
    ['/seo/local-seo', 'Local SEO', 'Be found on the map and in your own town.', 'Local SEO (2)'],
    [
      '/digitalmarketingnews',
      'Digital Marketing News',
      'See what changed in the tools, and whether you must act.',
      'Digital Marketing News (3)',
    ],
  ] as const)(
    '%s has its name, its description and chips with numbers of articles',
    async (expected, { site }) => {
      const [url, name, description, current] = expected;
      const { main } = await site.page(url);
      const header = getElement(main, 'header');
      const chips = getElement(main, 'nav', { 'aria-label': 'SEO by topic' });
      expect(readElementText(header)).toBe(`${name} ${description}`);
      expect(listElements(header, 'i').map(({ attributes }) => attributes.class)).toEqual([
        expect.stringMatching(/^icon BiSearch /),
      ]);
      expect(
        listElements(chips, 'a').map((chip) => [readElementText(chip), chip.attributes.href]),
      ).toEqual(SEO_CHIPS);
      expect(listTexts(chips, 'a', { 'aria-current': 'page' })).toEqual([current]);
    },
  );

  test('shows any other icon as a class', async () => {
    const records = createTaxonomyRecords().map((record) =>
      record.kind === 'category' && record.slug === 'seo'
        ? { ...record, icon: 'icon-magnifier' }
        : record,
    );
    await using site = await createTestSite({ records });
    const { main } = await site.page('/seo');
    expect(listElements(getElement(main, 'header'), 'i')[0]?.attributes.class).toMatch(
      /^icon-magnifier /,
    );
  });
});

test.for([
  ['/articles', 'There are currently no articles available. Check back soon!'],
  ['/seo', 'There are currently no articles in this category. Check back soon!'],
  ['/seo/local-seo', 'There are currently no articles in this subcategory. Check back soon!'],
  [
    '/digitalmarketingnews',
    'There are currently no articles in this subcategory. Check back soon!',
  ],
] as const)('without articles %s shows "%s"', async ([url, text]) => {
  await using site = await createTestSite({ records: createTaxonomyRecords() });
  const response = await site.get(url);
  const { main } = readPage(response);
  expect(response.statusCode).toBe(200);
  expect(listTexts(main, 'h2')).toEqual(['No Articles Found']);
  expect(listTexts(main, 'p')).toContain(text);
  expect(listCardTitles(main)).toEqual([]);
  expect(formatPagination(main)).toBe('');
});

test('an empty subcategory says so and links to the others of its category', async ({ site }) => {
  const { main } = await site.page('/email-marketing/segmentation');
  expect(listTexts(main, 'h2')).toEqual(['No Articles Found']);
  expect(listHrefs(main)).toContain('/email-marketing/automation');
});

/** The titles of all pages, found by following the link to the next page. */
async function listAllTitles(site: TestSite, first: string): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let url: string | undefined = first; url !== undefined; ) {
    const { main } = await site.page(url);
    titles.push(...listCardTitles(main));
    url = listElements(main, 'a', { rel: 'next' })[0]?.attributes.href;
  }
  return titles;
}
