import { describe, expect, it } from 'vitest';
import { SITE } from '../../../../tests/support/default-site.ts';
import type { Category, Subcategory } from './entities.ts';
import type { Taxonomy } from './taxonomy.ts';
import { findThemeOf, formatPostAddress, formatSubcategoryAddress } from './taxonomy.ts';

const SEO = createCategory(4, 'seo');
const EMAIL = createCategory(3, 'email-marketing');
const LOCAL_SEO = createSubcategory(16, 4, 'local-seo');
const NEWS = createSubcategory(17, 4, 'digital-marketing-news');
const AUTOMATION = createSubcategory(9, 3, 'automation');
const TAXONOMY: Taxonomy = {
  categories: [EMAIL, SEO],
  subcategories: [AUTOMATION, LOCAL_SEO, NEWS],
  site: SITE,
};

describe('the place of a post', () => {
  it.each([
    ['a subcategory', { categoryId: 4, subcategoryId: 16 }, '/seo/local-seo/reviews', 'seo'],
    ['no subcategory', { categoryId: 4 }, '/seo/reviews', 'seo'],
    [
      'the news',
      { categoryId: 4, subcategoryId: 17 },
      '/digitalmarketingnews/reviews',
      'digital-marketing-news',
    ],
    ['an unknown subcategory', { categoryId: 4, subcategoryId: 99 }, '/seo/reviews', 'seo'],
    ['an unknown category', { categoryId: 99, subcategoryId: 16 }, '/articles', ''],
  ])('links a post of %s and finds its theme', (_, place, address, theme) => {
    expect(formatPostAddress({ ...place, slug: 'reviews' }, TAXONOMY)).toBe(address);
    expect(findThemeOf(place, TAXONOMY)).toBe(theme);
  });
});

describe('formatSubcategoryAddress', () => {
  it.each([
    ['a subcategory', LOCAL_SEO, 1, '/seo/local-seo'],
    ['a page of it', LOCAL_SEO, 2, '/seo/local-seo?page=2'],
    ['the news', NEWS, 1, '/digitalmarketingnews'],
    ['one of an unknown category', createSubcategory(5, 99, 'lost'), 1, '/articles'],
  ])('links %s', (_, subcategory, page, address) => {
    expect(formatSubcategoryAddress(subcategory, TAXONOMY, page)).toBe(address);
  });
});

function createCategory(id: number, slug: string): Category {
  return { id, slug, name: `Name of ${slug}`, description: '', icon: 'BiSearch', postCount: 0 };
}

function createSubcategory(id: number, categoryId: number, slug: string): Subcategory {
  return { id, categoryId, slug, name: `Name of ${slug}`, description: '', postCount: 0 };
}
