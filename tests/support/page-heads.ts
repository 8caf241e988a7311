/** What the head of a page says. */
export type PageHead = {
  readonly url: string;
  readonly title: string;
  readonly canonical: string;
  /** Whether search engines are told to leave it out. */
  readonly isHidden?: true;
  readonly data?: readonly string[];
  readonly type?: 'article';
};

/** One of each kind of page of the fixture site, and of each that is not there. */
export const PAGE_HEADS: readonly PageHead[] = [
  { url: '/', title: 'Do-It-Yourself Digital Marketing', canonical: '/', data: ['WebSite'] },
  { url: '/articles', title: 'All Articles', canonical: '/articles', data: ['BreadcrumbList'] },
  {
    url: '/articles?page=2',
    title: 'All Articles (page 2)',
    canonical: '/articles?page=2',
    data: ['BreadcrumbList'],
  },
  {
    url: '/google-ads-coupon-codes',
    title: 'Google Ads coupon codes: find and redeem one',
    canonical: '/google-ads-coupon-codes',
    data: ['BreadcrumbList'],
    type: 'article',
  },
  { url: '/sitemap', title: 'Site Map', canonical: '/sitemap', data: ['BreadcrumbList'] },
  { url: '/search', title: 'Search', canonical: '/search', isHidden: true },
  {
    url: '/search?utm_source=mail&q=%20reviews',
    title: 'Search results for “reviews”',
    canonical: '/search?q=reviews',
    isHidden: true,
  },
  {
    url: '/search?q=you&page=99',
    title: 'Search results for “you” (page 2)',
    canonical: '/search?q=you&page=2',
    isHidden: true,
  },
  {
    url: '/posts/2012/07/keyword-density.html',
    title: 'Keyword density',
    canonical: '/posts/2012/07/keyword-density.html',
    data: ['BreadcrumbList', 'Article'],
    type: 'article',
  },
  {
    url: '/digitalmarketingnews/cookies-stay',
    title: 'Third-party cookies stay in Chrome after all',
    canonical: '/digitalmarketingnews/cookies-stay',
    data: ['BreadcrumbList', 'Article'],
    type: 'article',
  },
  {
    url: '/digitalmarketingnews',
    title: 'Digital Marketing News',
    canonical: '/digitalmarketingnews',
    data: ['BreadcrumbList'],
  },
  {
    url: '/db-setup-help',
    title: 'Database Setup Help',
    canonical: '/db-setup-help',
    data: ['BreadcrumbList'],
  },
  { url: '/seo', title: 'SEO', canonical: '/seo', data: ['BreadcrumbList'] },
  {
    url: '/google-ads?page=2',
    title: 'Google Ads (page 2)',
    canonical: '/google-ads?page=2',
    data: ['BreadcrumbList'],
  },
  {
    url: '/email-marketing/ab-testing',
    title: 'A/B Testing',
    canonical: '/email-marketing/ab-testing',
    data: ['BreadcrumbList'],
  },
  {
    url: '/facebook-ads/feed-ads/facebook-pixel',
    title: 'Install the Meta pixel and see that it works',
    canonical: '/facebook-ads/feed-ads/facebook-pixel',
    data: ['BreadcrumbList', 'Article'],
    type: 'article',
  },
  {
    url: '/seo/seo-basics-checklist',
    title: 'An SEO checklist for your first weekend',
    canonical: '/seo/seo-basics-checklist',
    data: ['BreadcrumbList', 'Article'],
    type: 'article',
  },
  { url: '/nothing?a=1', title: 'Category Not Found', canonical: '/nothing', isHidden: true },
  { url: '/seo/nothing', title: 'Not Found', canonical: '/seo/nothing', isHidden: true },
  {
    url: '/seo/local-seo/nothing',
    title: 'Article Not Found',
    canonical: '/seo/local-seo/nothing',
    isHidden: true,
  },
  {
    url: '/one/two/three/four',
    title: '404 - Page Not Found',
    canonical: '/one/two/three/four',
    isHidden: true,
  },
];
