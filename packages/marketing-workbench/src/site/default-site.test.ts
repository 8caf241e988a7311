import { describe, expect, it } from 'vitest';
import { DEFAULT_SITE } from './default-site.ts';
import { listAllSubcategories } from './settings.ts';
import { isSlug, RESERVED_SLUGS } from './slugs.ts';

describe('the built-in categories', () => {
  it('are the four of the specification, in its order, with their icons and subcategories', () => {
    const lines = DEFAULT_SITE.categories.map(({ name, slug, icon, subcategories }) => {
      const children = subcategories.map(
        (subcategory) => `${subcategory.name} (${subcategory.slug})`,
      );
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

describe('the built-in subcategories', () => {
  it('are the sixteen of the dropdowns, each with its category, then SEO’s news', () => {
    const subcategories = listAllSubcategories(DEFAULT_SITE);
    expect(subcategories).toHaveLength(17);
    expect([subcategories[0], ...subcategories.slice(15)]).toEqual([
      { slug: 'google-search', name: 'Google Search', category: 'google-ads' },
      { slug: 'local-seo', name: 'Local SEO', category: 'seo' },
      { slug: 'digital-marketing-news', name: 'Digital Marketing News', category: 'seo' },
    ]);
  });

  it('have free slugs, as the categories, each its own', () => {
    const slugs = [...DEFAULT_SITE.categories, ...listAllSubcategories(DEFAULT_SITE)].map(
      ({ slug }) => slug,
    );
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.filter((slug) => !isSlug(slug) || RESERVED_SLUGS.has(slug))).toEqual([]);
  });
});

describe('isSlug', () => {
  it.each(['seo', 'a', '7', 'on-page-seo', 'ga4', '20-percent-text-rule'])('accepts %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  const REFUSED = [
    '',
    'SEO',
    '-seo',
    'seo-',
    'on--page',
    'on_page',
    'on page',
    'on/page',
    'café',
    'seo\n',
    'seo.html',
  ];
  it.each(REFUSED)('refuses %j', (text) => {
    expect(isSlug(text)).toBe(false);
  });
});
