import { expect, it } from 'vitest';
import * as limits from './limits.ts';
import { DEFAULT_ORIGIN, SITE } from './site-info.ts';
import { SOCIAL_PROFILES } from './social-profiles.ts';

it('is the table of the specification, section 9, and the product’s own limits', () => {
  expect(limits).toMatchInlineSnapshot(`
    {
      "ALL_ARTICLES_PAGE_SIZE": 9,
      "API_PAGE_SIZE": 24,
      "API_PAGE_SIZE_MAX": 100,
      "ARTICLE_FETCH_RETRIES": 3,
      "CATEGORY_PAGE_SIZE": 24,
      "FEATURED_COUNT": 3,
      "FEED_ICON_SIZE_PX": 144,
      "FOOTER_CATEGORIES_WITH_SUBCATEGORIES": 3,
      "FOOTER_QUICK_LINKS": 4,
      "FOOTER_SUBCATEGORIES_PER_CATEGORY": 2,
      "PAGINATION_WINDOW": 5,
      "PATH_MAX_LENGTH": 2000,
      "PLACEHOLDERS": {
        "allArticles": 9,
        "categories": 4,
        "featured": 3,
        "list": 6,
        "recent": 4,
      },
      "POPULAR_COUNT": 3,
      "POPULAR_COUNT_MAX": 50,
      "QUERY_CACHE_MS": 300000,
      "RECENT_COUNT": 4,
      "RELATED_COUNT": 3,
      "RELATED_EXCERPT_LENGTH": 80,
      "SEARCH_PAGE_SIZE": 24,
      "SEARCH_QUERY_MAX_LENGTH": 200,
      "SITE_MAP_POSTS_PER_SUBCATEGORY": 10,
      "TOAST_DURATION_MS": 5000,
      "TOAST_HOTKEY": "F8",
      "TOAST_LIMIT": 1,
      "TOAST_REMOVE_DELAY_MS": 1000000,
      "TOAST_SWIPE_THRESHOLD_PX": 50,
      "VIEW_AFTER_MS": 3000,
      "WORDS_PER_MINUTE": 220,
    }
  `);
});

it('is the built-in set of the specification, section 1', () => {
  expect({ ...SITE, social: SOCIAL_PROFILES }).toMatchInlineSnapshot(`
    {
      "description": "Expert strategies, tactics and tips on Google Ads, Facebook Ads, Email Marketing and SEO to improve your digital marketing campaigns.",
      "domain": "www.marketingworkbench.example",
      "name": "Marketing Workbench",
      "social": {
        "facebook": "https://www.facebook.com/marketingworkbench",
        "instagram": "https://www.instagram.com/marketingworkbench",
        "linkedin": "https://www.linkedin.com/company/marketingworkbench",
        "twitter": "https://twitter.com/marketingworkbench",
      },
    }
  `);
});

it('lives at its domain, over https and without a slash at the end', () => {
  expect(DEFAULT_ORIGIN).toBe('https://www.marketingworkbench.example');
});
