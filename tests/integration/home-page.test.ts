import { describe, expect } from 'vitest';
import type { HtmlElement } from '../support/html.ts';
import { getElement, listElements, listLinks, listTexts, readText } from '../support/html-search.ts';
import { readPage } from '../support/page.ts';
import { createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

describe('the home page', () => {
  test('opens with links to the featured articles and the categories, which are there', async ({ site }) => {
    const { main, h1 } = await site.page('/');
    expect(h1).toBe('Do-It-Yourself Digital Marketing');
    expect(listLinks(main)).toEqual(expect.arrayContaining(['#featured', '#categories']));
    expect(readText(getElement(main, 'h2', { id: 'featured-title' }))).toBe('Featured Articles');
    expect(readText(getElement(main, 'h2', { id: 'categories-title' }))).toBe('Browse by Category');
  });

  test('shows the three featured articles with subcategory, date and reading time', async ({ site }) => {
    const cards = await listCards(site, 'featured');
    expect(cards).toHaveLength(3);
    for (const part of [
      'Feed Ads',
      'Your first Facebook ad campaign in one evening',
      'Choose an objective, one audience and two pictures, then leave it alone for a week.',
      'September 10, 2024',
      '1 min read',
    ]) {
      expect(cards.map(readText)[0]).toContain(part);
    }
    expect(cards.flatMap(listLinks)).toEqual([
      '/facebook-ads/feed-ads/facebook-ads-first-campaign',
      '/google-ads/performance-max/performance-max-worth-it',
      '/google-ads/google-search/keyword-match-types',
    ]);
  });

  test('shows each category with its description and its number of articles', async ({ site }) => {
    const cards = await listCards(site, 'categories');
    expect(cards.map((card) => readText(getElement(card, 'h3')))).toEqual([
      'Google Ads',
      'Facebook Ads',
      'Email Marketing',
      'SEO',
    ]);
    expect(cards.map((card) => listTexts(card, 'p').at(-1))).toEqual([
      '34 articles',
      '6 articles',
      '5 articles',
      '11 articles',
    ]);
    expect(cards.flatMap(listLinks)).toEqual(['/google-ads', '/facebook-ads', '/email-marketing', '/seo']);
    for (const card of cards) expect(listElements(card, 'svg')).toHaveLength(1);
  });

  test('shows the four newest articles with their ages', async () => {
    await using site = await createTestSite({ now: '2025-04-23T00:00:00Z' });
    const cards = await listCards(site, 'recent');
    expect(cards.flatMap(listLinks)).toEqual([
      '/digitalmarketingnews/cookies-stay',
      '/seo/local-seo/ask-for-reviews',
      '/seo/local-seo/business-profile',
      '/seo/link-building/local-links',
    ]);
    expect(cards.flatMap((card) => listTexts(card, 'time'))).toEqual([
      'Yesterday',
      '1 month ago',
      '2 months ago',
      '2 months ago',
    ]);
  });

  test('leads to all articles from both of its lists', async ({ site }) => {
    const { main } = await site.page('/');
    const links = listElements(main, 'a', { href: '/articles' });
    expect(links.map(readText)).toEqual(['View All', 'View All']);
    expect(links.map(({ attributes }) => attributes['aria-label'])).toEqual([
      'View All: Featured Articles',
      'View All: Recent Articles',
    ]);
  });

  test('says so where there are no articles yet', async () => {
    await using site = await createTestSite({ records: createTaxonomyRecords() });
    const response = await site.get('/');
    const { main } = readPage(response);
    expect(response.statusCode).toBe(200);
    for (const id of ['featured', 'recent']) {
      const section = getElement(main, 'section', { id });
      expect(listTexts(section, 'h2').at(-1)).toBe('No Articles Found');
      expect(readText(section)).toContain('There are currently no articles available. Check back soon!');
    }
    expect((await listCards(site, 'categories')).map((card) => listTexts(card, 'p').at(-1))).toEqual(
      Array(4).fill('0 articles'),
    );
  });
});

async function listCards(site: TestSite, id: string): Promise<readonly HtmlElement[]> {
  const { main } = await site.page('/');
  return listElements(getElement(main, 'section', { id }), 'article');
}
