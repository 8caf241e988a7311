import { describe, expect, it } from 'vitest';
import { endpoints as calls } from '../contract/endpoints.ts';
import { decodeAnchor, files, pages, shares } from './addresses.ts';

const URL_SHARED = 'https://www.marketingworkbench.example/seo/local-seo/google-reviews';

const EVERY_ADDRESS = {
  'pages.home': pages.home(),
  'pages.featured': pages.featured(),
  'pages.browseCategories': pages.browseCategories(),
  'pages.articles': pages.articles(),
  'pages.articles, page 2': pages.articles(2),
  'pages.guide': pages.guide(),
  'pages.siteMap': pages.siteMap(),
  'pages.xmlSiteMap': pages.xmlSiteMap(),
  'pages.search without text': pages.search(),
  'pages.search': pages.search('a/b testing & "spam"'),
  'pages.search, page 3': pages.search('seo', 3),
  'pages.search in a category, page 3': pages.search('seo', 3, 'seo'),
  'pages.category': pages.category('google-ads'),
  'pages.category, page 2': pages.category('google-ads', 2),
  'pages.learningPath': pages.learningPath('google-ads'),
  'pages.subcategory': pages.subcategory('seo', 'local-seo'),
  'pages.subcategory, page 2': pages.subcategory('seo', 'local-seo', 2),
  'pages.subcategory of the news': pages.subcategory('seo', 'digital-marketing-news'),
  'pages.news': pages.news(),
  'pages.news, page 2': pages.news(2),
  'pages.article': pages.article({ category: 'seo', subcategory: 'local-seo', slug: 'google-reviews' }),
  'pages.article of no subcategory': pages.article({ category: 'seo', slug: 'google-reviews' }),
  'pages.article of the news': pages.article({
    category: 'seo',
    subcategory: 'digital-marketing-news',
    slug: 'inp',
  }),
  'pages.footerCategory': pages.footerCategory('seo'),
  'pages.footerSubcategory': pages.footerSubcategory('seo', 'local-seo'),
  'pages.dbSetupHelp': pages.dbSetupHelp(),
  'calls.categories': calls.categories.address(),
  'calls.category': calls.category.address({ slug: 'seo' }),
  'calls.subcategories': calls.subcategories.address(),
  'calls.subcategories of a category': calls.subcategories.address({ categoryId: 4 }),
  'calls.subcategory': calls.subcategory.address({ slug: 'local-seo' }),
  'calls.posts': calls.posts.address(),
  'calls.posts of a category': calls.posts.address({ categoryId: 4, page: 2 }),
  'calls.posts with all': calls.posts.address({ categoryId: 4, subcategoryId: 16, page: 1, limit: 24 }),
  'calls.featuredPosts': calls.featuredPosts.address(),
  'calls.recentPosts': calls.recentPosts.address(),
  'calls.popularPosts': calls.popularPosts.address(),
  'calls.popularPosts, limited': calls.popularPosts.address({ limit: 3 }),
  'calls.post': calls.post.address({ slug: 'google-reviews' }),
  'calls.relatedPosts': calls.relatedPosts.address({ id: 7 }),
  'calls.viewPost': calls.viewPost.address({ id: 7 }),
  'calls.search': calls.search.address({ q: 'a/b testing & "spam"' }),
  'calls.search, page 2': calls.search.address({ q: 'seo', page: 2 }),
  'calls.search in a category, page 2': calls.search.address({ q: 'seo', categoryId: 4, page: 2 }),
  'calls.searchSummary': calls.searchSummary.address({ q: 'a/b testing' }),
  'calls.searchSuggestions': calls.searchSuggestions.address({ q: 'a/b' }),
  'calls.legacyPosts': calls.legacyPosts.address(),
  'calls.legacyPost': calls.legacyPost.address({ slug: 'adwords-express-setup' }),
  'calls.health': calls.health.address(),
  'calls.redirects': calls.redirects.address({ path: '/old/page' }),
  'files.robots': files.robots(),
  'files.favicon': files.favicon(),
  'files.appleTouchIcon': files.appleTouchIcon(),
  'files.feedIcon': files.feedIcon(),
  'files.card': files.card({ kind: 'post', slug: 'google-reviews', hash: '1f2e3d', cut: '4x3' }),
  'files.cards': files.cards('*'),
  'files.indexNowKey': files.indexNowKey('8f14e45fceea167a'),
  'files.feed': files.feed('rss'),
  'files.feed of a category': files.feed('json', '/seo'),
  'files.feed of the news': files.feed('atom', '/digitalmarketingnews'),
  'files.llms': files.llms(),
  'files.markdown': files.markdown('/seo/local-seo/google-reviews'),
  'files.media': files.media('chart-1f2e3d.png'),
  'files.sitemapXml': files.sitemapXml(),
  'files.sitemapPart': files.sitemapPart(2),
  'files.newsSitemapXml': files.newsSitemapXml(),
  'files.readiness': files.readiness(),
  'shares.facebook': shares.facebook(URL_SHARED),
  'shares.linkedin': shares.linkedin(URL_SHARED),
  'shares.twitter': shares.twitter(URL_SHARED, 'Reviews & replies'),
  'shares.email': shares.email(URL_SHARED, 'Reviews & replies'),
};

describe('addresses', () => {
  it('are these and no others', () => {
    const lines = Object.entries(EVERY_ADDRESS).map(([name, address]) => `${name} → ${address}`);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "pages.home → /
      pages.featured → /#featured
      pages.browseCategories → /#categories
      pages.articles → /articles
      pages.articles, page 2 → /articles?page=2
      pages.guide → /google-ads-coupon-codes
      pages.siteMap → /sitemap
      pages.xmlSiteMap → /sitemap.xml
      pages.search without text → /search
      pages.search → /search?q=a%2Fb%20testing%20%26%20%22spam%22
      pages.search, page 3 → /search?q=seo&page=3
      pages.search in a category, page 3 → /search?q=seo&category=seo&page=3
      pages.category → /google-ads
      pages.category, page 2 → /google-ads?page=2
      pages.learningPath → /google-ads#start-here
      pages.subcategory → /seo/local-seo
      pages.subcategory, page 2 → /seo/local-seo?page=2
      pages.subcategory of the news → /digitalmarketingnews
      pages.news → /digitalmarketingnews
      pages.news, page 2 → /digitalmarketingnews?page=2
      pages.article → /seo/local-seo/google-reviews
      pages.article of no subcategory → /seo/google-reviews
      pages.article of the news → /digitalmarketingnews/inp
      pages.footerCategory → /category/seo
      pages.footerSubcategory → /category/seo/local-seo
      pages.dbSetupHelp → /db-setup-help
      calls.categories → /api/categories
      calls.category → /api/categories/seo
      calls.subcategories → /api/subcategories
      calls.subcategories of a category → /api/subcategories?categoryId=4
      calls.subcategory → /api/subcategories/local-seo
      calls.posts → /api/posts
      calls.posts of a category → /api/posts?categoryId=4&page=2
      calls.posts with all → /api/posts?categoryId=4&subcategoryId=16&page=1&limit=24
      calls.featuredPosts → /api/posts/featured
      calls.recentPosts → /api/posts/recent
      calls.popularPosts → /api/posts/popular
      calls.popularPosts, limited → /api/posts/popular?limit=3
      calls.post → /api/posts/google-reviews
      calls.relatedPosts → /api/posts/7/related
      calls.viewPost → /api/posts/7/view
      calls.search → /api/search?q=a%2Fb%20testing%20%26%20%22spam%22
      calls.search, page 2 → /api/search?q=seo&page=2
      calls.search in a category, page 2 → /api/search?q=seo&categoryId=4&page=2
      calls.searchSummary → /api/search/summary?q=a%2Fb%20testing
      calls.searchSuggestions → /api/search/suggestions?q=a%2Fb
      calls.legacyPosts → /api/legacy-posts
      calls.legacyPost → /api/legacy-posts/adwords-express-setup
      calls.health → /api/system/health
      calls.redirects → /api/redirects?path=%2Fold%2Fpage
      files.robots → /robots.txt
      files.favicon → /favicon.ico
      files.appleTouchIcon → /apple-touch-icon.png
      files.feedIcon → /feed-icon.png
      files.card → /social/post/google-reviews.1f2e3d.4x3.png
      files.cards → /social/*
      files.indexNowKey → /8f14e45fceea167a.txt
      files.feed → /feed.xml
      files.feed of a category → /seo/feed.json
      files.feed of the news → /digitalmarketingnews/atom.xml
      files.llms → /llms.txt
      files.markdown → /seo/local-seo/google-reviews.md
      files.media → /media/chart-1f2e3d.png
      files.sitemapXml → /api/sitemap.xml
      files.sitemapPart → /api/sitemaps/2.xml
      files.newsSitemapXml → /api/news-sitemap.xml
      files.readiness → /api/system/ready
      shares.facebook → https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fwww.marketingworkbench.example%2Fseo%2Flocal-seo%2Fgoogle-reviews
      shares.linkedin → https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fwww.marketingworkbench.example%2Fseo%2Flocal-seo%2Fgoogle-reviews
      shares.twitter → https://twitter.com/intent/tweet?url=https%3A%2F%2Fwww.marketingworkbench.example%2Fseo%2Flocal-seo%2Fgoogle-reviews&text=Reviews%20%26%20replies
      shares.email → mailto:?subject=Reviews%20%26%20replies&body=https%3A%2F%2Fwww.marketingworkbench.example%2Fseo%2Flocal-seo%2Fgoogle-reviews"
    `);
  });

  it('are all in the list above', () => {
    const shown = new Set(Object.keys(EVERY_ADDRESS).map((name) => name.replace(/[, ].*/, '')));
    const built = Object.entries({ pages, calls, files, shares }).flatMap(([group, addresses]) =>
      Object.keys(addresses).map((name) => `${group}.${name}`),
    );
    expect(built.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('name no first page, except where a call asks for one', () => {
    expect([pages.articles(1), pages.articles(0), pages.search('seo', 1)]).toEqual([
      '/articles',
      '/articles',
      '/search?q=seo',
    ]);
    expect(calls.posts.address({ page: 1 })).toBe('/api/posts?page=1');
  });

  it('leave out a search for nothing', () => {
    expect(pages.search('')).toBe('/search');
  });

  it('escape what would break out of its segment', () => {
    expect(calls.post.address({ slug: 'a/b?c#d' })).toBe('/api/posts/a%2Fb%3Fc%23d');
  });
});

it('a fragment names an id, and stays as it is where it can’t be read', () => {
  expect(['how-much%3F', '%zz', '50%25off%'].map(decodeAnchor)).toEqual(['how-much?', '%zz', '50%25off%']);
});
