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

const [WITH_TEXT = '', URL_1 = ''] = LEGACY_PATHS;
const FILE = legacyFile(URL_1);
/** The line of the front matter that holds redirectTo. */
const LINE = 5;

test('the guide and a post for each legacy path must be there', async () => {
  expect(await listContentProblems({ 'guides/google-ads-coupon-codes.md': null, [FILE]: null })).toEqual([
    'content/guides/google-ads-coupon-codes.md is missing; write the guide',
    `content/legacy has no post for the legacy path ${URL_1}; write one with legacyUrl: "${URL_1}"`,
  ]);
});

test('a legacy post for a path that is not in the list is a problem', async () => {
  const text = formatLegacyPost('/2009/unknown');
  expect(await listContentProblems({ 'legacy/unknown.md': text })).toEqual([
    'content/legacy/unknown.md:3 legacyUrl /2009/unknown is not in the list of legacy paths; write one of these exactly, or add it there',
  ]);
});

describe('a legacy post is a problem', () => {
  test('with a text and a redirect', async () => {
    const text = `${formatLegacyPost(URL_1, { redirectTo: ARTICLE_ADDRESS })}Words.`;
    expect(await listContentProblems({ [FILE]: text })).toEqual([
      `content/${FILE}:${LINE} redirectTo stands beside a text that nobody would see; keep one of the two`,
    ]);
  });

  test('with neither', async () => {
    const text = formatLegacyPost(URL_1).replace('Words that still hold.', '');
    expect(await listContentProblems({ [FILE]: text })).toEqual([
      `content/${FILE} has no text; write one, or a redirectTo in the front matter`,
    ]);
  });

  test.each([
    ['/seo/local-seo/none', '/seo/local-seo/none leads to no page; correct the address or remove the link'],
    ['/SEO/', `/SEO/ is not the page's own address; write /seo`],
    [
      '/seo/display/base-article',
      `/seo/display/base-article is not the page's own address; write ${ARTICLE_ADDRESS}`,
    ],
    [WITH_TEXT, `${WITH_TEXT} is a legacy path itself; write the page that answers now`],
    [`${WITH_TEXT}/`, `${WITH_TEXT}/ is a legacy path itself; write the page that answers now`],
    ['/articles?page=2', '/articles?page=2 has a query; write /articles'],
    ['/seo/local-seo/draft', '/seo/local-seo/draft leads to a draft; publish that or remove the link'],
    [
      '/seo/local-seo/later',
      '/seo/local-seo/later leads to a text that is published later than this one; remove the link until then',
    ],
  ])('that redirects to %s', async (redirectTo, message) => {
    const texts = {
      'articles/seo/local-seo/draft.md': formatArticle({ title: 'A draft', draft: true }),
      'articles/seo/local-seo/later.md': formatArticle({ title: 'Later', publishedAt: '2100-01-01' }),
      [FILE]: formatLegacyPost(URL_1, { redirectTo }),
    };
    expect(await listContentProblems(texts)).toEqual([`content/${FILE}:${LINE} redirectTo ${message}`]);
  });
});

test('an article without a text is a problem', async () => {
  expect(await listContentProblems({ [ARTICLE]: formatArticle({}, '') })).toEqual([
    `content/${ARTICLE} has no text; write it below the front matter`,
  ]);
});
