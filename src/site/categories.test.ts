import { describe, expect, it } from 'vitest';
import { CATEGORIES, listBuiltInSubcategories, NEWS } from './categories.ts';
import { isSlug, RESERVED_SLUGS } from './slugs.ts';

describe('CATEGORIES', () => {
  it('are the four of the specification, in its order, with their icons and subcategories', () => {
    const lines = CATEGORIES.map(({ name, slug, icon, subcategories }) => {
      const children = subcategories.map((subcategory) => `${subcategory.name} (${subcategory.slug})`);
      return `${icon} ${name} (${slug}): ${children.join(', ')}`;
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "SiGoogle Google Ads (google-ads): Google Search (google-search), Performance Max (performance-max), Display (display), YouTube (youtube)",
        "SiFacebook Facebook Ads (facebook-ads): Feed Ads (feed-ads), Stories (stories), Carousel (carousel), Lead Generation (lead-generation)",
        "MdEmail Email Marketing (email-marketing): Automation (automation), Segmentation (segmentation), A/B Testing (ab-testing), Campaign Design (campaign-design)",
        "BiSearch SEO (seo): On-Page SEO (on-page-seo), Technical SEO (technical-seo), Link Building (link-building), Local SEO (local-seo)",
      ]
    `);
  });
});

describe('listBuiltInSubcategories', () => {
  it('ends with the news, which belongs to SEO', () => {
    expect(listBuiltInSubcategories().at(-1)).toEqual({
      slug: 'digital-marketing-news',
      name: 'Digital Marketing News',
      category: 'seo',
    });
  });

  it('holds the sixteen of the menus before it, each with its category', () => {
    const regular = listBuiltInSubcategories().slice(0, -1);
    expect(regular).toHaveLength(16);
    expect(regular[0]).toEqual({ slug: 'google-search', name: 'Google Search', category: 'google-ads' });
    expect(regular.at(-1)).toEqual({ slug: 'local-seo', name: 'Local SEO', category: 'seo' });
  });

  it('keeps the news out of every dropdown', () => {
    const inDropdowns = CATEGORIES.flatMap(({ subcategories }) => subcategories.map(({ slug }) => slug));
    expect(inDropdowns).not.toContain(NEWS.slug);
  });

  it('gives every category and subcategory a free slug of its own', () => {
    const slugs = [...CATEGORIES, ...listBuiltInSubcategories()].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.filter((slug) => !isSlug(slug) || RESERVED_SLUGS.has(slug))).toEqual([]);
  });
});
