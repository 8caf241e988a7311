import { describe, expect } from 'vitest';
import { listFixedPages } from '../../packages/marketing-workbench/src/site/catalogue.ts';
import type { LegacyPostSummary } from '../../packages/marketing-workbench/src/site/entities.ts';
import { LEGACY_PATHS } from '../support/default-site.ts';
import type { HtmlElement } from '../support/html.ts';
import {
  getElement,
  getPart,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, test } from '../support/test-site.ts';

const homeTest = test.extend(
  'main',
  { scope: 'file' },
  async ({ site }) => (await site.page('/')).main,
);

homeTest(
  'the home page begins with links to its featured articles and its categories',
  async ({ main }) => {
    expect(listTexts(main, 'h1')).toEqual(['Do-It-Yourself Digital Marketing']);
    expect(listHrefs(main)).toEqual(expect.arrayContaining(['#featured', '#categories']));
    expect(listTexts(main, 'h2', { id: 'featured-title' })).toEqual(['Featured Articles']);
    expect(listTexts(main, 'h2', { id: 'categories-title' })).toEqual(['Browse by Category']);
  },
);

homeTest(
  'the home page shows three featured articles with subcategory, excerpt, date and reading time',
  async ({ main }) => {
    const cards = listCards(main, 'featured');
    expect(cards.flatMap(listHrefs)).toEqual([
      '/facebook-ads/feed-ads/facebook-ads-first-campaign',
      '/google-ads/performance-max/performance-max-worth-it',
      '/google-ads/google-search/keyword-match-types',
    ]);
    for (const part of [
      'Feed Ads',
      'Your first Facebook ad campaign in one evening',
      'Choose an objective, one audience and two pictures, then leave it alone for a week.',
      'September 10, 2024',
      '1 min read',
    ])
      expect(cards.map(readElementText)[0]).toContain(part);
  },
);

homeTest(
  'the home page shows each category with an icon and its number of articles',
  async ({ main }) => {
    const cards = listCards(main, 'categories');
    const shown = cards.map((card) => [
      ...listTexts(card, 'h3'),
      ...listHrefs(card),
      listTexts(card, 'p').at(-1),
    ]);
    expect(shown).toEqual([
      ['Google Ads', '/google-ads', '34 articles'],
      ['Facebook Ads', '/facebook-ads', '6 articles'],
      ['Email Marketing', '/email-marketing', '5 articles'],
      ['SEO', '/seo', '11 articles'],
    ]);
    for (const card of cards) expect(listElements(card, 'i')).toHaveLength(1);
  },
);

test('the home page shows the four newest articles with their ages', async () => {
  await using site = await createTestSite({ now: '2025-04-23T00:00:00Z' });
  const cards = listCards((await site.page('/')).main, 'recent');
  expect(cards.flatMap((card) => [...listHrefs(card), ...listTexts(card, 'time')])).toEqual([
    '/digitalmarketingnews/cookies-stay',
    'Yesterday',
    '/seo/local-seo/ask-for-reviews',
    '1 month ago',
    '/seo/local-seo/business-profile',
    '2 months ago',
    '/seo/link-building/local-links',
    '2 months ago',
  ]);
});

homeTest('the home page links to all articles from both of its lists', async ({ main }) => {
  const links = listElements(main, 'a', { href: '/articles' });
  expect(links.map((link) => [readElementText(link), link.attributes['aria-label']])).toEqual([
    ['View All', 'View All: Featured Articles'],
    ['View All', 'View All: Recent Articles'],
  ]);
});

test('the home page says so if there are no articles yet', async () => {
  await using site = await createTestSite({ records: createTaxonomyRecords() });
  expect((await site.get('/')).statusCode).toBe(200);
  const { main } = await site.page('/');
  for (const id of ['featured', 'recent']) {
    const section = getElement(main, 'section', { id });
    expect(listTexts(section, 'h2').at(-1)).toBe('No Articles Found');
    expect(readElementText(section)).toContain(
      'There are currently no articles available. Check back soon!',
    );
  }
  const counts = listCards(main, 'categories').map((card) => listTexts(card, 'p').at(-1));
  expect(counts).toEqual(Array(4).fill('0 articles'));
});

test('the guide shows its reading time, its breadcrumb and its text', async ({ site }) => {
  const { main, h1 } = await site.page('/google-ads-coupon-codes');
  expect(h1).toBe('Google Ads coupon codes: find and redeem one');
  expect(listTexts(main, 'span')).toContain('1 min read');
  expect(readElementText(getElement(main, 'nav', { 'aria-label': 'Breadcrumb' }))).toBe(
    `Home ${h1}`,
  );
  expect(listTexts(main, 'time')).toEqual(['January 2, 2024', 'June 3, 2025']);
  expect(listTexts(main, 'h2')).toContain('Where real codes come from');
  expect(listElements(main, 'table')).toHaveLength(1);
});

const mapTest = test.extend(
  'main',
  { scope: 'file' },
  async ({ site }) => (await site.page('/sitemap')).main,
);

describe('the site map', () => {
  mapTest('lists the main pages', async ({ main }) => {
    expect(listHrefs(getPart(main, 'Main Pages'))).toEqual([
      ...listFixedPages('entrance').map(({ path }) => path),
      '/google-ads',
      '/facebook-ads',
      '/email-marketing',
      '/seo',
      '/google-ads-coupon-codes',
      '/about',
      '/digitalmarketingnews',
      '/search',
    ]);
  });

  mapTest('has a disclosure for each category with its subcategories', async ({ main }) => {
    const sections = listElements(main, 'details');
    expect(sections.map((section) => listTexts(section, 'h3')[0])).toEqual([
      'Google Ads',
      'Facebook Ads',
      'Email Marketing',
      'SEO',
    ]);
    expect(listTexts(sections[3] ?? main, 'h4')).toEqual([
      'On-Page SEO',
      'Technical SEO',
      'Link Building',
      'Local SEO',
      'Digital Marketing News',
    ]);
  });

  mapTest(
    'lists up to ten articles of each subcategory, and links to all of them',
    async ({ main }) => {
      const list = (label: string) => listHrefs(getPart(main, label));
      expect(list('Google Search')).toHaveLength(11);
      expect(list('Google Search').at(-1)).toBe('/google-ads/google-search');
      expect(list('Segmentation')).toEqual(['/email-marketing/segmentation']);
      expect(list('Digital Marketing News')).toEqual([
        '/digitalmarketingnews/cookies-stay',
        '/digitalmarketingnews/inp-replaces-fid',
        '/digitalmarketingnews/sender-rules-announced',
        '/digitalmarketingnews',
      ]);
      expect(listTexts(main, 'a').filter((label) => label === 'View all')).toHaveLength(17);
    },
  );

  mapTest(
    'lists every legacy article with its current address, and links to the XML sitemap',
    async ({ main, site }) => {
      const section = getPart(main, 'Legacy Articles');
      const posts = await site.read<readonly LegacyPostSummary[]>('/api/legacy-posts');
      expect(posts.map(({ legacyUrl }) => legacyUrl)).toEqual(LEGACY_PATHS);
      expect(listHrefs(section)).toEqual(
        posts.map(({ legacyUrl, redirectTo }) => redirectTo ?? legacyUrl),
      );
      expect(listTexts(section, 'p')).toEqual(
        posts.flatMap(({ legacyUrl, redirectTo }) => (redirectTo ? `formerly ${legacyUrl}` : [])),
      );
      expect(listTexts(main, 'a', { href: '/api/sitemap.xml' })).toEqual(['XML sitemap']);
    },
  );
});

function listCards(main: HtmlElement, id: string): readonly HtmlElement[] {
  return listElements(getElement(main, 'section', { id }), 'article');
}
