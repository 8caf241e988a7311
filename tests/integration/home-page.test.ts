import { expect } from 'vitest';
import type { HtmlElement } from '../support/html.ts';
import { getElement, listElements, listLinks, listTexts, readText } from '../support/html-search.ts';
import { createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, test as siteTest } from '../support/test-site.ts';

const test = siteTest.extend('main', { scope: 'file' }, async ({ site }) => (await site.page('/')).main);

test('the home page begins with links to its featured articles and its categories', async ({ main }) => {
  expect(listTexts(main, 'h1')).toEqual(['Do-It-Yourself Digital Marketing']);
  expect(listLinks(main)).toEqual(expect.arrayContaining(['#featured', '#categories']));
  expect(listTexts(main, 'h2', { id: 'featured-title' })).toEqual(['Featured Articles']);
  expect(listTexts(main, 'h2', { id: 'categories-title' })).toEqual(['Browse by Category']);
});

test('the home page shows three featured articles with subcategory, excerpt, date and reading time', async ({
  main,
}) => {
  const cards = listCards(main, 'featured');
  expect(cards.flatMap(listLinks)).toEqual([
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
    expect(cards.map(readText)[0]).toContain(part);
});

test('the home page shows each category with an icon and its number of articles', async ({ main }) => {
  const cards = listCards(main, 'categories');
  const shown = cards.map((card) => [
    ...listTexts(card, 'h3'),
    ...listLinks(card),
    listTexts(card, 'p').at(-1),
  ]);
  expect(shown).toEqual([
    ['Google Ads', '/google-ads', '34 articles'],
    ['Facebook Ads', '/facebook-ads', '6 articles'],
    ['Email Marketing', '/email-marketing', '5 articles'],
    ['SEO', '/seo', '11 articles'],
  ]);
  for (const card of cards) expect(listElements(card, 'svg')).toHaveLength(1);
});

test('the home page shows the four newest articles with their ages', async () => {
  await using site = await createTestSite({ now: '2025-04-23T00:00:00Z' });
  const cards = listCards((await site.page('/')).main, 'recent');
  expect(cards.flatMap((card) => [...listLinks(card), ...listTexts(card, 'time')])).toEqual([
    ...['/digitalmarketingnews/cookies-stay', 'Yesterday'],
    ...['/seo/local-seo/ask-for-reviews', '1 month ago'],
    ...['/seo/local-seo/business-profile', '2 months ago'],
    ...['/seo/link-building/local-links', '2 months ago'],
  ]);
});

test('the home page links to all articles from both of its lists', async ({ main }) => {
  const links = listElements(main, 'a', { href: '/articles' });
  expect(links.map((link) => [readText(link), link.attributes['aria-label']])).toEqual([
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
    expect(readText(section)).toContain('There are currently no articles available. Check back soon!');
  }
  const counts = listCards(main, 'categories').map((card) => listTexts(card, 'p').at(-1));
  expect(counts).toEqual(Array(4).fill('0 articles'));
});

function listCards(main: HtmlElement, id: string): readonly HtmlElement[] {
  return listElements(getElement(main, 'section', { id }), 'article');
}
