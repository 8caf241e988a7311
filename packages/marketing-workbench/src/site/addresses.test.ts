import { expect, it } from 'vitest';
import { endpoints } from '../contract/endpoints.ts';
import * as addresses from './addresses.ts';
import { listFixedPages } from './catalogue.ts';
import { DEFAULT_SITE } from './default-site.ts';
import { isSlug } from './slugs.ts';

const { news: NEWS } = DEFAULT_SITE;

const SHARED = 'https://x.example/seo';
const used = new Set<string>();
const pages = record('pages', addresses.pages);
const files = record('files', addresses.files);
const machineFiles = record('machineFiles', addresses.machineFiles);
const shares = record('shares', addresses.shares);

const EVERY_ADDRESS: readonly (readonly [address: string, expected: string])[] = [
  [pages.home(), '/'],
  [pages.featured(), '/#featured'],
  [pages.browseCategories(), '/#categories'],
  [pages.articles(), '/articles'],
  [pages.articles(2), '/articles?page=2'],
  [pages.page('google-ads-coupon-codes'), '/google-ads-coupon-codes'],
  [pages.author('ada-lane'), '/authors/ada-lane'],
  [pages.author('ada-lane', 2), '/authors/ada-lane?page=2'],
  [pages.siteMap(), '/sitemap'],
  [pages.xmlSiteMap(), '/sitemap.xml'],
  [pages.search(), '/search'],
  [pages.search('a/b testing & "spam"'), '/search?q=a%2Fb%20testing%20%26%20%22spam%22'],
  [pages.search('seo', 3), '/search?q=seo&page=3'],
  [pages.search('seo', 3, 'seo'), '/search?q=seo&category=seo&page=3'],
  [pages.category('google-ads'), '/google-ads'],
  [pages.category('google-ads', 2), '/google-ads?page=2'],
  [pages.learningPath('google-ads'), '/google-ads#start-here'],
  [pages.subcategory({ category: 'seo', slug: 'local-seo' }, NEWS), '/seo/local-seo'],
  [pages.subcategory({ category: 'seo', slug: 'local-seo' }, NEWS, 2), '/seo/local-seo?page=2'],
  [
    pages.subcategory({ category: 'seo', slug: 'digital-marketing-news' }, NEWS),
    '/digitalmarketingnews',
  ],
  [
    pages.subcategory({ category: 'seo', slug: 'digital-marketing-news' }, NEWS, 2),
    '/digitalmarketingnews?page=2',
  ],
  [
    pages.article({ category: 'seo', subcategory: 'local-seo', slug: 'reviews' }, NEWS),
    '/seo/local-seo/reviews',
  ],
  [pages.article({ category: 'seo', slug: 'reviews' }, NEWS), '/seo/reviews'],
  [
    pages.article({ category: 'seo', subcategory: 'digital-marketing-news', slug: 'inp' }, NEWS),
    '/digitalmarketingnews/inp',
  ],
  [pages.tag('seo-audit'), '/tags/seo-audit'],
  [pages.tag('seo-audit', 2), '/tags/seo-audit?page=2'],
  [pages.footerCategory('seo'), '/category/seo'],
  [pages.footerSubcategory('seo', 'local-seo'), '/category/seo/local-seo'],
  [pages.dbSetupHelp(), '/db-setup-help'],
  [
    addresses.formatPreviewPath({ slug: 'reviews', until: '1764500000', signature: 'kJ8s-_4' }),
    '/preview/reviews/1764500000/kJ8s-_4',
  ],
  [machineFiles.robots(), '/robots.txt'],
  [files.icon('favicon.ico'), '/favicon.ico'],
  [files.faviconSvg(), '/favicon.svg'],
  [files.icon('icon-192.png'), '/icon-192.png'],
  [files.manifest(), '/manifest.webmanifest'],
  [files.theme('1f2e3d'), '/assets/theme-1f2e3d.css'],
  [files.theme(''), '/assets/theme-default.css'],
  [machineFiles.ownStyle('1f2e3d'), '/assets/style-1f2e3d.css'],
  [files.appleTouchIcon(), '/apple-touch-icon.png'],
  [files.icon('feed-icon.png'), '/feed-icon.png'],
  [
    files.card({ kind: 'post', slug: 'reviews', hash: '1f2e3d', cut: '4x3' }),
    '/social/post/reviews.1f2e3d.4x3.png',
  ],
  [files.cards('*'), '/social/*'],
  [machineFiles.indexNowKey('8f14e45fceea167a'), '/8f14e45fceea167a.txt'],
  [files.feed('rss'), '/feed.xml'],
  [files.feed('json', '/seo'), '/seo/feed.json'],
  [files.feed('atom', '/digitalmarketingnews'), '/digitalmarketingnews/atom.xml'],
  [machineFiles.llms(), '/llms.txt'],
  [files.markdown('/seo/local-seo/reviews'), '/seo/local-seo/reviews.md'],
  [files.media('chart-1f2e3d.png'), '/media/chart-1f2e3d.png'],
  [files.sitemapXml(), '/api/sitemap.xml'],
  [machineFiles.sitemapPart(2), '/api/sitemaps/2.xml'],
  [machineFiles.newsSitemapXml(), '/api/news-sitemap.xml'],
  [machineFiles.readiness(), '/api/system/ready'],
  [machineFiles.metrics(), '/api/system/metrics'],
  [
    shares.facebook(SHARED),
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fx.example%2Fseo',
  ],
  [
    shares.linkedin(SHARED),
    'https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fx.example%2Fseo',
  ],
  [
    shares.twitter(SHARED, 'Reviews & replies'),
    'https://twitter.com/intent/tweet?url=https%3A%2F%2Fx.example%2Fseo&text=Reviews%20%26%20replies',
  ],
  [
    shares.email(SHARED, 'Reviews & replies'),
    'mailto:?subject=Reviews%20%26%20replies&body=https%3A%2F%2Fx.example%2Fseo',
  ],
];

it('every address is built as in this table', () => {
  expect(EVERY_ADDRESS.map(([address]) => address)).toEqual(
    EVERY_ADDRESS.map(([, expected]) => expected),
  );
});

it('the table shows every function that builds addresses', () => {
  const groups = Object.entries({ pages, files, machineFiles, shares });
  const names = groups.flatMap(([group, builders]) =>
    Object.keys(builders).map((name) => `${group}.${name}`),
  );
  expect([...used].sort()).toEqual(names.sort());
});

it('the table shows every fixed page', () => {
  const shown = EVERY_ADDRESS.map(([, expected]) => expected);
  expect(listFixedPages().filter(({ path }) => !shown.includes(path))).toEqual([]);
});

it('no section or page of an owner can have the name of a fixed address', () => {
  const segments = EVERY_ADDRESS.map(([address]) => address.split(/[/?#]/)[1] ?? '').filter(isSlug);
  const free = segments.filter((segment) => !addresses.isOwnSegment(segment));
  expect(new Set(free)).toEqual(
    new Set(['google-ads-coupon-codes', 'google-ads', 'seo', 'digitalmarketingnews']),
  );
});

it('an address has no page parameter for page 1', () => {
  expect([pages.articles(1), pages.articles(0), pages.search('seo', 1), pages.search('')]).toEqual([
    '/articles',
    '/articles',
    '/search?q=seo',
    '/search',
  ]);
});

it.each([
  [endpoints.posts.address(), '/api/posts'],
  [endpoints.posts.address({ page: 1 }), '/api/posts?page=1'],
  [
    endpoints.posts.address({ limit: 24, page: 1, subcategoryId: 16, categoryId: 4 }),
    '/api/posts?categoryId=4&subcategoryId=16&page=1&limit=24',
  ],
  [endpoints.search.address({ q: 'a/b & "c"' }), '/api/search?q=a%2Fb%20%26%20%22c%22'],
  [endpoints.post.address({ slug: 'a/b?c#d' }), '/api/posts/a%2Fb%3Fc%23d'],
])('the address %s of a call has its values in order and escaped', (address, expected) => {
  expect(address).toBe(expected);
});

it('a fragment is decoded, or unchanged if it is malformed', () => {
  expect(['how-much%3F', '%zz', '50%25off%'].map(addresses.decodePercent)).toEqual([
    'how-much?',
    '%zz',
    '50%25off%',
  ]);
});

/** Notes each function of the group that is used. */
function record<Builders extends object>(group: string, builders: Builders): Builders {
  return new Proxy(builders, {
    get: (target, name) => {
      used.add(`${group}.${String(name)}`);
      return Reflect.get(target, name);
    },
  });
}
