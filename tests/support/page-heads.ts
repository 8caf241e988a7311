/** The expected head of a page. */
export type ExpectedHead = {
  readonly url: string;
  readonly title: string;
  readonly canonical: string;
  /** Whether the page is `noindex`. */
  readonly isHidden?: true;
  readonly data?: readonly string[];
  readonly type?: 'article';
};

/** One of each kind of page of the fixture site, and of each not-found page. */
export const PAGE_HEADS: readonly ExpectedHead[] = [
  { url: '/', title: 'Do-It-Yourself Digital Marketing', canonical: '/', data: ['WebSite'] },
  page('/articles', 'All Articles'),
  page('/articles?page=2', 'All Articles (page 2)'),
  {
    ...page('/google-ads-coupon-codes', 'Google Ads coupon codes: find and redeem one'),
    type: 'article',
  },
  page('/sitemap', 'Site Map'),
  hidden('/search', 'Search'),
  hidden(
    '/search?utm_source=mail&q=%20reviews',
    'Search results for “reviews”',
    '/search?q=reviews',
  ),
  hidden('/search?q=you&page=99', 'Search results for “you” (page 2)', '/search?q=you&page=2'),
  article('/posts/2012/07/keyword-density.html', 'Keyword density'),
  article('/digitalmarketingnews/cookies-stay', 'Third-party cookies stay in Chrome after all'),
  page('/digitalmarketingnews', 'Digital Marketing News'),
  page('/tags/budgets', 'Budgets'),
  page('/db-setup-help', 'Database Setup Help'),
  page('/seo', 'SEO'),
  page('/google-ads?page=2', 'Google Ads (page 2)'),
  page('/email-marketing/ab-testing', 'A/B Testing'),
  article('/facebook-ads/feed-ads/facebook-pixel', 'Install the Meta pixel and see that it works'),
  article('/seo/seo-basics-checklist', 'An SEO checklist for your first weekend'),
  hidden('/nothing?a=1', 'Category Not Found', '/nothing'),
  hidden('/seo/nothing', 'Not Found'),
  hidden('/seo/local-seo/nothing', 'Article Not Found'),
  hidden('/one/two/three/four', '404 - Page Not Found'),
];

function page(url: string, title: string): ExpectedHead {
  return { url, title, canonical: url, data: ['BreadcrumbList'] };
}

function article(url: string, title: string): ExpectedHead {
  return { url, title, canonical: url, data: ['BreadcrumbList', 'Article'], type: 'article' };
}

function hidden(url: string, title: string, canonical = url): ExpectedHead {
  return { url, title, canonical, isHidden: true };
}
