import { describe, expect } from 'vitest';
import type { LegacyPostSummary } from '../../src/site/entities.ts';
import { LEGACY_PATHS } from '../../src/site/legacy-paths.ts';
import { getElement, getPart, listElements, listLinks, listTexts, readText } from '../support/html-search.ts';
import { createTestSite, test } from '../support/test-site.ts';

test('the guide shows its reading time, its breadcrumb and its text', async ({ site }) => {
  const { main, h1 } = await site.page('/google-ads-coupon-codes');
  expect(h1).toBe('Google Ads coupon codes: find and redeem one');
  expect(listTexts(main, 'span')).toContain('1 min read');
  expect(readText(getElement(main, 'nav', { 'aria-label': 'Breadcrumb' }))).toBe(`Home ${h1}`);
  expect(listTexts(main, 'time')).toEqual(['January 2, 2024', 'June 3, 2025']);
  expect(listTexts(main, 'h2')).toContain('Where real codes come from');
  expect(listElements(main, 'table')).toHaveLength(1);
});

test('the guide is available before the first publication', async () => {
  await using site = await createTestSite({ records: [] });
  expect((await site.get('/google-ads-coupon-codes')).statusCode).toBe(200);
});

const mapTest = test.extend(
  'main',
  { scope: 'file' },
  async ({ site }) => (await site.page('/sitemap')).main,
);

describe('the site map', () => {
  mapTest('lists the main pages', async ({ main }) => {
    expect(listLinks(getPart(main, 'Main Pages'))).toEqual([
      ...['/', '/articles', '/google-ads', '/facebook-ads', '/email-marketing', '/seo'],
      ...['/google-ads-coupon-codes', '/digitalmarketingnews', '/search'],
    ]);
  });

  mapTest('has a disclosure for each category with its subcategories', async ({ main }) => {
    const sections = listElements(main, 'details');
    expect(sections.map((section) => listTexts(section, 'h3')[0])).toEqual([
      ...['Google Ads', 'Facebook Ads', 'Email Marketing', 'SEO'],
    ]);
    expect(listTexts(sections[3] ?? main, 'h4')).toEqual([
      ...['On-Page SEO', 'Technical SEO', 'Link Building', 'Local SEO', 'Digital Marketing News'],
    ]);
  });

  mapTest('lists up to ten articles of each subcategory, and links to all of them', async ({ main }) => {
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

  mapTest(
    'lists every legacy article with its current address, and links to the XML sitemap',
    async ({ main, site }) => {
      const section = getPart(main, 'Legacy Articles');
      const posts = await site.read<readonly LegacyPostSummary[]>('/api/legacy-posts');
      expect(posts.map(({ legacyUrl }) => legacyUrl)).toEqual(LEGACY_PATHS);
      expect(listLinks(section)).toEqual(posts.map(({ legacyUrl, redirectTo }) => redirectTo ?? legacyUrl));
      expect(listTexts(section, 'p')).toEqual(
        posts.flatMap(({ legacyUrl, redirectTo }) => (redirectTo ? `formerly ${legacyUrl}` : [])),
      );
      expect(listTexts(main, 'a', { href: '/api/sitemap.xml' })).toEqual(['XML sitemap']);
    },
  );
});
