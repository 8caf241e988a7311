/** The site of the specification, and the old paths of the fixture content. */
import { DEFAULT_SITE } from '../../packages/marketing-workbench/src/site/default-site.ts';
import type { Site } from '../../packages/marketing-workbench/src/site/site.ts';

export const GUIDE_SLUG = 'google-ads-coupon-codes';

export const LEGACY_PATHS: readonly string[] = [
  '/2011/10/AdWords-Express-Setup.html',
  '/2013/05/what-is-adwords',
  '/2014/09/12/adwords-match-types-explained',
  '/2015/02/negative-keyword-list.html',
  '/2015/11/03/facebook-boost-post-or-ad',
  '/2016/01/20-percent-text-rule-facebook',
  '/2016/06/email-welcome-series.html',
  '/2017/04/subject-lines-that-get-opened',
  '/2017/10/google-my-business-guide',
  '/2018/03/05/facebook-pixel-installation',
  '/2018/08/adwords-becomes-google-ads',
  '/2019/01/average-position-google-ads',
  '/2019/06/18/website-speed-test.html',
  '/ads-questions/how-much-do-google-ads-cost',
  '/ads-questions/what-is-a-good-click-through-rate',
  '/ads-questions/why-are-my-ads-not-showing',
  '/ads-questions/why-was-my-facebook-ad-rejected',
  '/archives/142-remarketing-basics',
  '/archives/187-google-plus-for-business',
  '/email-marketing-tips/best-time-to-send.html',
  '/google-adwords-coupon.html',
  '/posts/2012/07/keyword-density.html',
  '/posts/2012/11/meta-keywords-tag.html',
  '/seo-questions/are-directory-links-worth-it',
  '/seo-questions/do-i-need-a-sitemap',
  '/seo-questions/how-long-does-seo-take',
  '/seo-questions/how-many-keywords-per-page',
  '/seo-questions/what-is-anchor-text',
];

export const SITE: Site = {
  ...DEFAULT_SITE,
  pages: [
    {
      slug: GUIDE_SLUG,
      title: 'Google Ads coupon codes: find and redeem one',
      form: 'guide',
      inFooter: false,
      inSitemap: true,
    },
  ],
  legacyPaths: LEGACY_PATHS,
  revision: 'a5c1e0d9b742',
};
