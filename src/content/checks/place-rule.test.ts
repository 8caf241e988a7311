import { describe, expect, test } from 'vitest';
import { formatArticle, formatText, listContentProblems } from '../../../tests/support/content-folder.ts';

const article = formatArticle({ title: 'Another article' });
const guide = formatText(
  { title: 'Another', metaDescription: 'x'.repeat(110), publishedAt: '2025-01-01' },
  'Words.',
);

describe('an article may stand', () => {
  test.each([
    ['in a subcategory', 'articles/google-ads/display/x.md'],
    ['among the news', 'articles/seo/digital-marketing-news/x.md'],
    ['in a category alone', 'articles/seo/x.md'],
    ['under the name of a guide', 'articles/google-ads/google-search/google-ads-coupon-codes.md'],
    ['under the name of a subcategory, within another', 'articles/google-ads/google-search/display.md'],
  ])('%s', async (_, file) => {
    expect(await listContentProblems({ [file]: article })).toEqual([]);
  });
});

describe('a text is a problem', () => {
  test.each([
    [
      'articles/bing-ads/display/x.md',
      'stands in the unknown category “bing-ads”; move it to one of google-ads, facebook-ads, email-marketing, seo',
    ],
    [
      'articles/email-marketing/display/x.md',
      'stands in “display”, which is no subcategory of email-marketing; move it to one of automation, segmentation, ab-testing, campaign-design',
    ],
    [
      'articles/google-ads/digital-marketing-news/x.md',
      'stands in “digital-marketing-news”, which is no subcategory of google-ads; move it to one of google-search, performance-max, display, youtube',
    ],
    [
      'articles/seo/local-seo/My_Text.md',
      'has the name “My_Text”, which is no slug; use lower-case letters, digits and single hyphens',
    ],
    ...['featured', 'recent', 'popular'].map((slug) => [
      `articles/seo/local-seo/${slug}.md`,
      `has the name “${slug}”, which the site needs for itself; rename it`,
    ]),
    [
      'articles/google-ads/display.md',
      'has the name of the subcategory “display”, whose page would hide it; rename it',
    ],
    [
      'articles/seo/digital-marketing-news.md',
      'has the name of the subcategory “digital-marketing-news”, whose page would hide it; rename it',
    ],
  ])('at %s', async (file = '', message = '') => {
    expect(await listContentProblems({ [file]: article })).toEqual([`content/${file} ${message}`]);
  });

  test('as a guide that the site does not know', async () => {
    expect(await listContentProblems({ 'guides/x.md': guide })).toEqual([
      'content/guides/x.md is no known guide; the only one is google-ads-coupon-codes.md',
    ]);
  });
});
