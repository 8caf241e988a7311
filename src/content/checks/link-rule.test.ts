import { describe, expect, test } from 'vitest';
import {
  ARTICLE,
  ARTICLE_ADDRESS,
  formatArticle,
  formatLegacyPost,
  legacyFile,
  listContentProblems,
} from '../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../site/legacy-paths.ts';

const [WITH_TEXT = '', REDIRECTED = ''] = LEGACY_PATHS;
const GUIDE = 'guides/google-ads-coupon-codes.md';
const OTHER = 'articles/seo/technical-seo/other.md';
const FROM = 'articles/seo/on-page-seo/from.md';
const NEWS = 'articles/seo/digital-marketing-news/news.md';

const listLinkProblems = (href: string) =>
  listContentProblems({
    [ARTICLE]: formatArticle({}, `Words and a [link](${href}).\n\n## Own heading`),
    [OTHER]: formatArticle({ title: 'Another' }, '## Größe & more\n\nWords.'),
    [NEWS]: formatArticle({ title: 'News' }),
  });

describe('a link may lead to', () => {
  test.each([
    '/',
    '/#featured',
    '/#categories',
    '/articles',
    '/google-ads-coupon-codes',
    '/sitemap',
    '/search',
    '/db-setup-help',
    '/email-marketing',
    '/google-ads/youtube',
    '/digitalmarketingnews',
    '/digitalmarketingnews/news',
    '/seo/technical-seo/other',
    '/seo/technical-seo/other#größe--more',
    ARTICLE_ADDRESS,
    `${ARTICLE_ADDRESS}#own-heading`,
    '#own-heading',
    WITH_TEXT,
  ])('%s', async (href) => {
    expect(await listLinkProblems(href)).toEqual([]);
  });
});

describe('a link is a problem', () => {
  const nowhere = 'leads to no page; correct the address or remove the link';
  const notOwn = (address: string) => `is not the page's own address; write ${address}`;

  test.each([
    ['/none', `/none ${nowhere}`],
    ['/seo/local-seo/none', `/seo/local-seo/none ${nowhere}`],
    ['/sitemap.xml', `/sitemap.xml ${nowhere}`],
    ['/%E0%A4/x', `/%E0%A4/x ${nowhere}`],
    ['/seo/', `/seo/ ${notOwn('/seo')}`],
    ['/SEO/Local-SEO', `/SEO/Local-SEO ${notOwn('/seo/local-seo')}`],
    ['/category/seo', `/category/seo ${notOwn('/seo')}`],
    ['/category/seo/local-seo', `/category/seo/local-seo ${notOwn('/seo/local-seo')}`],
    ['/seo/digital-marketing-news', `/seo/digital-marketing-news ${notOwn('/digitalmarketingnews')}`],
    [
      '/seo/digital-marketing-news/news',
      `/seo/digital-marketing-news/news ${notOwn('/digitalmarketingnews/news')}`,
    ],
    ['/seo/local-seo/other', `/seo/local-seo/other ${notOwn('/seo/technical-seo/other')}`],
    [`${WITH_TEXT}/`, `${WITH_TEXT}/ ${notOwn(WITH_TEXT)}`],
    [WITH_TEXT.toLowerCase(), `${WITH_TEXT.toLowerCase()} ${notOwn(WITH_TEXT)}`],
    [REDIRECTED, `${REDIRECTED} redirects; write ${ARTICLE_ADDRESS}`],
    ['/articles?page=2', '/articles?page=2 has a query; write /articles'],
    ['/#news', '/#news names #news, which is not there; write one of #featured, #categories'],
    ['/seo#top', '/seo#top names #top, which is not there; leave it out'],
    [
      '/seo/technical-seo/other#own-heading',
      '/seo/technical-seo/other#own-heading names #own-heading, which is not there; write one of #größe--more',
    ],
    ['#none', '#none names #none, which is not there; write one of #own-heading'],
  ])('to %s', async (href, message) => {
    expect(await listLinkProblems(href)).toEqual([`content/${ARTICLE}:8 link to ${message}`]);
  });

  test('in the guide and in a legacy post too', async () => {
    const withLinks = {
      [GUIDE]: formatGuide('[a](/none)'),
      [legacyFile(WITH_TEXT)]: `${formatLegacyPost(WITH_TEXT)}\n[a](/none)`,
    };
    expect(await listContentProblems(withLinks)).toEqual([
      `content/${GUIDE}:7 link to /none ${nowhere}`,
      `content/${legacyFile(WITH_TEXT)}:9 link to /none ${nowhere}`,
    ]);
  });
});

describe('in time', () => {
  const link = 'See [the other](/seo/technical-seo/other).';
  const draftProblem = `content/${FROM}:8 link to /seo/technical-seo/other leads to a draft; publish that or remove the link`;
  const laterProblem = `content/${FROM}:8 link to /seo/technical-seo/other leads to a text that is published later than this one; remove the link until then`;

  test.each([
    [
      'a published text may link to one published later, but before now',
      {},
      { publishedAt: '2025-05-31' },
      [],
    ],
    ['a published text may not link to one still to come', {}, { publishedAt: '2025-06-02' }, [laterProblem]],
    [
      'a text still to come may link to one that comes before it',
      { publishedAt: '2025-07-02' },
      { publishedAt: '2025-07-01' },
      [],
    ],
    [
      'a text still to come may not link to one that comes after it',
      { publishedAt: '2025-07-01' },
      { publishedAt: '2025-07-02' },
      [laterProblem],
    ],
    ['a published text may not link to a draft', {}, { draft: true }, [draftProblem]],
    ['a draft may link to a draft', { draft: true }, { draft: true }, []],
    ['a draft may link to a text still to come', { draft: true }, { publishedAt: '2100-01-01' }, []],
  ])('%s', async (_, from, to, problems) => {
    const texts = {
      [FROM]: formatArticle({ title: 'The linking one', ...from }, link),
      [OTHER]: formatArticle({ title: 'Another', ...to }),
    };
    expect(await listContentProblems(texts)).toEqual(problems);
  });
});

function formatGuide(body: string): string {
  return `---\ntitle: "The guide"\nmetaDescription: "${'x'.repeat(110)}"\npublishedAt: 2025-01-01\n---\n\n${body}\n`;
}
