import { describe, expect } from 'vitest';
import type { LegacyPostSummary } from '../../src/site/entities.ts';
import { LEGACY_PATHS } from '../../src/site/legacy-paths.ts';
import { getElement, getPart, listElements, listLinks, listTexts, readText } from '../support/html-search.ts';
import { readPage } from '../support/page.ts';
import { createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, test } from '../support/test-site.ts';

describe('the guide', () => {
  test('shows its reading time, its breadcrumb and its text', async ({ site }) => {
    const { main, h1 } = await site.page('/google-ads-coupon-codes');
    expect(h1).toBe('Google Ads coupon codes: find and redeem one');
    expect(listTexts(main, 'span')).toContain('1 min read');
    expect(readText(getElement(main, 'nav', { 'aria-label': 'Breadcrumb' }))).toBe(`Home ${h1}`);
    expect(listTexts(main, 'time')).toEqual(['January 2, 2024', 'June 3, 2025']);
    expect(listTexts(main, 'h2')).toContain('Where real codes come from');
    expect(listElements(main, 'table')).toHaveLength(1);
  });

  test('is there even before anything was published', async () => {
    await using site = await createTestSite({ records: [] });
    expect((await site.get('/google-ads-coupon-codes')).statusCode).toBe(200);
  });
});

describe('the site map', () => {
  test('names the main pages', async ({ site }) => {
    const { main } = await site.page('/sitemap');
    const section = getPart(main, 'Main Pages');
    expect(listLinks(section)).toEqual([
      '/',
      '/articles',
      '/google-ads',
      '/facebook-ads',
      '/email-marketing',
      '/seo',
      '/google-ads-coupon-codes',
      '/digitalmarketingnews',
      '/search',
    ]);
  });

  test('has a section for each category that opens to its subcategories', async ({ site }) => {
    const { main } = await site.page('/sitemap');
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

  test('lists up to ten articles of each subcategory, and a way to all of them', async ({ site }) => {
    const { main } = await site.page('/sitemap');
    const list = (label: string) => listLinks(getPart(main, label));
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
  });

  test('lists every legacy article, each where it is now, and points to the XML sitemap', async ({
    site,
  }) => {
    const { main } = await site.page('/sitemap');
    const section = getPart(main, 'Legacy Articles');
    const posts = await site.read<readonly LegacyPostSummary[]>('/api/legacy-posts');
    expect(posts.map(({ legacyUrl }) => legacyUrl)).toEqual(LEGACY_PATHS);
    expect(listLinks(section)).toEqual(posts.map(({ legacyUrl, redirectTo }) => redirectTo ?? legacyUrl));
    expect(listTexts(section, 'p')).toEqual(
      posts.flatMap(({ legacyUrl, redirectTo }) => (redirectTo ? `formerly ${legacyUrl}` : [])),
    );
    expect(listTexts(main, 'a', { href: '/api/sitemap.xml' })).toEqual(['XML sitemap']);
  });
});

test('a legacy path without its post says "Post Not Found" and leads home', async () => {
  await using site = await createTestSite({ records: createTaxonomyRecords() });
  const response = await site.get('/seo-questions/what-is-anchor-text');
  const { main, title, h1, robots } = readPage(response);
  expect(response.statusCode).toBe(404);
  expect(h1).toBe('Post Not Found');
  expect(title).toBe('Post Not Found, Marketing Workbench');
  expect(listTexts(main, 'p')).toContain('Legacy post not found');
  expect(listLinks(main)).toContain('/');
  expect(robots).toBe('noindex, follow');
});
test('a legacy post shows its title and its own text', async ({ site }) => {
  const { content } = await site.read<{ content: string }>('/api/legacy-posts/keyword-density');
  const response = await site.get('/posts/2012/07/keyword-density.html');
  expect(readPage(response).h1).toBe('Keyword density');
  expect(response.body).toContain(content);
});
