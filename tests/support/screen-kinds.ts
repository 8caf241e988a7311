/** A kind of screen, or a state of one, with an address of the fixture site that shows it. */
export type ScreenKind = {
  readonly name: string;
  readonly address: string;
  /** The text of the `h1`. */
  readonly heading: string | RegExp;
  /** 404 for not-found screens. */
  readonly status: 200 | 404;
};

export const SCREEN_KINDS: readonly ScreenKind[] = [
  shown('the home page', '/', 'Do-It-Yourself Digital Marketing'),
  shown('all articles', '/articles', 'All Articles'),
  shown('a middle page of all articles', '/articles?page=4', 'All Articles'),
  shown('the guide', '/google-ads-coupon-codes', /coupon/i),
  shown('the site map', '/sitemap', 'Site Map'),
  shown('the search screen before a search', '/search', 'Search'),
  shown('search results', '/search?q=keyword', 'Search results for “keyword”'),
  shown('search results with a guide', '/search?q=coupon', 'Search results for “coupon”'),
  shown(
    'search results with an answer',
    '/search?q=is%20broad%20or%20phrase%20match%20better%20at%20first',
    'Search results for “is broad or phrase match better at first”',
  ),
  shown('a search without results', '/search?q=zebra', 'Search results for “zebra”'),
  shown('a legacy post', '/2013/05/what-is-adwords', 'What is AdWords?'),
  shown('the news', '/digitalmarketingnews', 'Digital Marketing News'),
  shown(
    'a news article',
    '/digitalmarketingnews/cookies-stay',
    'Third-party cookies stay in Chrome after all',
  ),
  shown('a page', '/about', 'About this site'),
  shown('an author', '/authors/ada-lane', 'Ada Lane'),
  shown('the database help', '/db-setup-help', 'Database Setup Help'),
  shown('a category', '/google-ads', 'Google Ads'),
  shown('a subcategory', '/google-ads/google-search', 'Google Search'),
  shown('an empty subcategory', '/email-marketing/segmentation', 'Segmentation'),
  shown(
    'an article',
    '/google-ads/google-search/keyword-match-types',
    'Keyword match types on a small budget',
  ),
  shown(
    'an article without a subcategory',
    '/seo/seo-basics-checklist',
    'An SEO checklist for your first weekend',
  ),
  shown('a tag', '/tags/budgets', 'Budgets'),
  absent('a tag with too few articles', '/tags/bids', 'Tag Not Found'),
  absent('a category that does not exist', '/no-such-category', 'Category Not Found'),
  absent('a subcategory that does not exist', '/seo/no-such-topic', 'Not Found'),
  absent('an article that does not exist', '/seo/local-seo/no-such-article', 'Article Not Found'),
  absent('an author who does not exist', '/authors/nobody', 'Author Not Found'),
  absent('an address that leads nowhere', '/no/such/page/here', '404 - Page Not Found'),
];

/** The browser's console message for a 404. */
export const NOT_FOUND_PROBLEM = /console error: .*status of 404/;

function shown(name: string, address: string, heading: string | RegExp): ScreenKind {
  return { name, address, heading, status: 200 };
}

function absent(name: string, address: string, heading: string): ScreenKind {
  return { name, address, heading, status: 404 };
}
