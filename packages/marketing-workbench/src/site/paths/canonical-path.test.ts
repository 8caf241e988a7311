import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SITE } from '../default-site.ts';
import { parseCanonicalPath } from './canonical-path.ts';

const { news: NEWS } = DEFAULT_SITE;

const SEGMENT = fc.oneof(
  fc.constantFrom(
    'category',
    'Category',
    'seo',
    'SEO',
    'digital-marketing-news',
    'digitalmarketingnews',
    '',
  ),
  fc.constantFrom('%2e', '%20', '%3F', '%C3%A9', '%E2%82%AC', 'é', '%25', '%'),
  fc.webSegment(),
);
const PATH = fc.array(SEGMENT, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);

describe('parseCanonicalPath', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['/articles', '/articles'],
    ['/articles/', '/articles'],
    ['/articles//', '/articles'],
    ['//articles', '/articles'],
    ['//example.com//seo', '/example.com/seo'],
    ['/SEO/', '/seo'],
    ['/Seo/Local-SEO/Google-Reviews', '/seo/local-seo/google-reviews'],
    ['/seo//local-seo', '/seo/local-seo'],
    ['/s%65o', '/seo'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/CAF%C3%89', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/a%3Fb%23c', '/a%3Fb%23c'],
    ['/back\\slash', '/back%5Cslash'],
  ])('turns %j into %j', (pathname, canonical) => {
    expect(parseCanonicalPath(pathname, NEWS)).toBe(canonical);
  });

  it.each([
    ['/category', '/category'],
    ['/category/', '/category'],
    ['/category/seo', '/seo'],
    ['/Category/SEO/', '/seo'],
    ['/category/seo/local-seo', '/seo/local-seo'],
    ['/category/category', '/category'],
    ['/category/category/seo', '/seo'],
    ['/category/seo/digital-marketing-news', '/digitalmarketingnews'],
    ['/category/seo/local-seo/google-reviews', '/category/seo/local-seo/google-reviews'],
  ])('removes the prefix /category: %j is %j', (pathname, canonical) => {
    expect(parseCanonicalPath(pathname, NEWS)).toBe(canonical);
  });

  it.each([
    ['/digitalmarketingnews/', '/digitalmarketingnews'],
    ['/DigitalMarketingNews/INP', '/digitalmarketingnews/inp'],
    ['/seo/digital-marketing-news', '/digitalmarketingnews'],
    ['/seo/digital-marketing-news/', '/digitalmarketingnews'],
    ['/SEO/Digital-Marketing-News/inp', '/digitalmarketingnews/inp'],
    ['/seo/digital-marketing-news/a%20b%0d%0a', '/digitalmarketingnews/a%20b%0D%0A'],
    ['/google-ads/digital-marketing-news', '/google-ads/digital-marketing-news'],
  ])('gives the news its own address: %j is %j', (pathname, canonical) => {
    expect(parseCanonicalPath(pathname, NEWS)).toBe(canonical);
  });

  it.each([
    '/%',
    '/seo/%E0%A4%A',
    '/%zz',
    '/%ff',
    '/seo%2Flocal-seo',
    '/seo/%2f',
    '/category/%2Fseo',
  ])('returns undefined for %j, which is malformed or has an encoded slash', (pathname) => {
    expect(parseCanonicalPath(pathname, NEWS)).toBeUndefined();
  });

  it('knows no news in a site without them', () => {
    expect(parseCanonicalPath('/seo/digital-marketing-news/', undefined)).toBe(
      '/seo/digital-marketing-news',
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(PATH, (pathname) => {
        const once = parseCanonicalPath(pathname, NEWS);
        fc.pre(once !== undefined);
        expect(parseCanonicalPath(once, NEWS)).toBe(once);
      }),
    );
  });

  it('returns only paths of this host that are valid in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parseCanonicalPath(`/${text}`, NEWS) ?? '/').toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
      }),
    );
  });
});
