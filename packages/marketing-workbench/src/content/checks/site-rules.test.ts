import { describe, expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  formatStandard,
  GUIDE_FILE,
  legacyFile,
  listContentFindings,
} from '../../../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../../../../tests/support/default-site.ts';
import {
  formatLearningPaths,
  LEARNING_ARTICLES,
} from '../../../../../tests/support/learning-paths.ts';

type Keys = Parameters<typeof formatArticle>[0];

const [URL_0 = '', URL_1 = ''] = LEGACY_PATHS;
const FROM = 'articles/seo/on-page-seo/from.md';
const OTHER = 'articles/seo/technical-seo/other.md';
const THIRD = 'articles/seo/technical-seo/third.md';

test('a folder needs neither a guide nor legacy posts', async () => {
  expect(await listContentFindings({ [GUIDE_FILE]: null, [legacyFile(URL_1)]: null })).toEqual([]);
});

describe('what must be unique', () => {
  test('is the slug of an article in any folder', async () => {
    const file = 'articles/google-ads/display/base-article.md';
    expect(await listContentFindings({ [file]: formatArticle({ title: 'Another' }) })).toEqual([
      `content/${ARTICLE_FILE}:1 has the slug “base-article”, and so has content/${file}; rename one of the two`,
    ]);
  });

  test('is the id of a text in feeds: its feedId, or else its slug', async () => {
    const file = 'articles/google-ads/display/renamed.md';
    const renamed = (feedId: string) => formatArticle({ title: 'Another', feedId });
    expect(await listContentFindings({ [file]: renamed('other-name') })).toEqual([]);
    expect(await listContentFindings({ [file]: renamed('base-article') })).toEqual([
      `content/${ARTICLE_FILE}:1 has the id “base-article” in feeds, and so has content/${file}; rename this text, or give it a feedId that no other text has`,
    ]);
  });

  test('is each of title, excerpt and description, whatever the case and even in a draft', async () => {
    const keys = { title: 'Base article', excerpt: 'One excerpt.', metaDescription: DESCRIPTION };
    const texts = {
      [ARTICLE_FILE]: formatArticle(keys),
      [OTHER]: formatArticle({ ...keys, title: 'BASE article', draft: true }),
    };
    expect(await listContentFindings(texts)).toEqual(
      ['title', 'excerpt', 'metaDescription'].map(
        (key, index) =>
          `content/${OTHER}:${2 + index} advice (repeats): ${key} is the same as in content/${ARTICLE_FILE}; give each its own`,
      ),
    );
  });

  test('is each seoTitle', async () => {
    const keys = { seoTitle: 'What results show' };
    const texts = {
      [ARTICLE_FILE]: formatArticle(keys),
      [OTHER]: formatArticle({ ...keys, title: 'Other' }),
    };
    expect(await listContentFindings(texts)).toEqual([
      expect.stringMatching(/other\.md:\d advice \(repeats\): seoTitle is the same as in /),
    ]);
  });

  test('is reported of a hidden text, not of the one that search results show', async () => {
    const texts = {
      [FROM]: formatArticle({ title: 'From', seoTitle: 'Shown', draft: true }),
      [OTHER]: formatArticle({ title: 'Other', seoTitle: 'Shown' }),
    };
    expect(await listContentFindings(texts)).toEqual([
      expect.stringContaining(
        `advice (repeats): seoTitle is the same as in content/${OTHER}; give each its own`,
      ),
    ]);
  });

  test('is also compared in a text with an invalid key', async () => {
    const invalid = formatArticle({ excerpt: 1, metaDescription: DESCRIPTION });
    expect(await listContentFindings({ [OTHER]: invalid })).toEqual([
      `content/${OTHER}:2 advice (repeats): title is the same as in content/${ARTICLE_FILE}; give each its own`,
      `content/${OTHER}:3 excerpt is not a text; write "1", in quotes`,
    ]);
  });

  test('is the legacy path of a legacy post', async () => {
    const text = formatLegacyPost(URL_0, { title: 'Another', metaDescription: DESCRIPTION });
    expect(await listContentFindings({ [legacyFile(URL_1)]: text })).toEqual([
      `content/${legacyFile(URL_1)}:3 legacyUrl is the same as in content/${legacyFile(URL_0)}; give each its own`,
    ]);
  });
});

test.each(['/seo', '/Articles', '/digitalmarketingnews', '/google-ads-coupon-codes'])(
  'a legacy post does not hide the page %s',
  async (url) => {
    expect(await listContentFindings({ 'legacy/x.md': formatLegacyPost(url) })).toEqual([
      `content/legacy/x.md:3 legacyUrl ${url} is the address of another page; remove one of the two`,
    ]);
  },
);

describe('a learning path', () => {
  /** Every category has a path of five articles; SEO's begins at line 20. */
  const PATHS = formatLearningPaths();
  const STEP = 'articles/seo/local-seo/seo-step-3.md';

  const inPath = (slug: string) => ({ 'learning-paths.yaml': PATHS.replace('seo-step-3', slug) });
  const third = (keys: Keys) => ({ [STEP]: formatArticle({ title: 'Third', ...keys }) });

  test.each([
    [
      'a slug without an article',
      inPath('none'),
      'none is not an article; write the slug of one in articles/seo',
    ],
    [
      'an article of another category',
      inPath('google-ads-step-1'),
      'google-ads-step-1 is content/articles/google-ads/youtube/google-ads-step-1.md, which is not in seo; write the slug of one in articles/seo',
    ],
    ['a repeated step', inPath('seo-step-1'), 'seo-step-1 is in this path already; remove it'],
    [
      'a draft',
      third({ draft: true }),
      'seo-step-3 is a draft; publish it or take it out of the path',
    ],
    [
      'a scheduled article',
      third({ publishedAt: '2025-06-02' }),
      'seo-step-3 is not published before 2025-06-02; take it out of the path until then',
    ],
  ])('does not contain %s', async (_, files, message) => {
    const all = { ...LEARNING_ARTICLES, 'learning-paths.yaml': PATHS, ...files };
    expect(await listContentFindings(all)).toEqual([`content/learning-paths.yaml:22 ${message}`]);
  });
});

describe('links between articles', () => {
  const TO_BASE = `[base](${ARTICLE_ADDRESS})`;
  const TO_OTHER = '[other](/seo/technical-seo/other)';
  const TO_THIRD = '[third](/seo/technical-seo/third)';
  const TO_FROM = '[from](/seo/on-page-seo/from)';

  test.each([
    ['no link', 'Words.', '0 other articles'],
    ['two links to one article', `${TO_BASE}, [again](${ARTICLE_ADDRESS})`, '1 other article'],
    [
      'a link to the article itself',
      `${TO_BASE} ${TO_FROM} [here](#here)\n\n## Here`,
      '1 other article',
    ],
    [
      'links to pages that are not articles',
      `${TO_BASE} [a](/seo) [b](/articles)`,
      '1 other article',
    ],
    ['an anchor of an article', '[part](/seo/technical-seo/other#part)', '1 other article'],
    ['links to two articles', `${TO_BASE} ${TO_OTHER}`, undefined],
  ])('are counted: %s', async (_, body, found) => {
    const problems = await listContentFindings({
      [FROM]: formatArticle({ title: 'From' }, body),
      [OTHER]: formatArticle({ title: 'Other' }, '## Part\n\nWords.'),
      [THIRD]: formatArticle({ title: 'Third', draft: true }),
      'standard.yaml': formatStandard({ articleLinksMin: 2 }),
    });
    expect(problems.filter((problem) => /(?:from|third)\.md:1 links/.test(problem))).toEqual(
      found === undefined
        ? []
        : [`content/${FROM}:1 links to ${found}; link to at least 2 where they help`],
    );
  });

  const orphan = (file: string, address: string) =>
    `content/${file}:1 has no link from another text; link to ${address} from one where it helps`;
  const article = (title: string, body: string, keys: Keys = {}) =>
    formatArticle({ title, ...keys }, body);

  test.each([
    [
      'an article that only links to itself is an orphan',
      {
        [ARTICLE_FILE]: formatArticle({}, TO_OTHER),
        [OTHER]: article('Other', TO_BASE),
        [THIRD]: article('Third', `${TO_THIRD} ${TO_BASE}`),
      },
      [orphan(THIRD, '/seo/technical-seo/third')],
    ],
    [
      'an article that only a draft links to is an orphan',
      { [ARTICLE_FILE]: formatArticle(), [OTHER]: article('Other', TO_BASE, { draft: true }) },
      [orphan(ARTICLE_FILE, ARTICLE_ADDRESS)],
    ],
    [
      'an article that only a scheduled article links to is an orphan',
      {
        [ARTICLE_FILE]: formatArticle(),
        [OTHER]: article('Other', TO_BASE, { publishedAt: '2025-06-02' }),
      },
      [orphan(ARTICLE_FILE, ARTICLE_ADDRESS)],
    ],
    [
      'an article to which only a guide links is no orphan',
      { [GUIDE_FILE]: formatGuide(TO_BASE) },
      [],
    ],
    [
      'an article to which only the menu links is no orphan',
      { 'site.yaml': `navigation:\n  - { label: Base, to: ${ARTICLE_ADDRESS} }\n` },
      [],
    ],
    [
      'a draft or a scheduled article is not an orphan',
      {
        [ARTICLE_FILE]: formatArticle({}, TO_FROM),
        [FROM]: article('From', TO_BASE),
        [OTHER]: article('Other', 'Words.', { draft: true }),
        [THIRD]: article('Third', 'Words.', { publishedAt: '2025-06-02' }),
      },
      [],
    ],
  ])('%s', async (_, texts, problems) => {
    expect(await listContentFindings({ ...texts, 'standard.yaml': formatStandard() })).toEqual(
      problems,
    );
  });
});
