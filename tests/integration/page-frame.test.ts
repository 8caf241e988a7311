import { describe, expect } from 'vitest';
import type { HtmlElement } from '../support/html.ts';
import {
  getElement,
  getPart,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

describe('the header', () => {
  test('links to each category, with a dropdown of its built-in subcategories, and to the news', async ({
    site,
  }) => {
    const menu = await readMenu(site, '/');
    const dropdowns = listElements(menu, 'ul').slice(1).map(listHrefs);
    expect(dropdowns.map((links) => links.join(' '))).toEqual([
      '/google-ads/google-search /google-ads/performance-max /google-ads/display /google-ads/youtube',
      '/facebook-ads/feed-ads /facebook-ads/stories /facebook-ads/carousel /facebook-ads/lead-generation',
      '/email-marketing/automation /email-marketing/segmentation /email-marketing/ab-testing /email-marketing/campaign-design',
      '/seo/on-page-seo /seo/technical-seo /seo/link-building /seo/local-seo',
    ]);
    expect(listHrefs(menu).filter((link) => !dropdowns.flat().includes(link))).toEqual([
      '/google-ads',
      '/facebook-ads',
      '/email-marketing',
      '/seo',
      '/digitalmarketingnews',
    ]);
    expect(listTexts(menu, 'a', { href: '/digitalmarketingnews' })).toEqual(['News']);
  });

  test.for([
    ['/seo', 'SEO'],
    ['/seo?page=2', 'SEO'],
    ['/seo/local-seo', 'Local SEO'],
    ['/digitalmarketingnews', 'News'],
    ['/', undefined],
  ] as const)('at %s marks "%s" as the current page', async ([url, current], { site }) => {
    const menu = await readMenu(site, url);
    expect(listTexts(menu, 'a', { 'aria-current': 'page' })).toEqual(
      current === undefined ? [] : [current],
    );
  });

  test('has a closed search panel and mobile menu, and a plain link to search', async ({
    site,
  }) => {
    const { root } = await site.page('/');
    const header =
      listElements(root, 'header').find((element) => listElements(element, 'nav').length > 0) ??
      root;
    for (const id of ['SearchPanel', 'MobileMenu']) {
      expect(getElement(header, 'div', { id }).attributes).toHaveProperty('hidden');
      expect(
        listElements(header, 'button', { 'aria-controls': id, 'aria-expanded': 'false' }),
      ).toHaveLength(1);
    }
    expect(listTexts(header, 'a', { href: '/search' })).toEqual(['Search']);
    expect(listTexts(header, 'a', { href: '/' })).toEqual(['Marketing Workbench']);
  });
});

describe('the footer', () => {
  test('has a description of the site and links to its social networks', async ({ site }) => {
    const about = getElement((await site.page('/')).root, 'footer');
    expect(readElementText(about)).toContain(
      'Expert strategies, tactics and tips on Google Ads, Facebook Ads, Email Marketing and SEO to improve your digital marketing campaigns.',
    );
    const networks = listElements(about, 'a').filter(({ attributes }) =>
      attributes.rel?.includes('me'),
    );
    expect(networks.map(readElementText)).toEqual(['Twitter', 'Facebook', 'LinkedIn', 'Instagram']);
    for (const { attributes } of networks) {
      expect(attributes.href).toMatch(/^https:\/\/\S+\/marketingworkbench$/);
    }
  });

  test.for([
    ['Quick Links', '/google-ads /facebook-ads /email-marketing /seo'],
    [
      'Categories',
      '/google-ads/google-search /google-ads/performance-max /facebook-ads/feed-ads /facebook-ads/stories /email-marketing/automation /email-marketing/segmentation',
    ],
  ] as const)(
    'has in "%s" links to %s, in the form of the footer',
    async ([title, paths], { site }) => {
      const expected = paths.split(' ').map((path) => `/category${path}`);
      const links = listHrefs(await readColumn(site, title));
      expect(title === 'Quick Links' ? links.slice(0, 4) : links).toEqual(expected);
    },
  );

  test('has the three most viewed articles', async () => {
    await using site = await createTestSite();
    await site.get('/api/posts/1/view');
    expect(listHrefs(await readColumn(site, 'Popular Articles'))).toEqual([
      '/google-ads/google-search/keyword-match-types',
      '/digitalmarketingnews/cookies-stay',
      '/seo/local-seo/ask-for-reviews',
    ]);
  });

  test.for([
    ['2026-12-31T23:59:59Z', '© 2026 Marketing Workbench'],
    ['2027-01-01T00:00:00Z', '© 2027 Marketing Workbench'],
  ] as const)('at %s has the copyright of the year', async ([now, copyright]) => {
    await using site = await createTestSite({ now });
    const { root } = await site.page('/');
    expect(listTexts(getElement(root, 'footer'), 'p')).toContain(copyright);
  });
});

test.for([
  '/',
  '/seo',
  '/seo/local-seo/ask-for-reviews',
  '/search',
  '/sitemap',
  '/nothing',
  '/%zz',
])('%s has header, footer and a link to skip the header', async (url, { site }) => {
  const { root } = await site.page(url);
  expect(listElements(root, 'nav', { 'aria-label': 'Main' })).toHaveLength(1);
  expect(listElements(root, 'footer')).toHaveLength(1);
  const [first] = listElements(getElement(root, 'body'), 'a');
  expect(first && readElementText(first)).toBe('Skip to content');
  expect(listElements(root, 'main', { id: first?.attributes.href?.slice(1) ?? '' })).toHaveLength(
    1,
  );
  expect(getElement(root, 'html').attributes.lang).toBe('en');
});

async function readMenu(site: TestSite, url: string): Promise<HtmlElement> {
  return getElement((await site.page(url)).root, 'nav', { 'aria-label': 'Main' });
}

async function readColumn(site: TestSite, title: string): Promise<HtmlElement> {
  const { root } = await site.page('/');
  return getPart(getElement(root, 'footer'), title);
}
