import { describe, expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  type ContentOverrides,
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  formatStandard,
  GUIDE_FILE,
  legacyFile,
  listContentFindings,
  SVG,
} from '../../../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../../../../tests/support/default-site.ts';

type Keys = Parameters<typeof formatArticle>[0];

const [WITH_TEXT = '', URL_1 = ''] = LEGACY_PATHS;

describe('the place of a text', () => {
  const formatEach = (files: readonly string[]) =>
    Object.fromEntries(files.map((file) => [file, formatArticle({ title: file.slice(-60) })]));

  test('may be in a category or subcategory, with the slug of a guide or of another subcategory', async () => {
    const files = [
      'articles/google-ads/display/x1.md',
      'articles/seo/digital-marketing-news/x2.md',
      'articles/seo/x3.md',
      'articles/google-ads/google-search/google-ads-coupon-codes.md',
      'articles/google-ads/google-search/display.md',
    ];
    expect(await listContentFindings(formatEach(files))).toEqual([]);
  });

  test('is a problem in any other folder or with a slug that the site reserves', async () => {
    const notIn = (subcategory: string, category: string, known: string) =>
      `is in “${subcategory}”, which is not a subcategory of ${category}; add it to site.yaml, or move it to one of ${known}`;
    const hides = (slug: string) =>
      `has the name of the subcategory “${slug}”, whose page would hide it; rename it`;
    const ads = 'google-search, performance-max, display, youtube';
    const mail = 'automation, segmentation, ab-testing, campaign-design';
    const messages = {
      'articles/bing-ads/display/x1.md':
        'is in the unknown category “bing-ads”; add it to site.yaml, or move it to one of google-ads, facebook-ads, email-marketing, seo',
      'articles/email-marketing/display/x2.md': notIn('display', 'email-marketing', mail),
      'articles/google-ads/digital-marketing-news/x3.md': notIn(
        'digital-marketing-news',
        'google-ads',
        ads,
      ),
      'articles/google-ads/display.md': hides('display'),
      'articles/seo/digital-marketing-news.md': hides('digital-marketing-news'),
      'articles/seo/local-seo/My_Text.md':
        'has the name “My_Text”, which is not a slug; use lower-case letters, digits and single hyphens',
      ...Object.fromEntries(
        ['featured', 'popular', 'recent'].map((slug) => [
          `articles/seo/local-seo/${slug}.md`,
          `has the name “${slug}”, which the site reserves; rename it`,
        ]),
      ),
    };
    const expected = Object.entries(messages).map(
      ([file, message]) => `content/${file}:1 ${message}`,
    );
    expect(await listContentFindings(formatEach(Object.keys(messages)))).toEqual(expected);
  });

  test('is free for a guide, and a path for a legacy post', async () => {
    const files = {
      'guides/another.md': formatGuide('Words.', { title: 'Another' }),
      'guides/articles.md': formatGuide('Words.', { title: 'Taken' }),
      'guides/digitalmarketingnews.md': formatGuide('Words.', { title: 'Taken too' }),
      'guides/seo.md': formatGuide('Words.', { title: 'Hidden' }),
      'legacy/unknown.md': formatLegacyPost('/2009/unknown'),
      'legacy/wrong.md': formatLegacyPost('/2009/unknown?p=1'),
    };
    expect(await listContentFindings(files)).toEqual([
      'content/guides/articles.md:1 has the name “articles”, whose address is taken by a page of the site; rename it',
      'content/guides/digitalmarketingnews.md:1 has the name “digitalmarketingnews”, whose address is taken by a page of the site; rename it',
      'content/guides/seo.md:1 has the name “seo”, whose address is taken by the category; rename it',
      'content/legacy/wrong.md:3 legacyUrl /2009/unknown?p=1 is not the path of a page; write the path of the old page, such as /2013/05/old-page.html',
    ]);
  });
});

test('an article has a body, a legacy post either a body or a redirect', async () => {
  const [, , URL_2 = ''] = LEGACY_PATHS;
  const files = {
    [ARTICLE_FILE]: formatArticle({}, ''),
    [legacyFile(URL_1)]: `${formatLegacyPost(URL_1, { redirectTo: ARTICLE_ADDRESS })}Words.`,
    [legacyFile(URL_2)]: formatLegacyPost(URL_2).replace('Words that still hold.', ''),
  };
  const expected = [
    `content/${ARTICLE_FILE}:1 has no text; write it below the front matter`,
    `content/${legacyFile(URL_1)}:5 redirectTo hides the text; keep one of the two`,
    `content/${legacyFile(URL_2)}:1 has no text; write one, or a redirectTo in the front matter`,
  ];
  expect(await listContentFindings(files)).toEqual(expected.toSorted());
});

describe('what search results show', () => {
  const WIDE = 'M'.repeat(35);
  const LONG = `${'m'.repeat(91)} ${'i'.repeat(20)}`;
  const cut = (key: string, width: string) => `advice (lengths): ${key} is ${width}; shorten it`;

  test.each([
    [
      'a title of 35 wide letters',
      { title: WIDE },
      cut('title', '583 px wide, of which search results show 580'),
    ],
    ['a title of 34', { title: WIDE.slice(1) }, undefined],
    ['a wide title with a seoTitle', { title: WIDE, seoTitle: 'Narrow' }, undefined],
    [
      'a wide seoTitle',
      { seoTitle: WIDE },
      cut('seoTitle', '583 px wide, of which search results show 580'),
    ],
    [
      'a description of 112 letters',
      { metaDescription: LONG },
      cut('metaDescription', '1127 px long, of which search results show about 1060'),
    ],
  ])('is measured in pixels: %s', async (_, keys, found) => {
    const problems = await listContentFindings({
      [ARTICLE_FILE]: formatArticle({ metaDescription: DESCRIPTION, ...keys }),
    });
    expect(problems.map((problem) => problem.replace(/^\S+ /, ''))).toEqual(
      found === undefined ? [] : [found],
    );
  });
});

describe('with a standard of 5 to 8 words', () => {
  const FILE = 'articles/seo/technical-seo/counted.md';
  const listLengthProblems = async (body: string, keys: Keys = {}) => {
    const problems = await listContentFindings({
      [FILE]: formatArticle({ title: 'Counted', ...keys }, body),
      'standard.yaml': formatStandard({ wordsMin: 5, wordsMax: 8 }),
    });
    return problems.filter(
      (problem) => / words; /.test(problem) && !problem.includes('base-article'),
    );
  };

  test.each([
    ['5 words', 'word '.repeat(5), undefined],
    ['8 words', 'word '.repeat(8), undefined],
    ['4 words', 'word '.repeat(4), 'has 4 words; an article has 5 to 8, so say what is missing'],
    ['9 words', 'word '.repeat(9), 'has 9 words; an article has 5 to 8, so cut it or make it two'],
    [
      'headings and tables',
      '## Four words are here\n\n| a | b |\n|---|---|\n| c | d |\n\nNine',
      'has 9 words; an article has 5 to 8, so cut it or make it two',
    ],
  ])('an article of %s is checked', async (_, body, message) => {
    expect(await listLengthProblems(body)).toEqual(
      message === undefined ? [] : [`content/${FILE}:1 ${message}`],
    );
  });

  test('a draft, the guide and legacy posts may have any length', async () => {
    expect(await listLengthProblems('Short.', { draft: true })).toEqual([]);
  });
});

describe('a forbidden phrase', () => {
  const FORBIDDEN = [
    {
      reason: 'promises; tell',
      phrases: ['delv*', 'game-changer', "it's not just", 'look no further'],
    },
    { reason: 'turns; say it', phrases: ['not only … but'] },
  ];
  const listIn = async (texts: ContentOverrides) => {
    const standard = formatStandard({ forbiddenPhrases: FORBIDDEN });
    const problems = await listContentFindings({ ...texts, 'standard.yaml': standard });
    return problems.filter((problem) => problem.includes('says'));
  };
  const describeAt = (file: string, line: number, phrase: string, reason = 'promises; tell') =>
    `content/${file}:${line} says “${phrase}”, which ${reason}`;

  test('is found whatever its case, apostrophes, hyphens, endings, markup and line breaks, at the line where it begins', async () => {
    const body = [
      'One line,',
      'another, with look',
      'no further.',
      '',
      '- A GAME changer, a game-changer',
      '  and delve',
      '',
      '> [!TIP]',
      '> Now it’s not just you.',
      "> And it's not **just** me, [delving](/seo) on.",
      '',
      '```',
      'Dear Ann,',
      'delved.',
      '```',
      '',
      'It is not only cheap and quick, but good.',
      '',
      '| a |',
      '|---|',
      '| delves |',
    ].join('\n');
    expect(await listIn({ [ARTICLE_FILE]: formatArticle({}, body) })).toEqual([
      describeAt(ARTICLE_FILE, 9, 'look no further'),
      describeAt(ARTICLE_FILE, 12, 'GAME changer'),
      describeAt(ARTICLE_FILE, 12, 'game-changer'),
      describeAt(ARTICLE_FILE, 13, 'delve'),
      describeAt(ARTICLE_FILE, 16, 'it’s not just'),
      describeAt(ARTICLE_FILE, 17, 'delving'),
      describeAt(ARTICLE_FILE, 17, 'it’s not just'),
      describeAt(ARTICLE_FILE, 21, 'delved'),
      describeAt(ARTICLE_FILE, 24, 'not only cheap and quick, but', 'turns; say it'),
      describeAt(ARTICLE_FILE, 28, 'delves'),
    ]);
  });

  test('is found in the front matter, an alt text, a caption, the guide and a legacy post', async () => {
    const metaDescription = `Delving ${'x '.repeat(60)}`;
    const keys = { title: 'Delve', excerpt: 'Look no further.', metaDescription };
    const legacy = legacyFile(WITH_TEXT);
    const texts = {
      'articles/seo/local-seo/a.svg': SVG,
      [ARTICLE_FILE]: formatArticle(keys, 'Words.\n\n![We delve](a.svg "A game changer")'),
      [GUIDE_FILE]: formatGuide('We delve.'),
      [legacy]: formatLegacyPost(WITH_TEXT).replace('Words that still hold.', 'We delve.'),
    };
    expect(await listIn(texts)).toEqual([
      describeAt(ARTICLE_FILE, 2, 'Delve'),
      describeAt(ARTICLE_FILE, 3, 'Look no further'),
      describeAt(ARTICLE_FILE, 4, 'Delving'),
      describeAt(ARTICLE_FILE, 10, 'delve'),
      describeAt(ARTICLE_FILE, 10, 'game changer'),
      describeAt(GUIDE_FILE, 7, 'delve'),
      describeAt(legacy, 7, 'delve'),
    ]);
  });

  test('is not found within a word, across sentences or paragraphs, over more than eight words, or in a draft', async () => {
    const body = [
      'An undelved shaft.',
      'Look. No further words.',
      'A game.',
      'Changer of tires.',
      'It is not only one two three four five six seven eight nine but.',
    ].join('\n\n');
    const draft = formatArticle({ title: 'Draft', draft: true }, 'We delve.');
    expect(
      await listIn({ [ARTICLE_FILE]: formatArticle({}, body), 'articles/seo/draft.md': draft }),
    ).toEqual([]);
  });
});
