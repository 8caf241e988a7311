import { describe, expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  DESCRIPTION,
  formatArticle,
  formatLegacyPost,
  formatText,
  legacyFile,
  listContentFindings,
} from '../../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../../../tests/support/default-site.ts';
import { FRONT_MATTER } from './texts/text-keys.ts';

const TITLE = 'write 1 to 60 characters';
const EXCERPT = 'write one or two sentences (at most 200 characters)';
const META = 'write 110 to 160 characters for the search result';
const FLAG = 'is neither true nor false; write true, or leave the key out';
const KEYS = Object.keys(FRONT_MATTER.article.shape).join(', ');
const CANONICAL =
  'write the https address of the original, such as "https://example.com/the-original"';
const CHECKED = 'write the day of the last check';
const TAG = 'write 1 to 40 characters';
const TAGS = 'write 1 to 8 names as ["SEO audit", "Titles"]';
const SEO_TITLE = 'write 1 to 70 characters for the title tag';
const EARLY = '2024-12-31 is before publishedAt 2025-01-01; write a later date or leave it out';
const DATE =
  'write it as "2025-03-04", or with a time as "2025-03-04 09:00" (in the time zone of the site) or "2025-03-04T09:00+01:00"';

describe('an article', () => {
  test.each([
    ['title', undefined, 1, `is missing; ${TITLE}`],
    ['title', '', 2, `has 0 characters; ${TITLE}`],
    ['title', 'x'.repeat(301), 2, `has 301 characters; ${TITLE}`],
    ['title', 2024, 2, 'is not a text; write "2024", in quotes'],
    ['title', 'a\nb', 2, 'holds a line break or a control character; write it in one line'],
    ['excerpt', 'x'.repeat(1001), 3, `has 1001 characters; ${EXCERPT}`],
    ['metaDescription', 'x'.repeat(1001), 4, `has 1001 characters; ${META}`],
    ['publishedAt', undefined, 1, `is missing; ${DATE}`],
    ['publishedAt', '2026-02-30', 5, `is not a valid date; ${DATE}`],
    ['publishedAt', '2025-01-01 25:00', 5, `is not a valid date; ${DATE}`],
    ['publishedAt', 'soon', 5, `is not a valid date; ${DATE}`],
    ['updatedAt', '2025-13-01', 6, `is not a valid date; ${DATE}`],
    ['updatedAt', '2024-12-31', 6, EARLY],
    ['featured', 'yes', 6, FLAG],
    ['draft', 1, 6, FLAG],
    ['seoTitle', '', 6, `has 0 characters; ${SEO_TITLE}`],
    ['seoTitle', 'x'.repeat(71), 6, `has 71 characters; ${SEO_TITLE}`],
    ['tags', 'SEO audit', 6, `is not a list; ${TAGS}`],
    ['tags', [], 6, `has 0 names; ${TAGS}`],
    ['tags', [...'abcdefghi'], 6, `has 9 names; ${TAGS}`],
    ['noindex', 'yes', 6, FLAG],
    ['canonical', '/seo/local-seo', 6, `is not an https address; ${CANONICAL}`],
    ['canonical', 'http://example.com/', 6, `is not an https address; ${CANONICAL}`],
    ['checkedAt', 'today', 6, `is not a valid date; ${DATE}`],
    ['writer', 'me', 6, `is not a known key; remove it, or write one of ${KEYS}`],
  ] as const)('with %s: %j is a problem of line %i', async (key, value, line, message) => {
    const article = formatArticle({
      excerpt: 'An excerpt.',
      metaDescription: DESCRIPTION,
      [key]: value,
    });
    expect(await listContentFindings({ [ARTICLE_FILE]: article })).toEqual([
      `content/${ARTICLE_FILE}:${line} ${key} ${message}`,
    ]);
  });

  test.each([
    [
      'title',
      'x'.repeat(61),
      '2 advice (lengths): title has 61 characters; write 1 to 60 characters',
    ],
    [
      'excerpt',
      undefined,
      `1 advice (descriptions): excerpt is missing, so the site takes the beginning of the text; ${EXCERPT}`,
    ],
    [
      'excerpt',
      ' ',
      `3 advice (descriptions): excerpt is missing, so the site takes the beginning of the text; ${EXCERPT}`,
    ],
    ['excerpt', 'x'.repeat(201), `3 advice (lengths): excerpt has 201 characters; ${EXCERPT}`],
    [
      'metaDescription',
      undefined,
      `1 advice (descriptions): metaDescription is missing, so the site takes the excerpt; ${META}`,
    ],
    [
      'metaDescription',
      'x'.repeat(109),
      `4 advice (lengths): metaDescription has 109 characters; ${META}`,
    ],
    [
      'checkedAt',
      '2025-06-02',
      `6 advice (dates): checkedAt 2025-06-02 is in the future; ${CHECKED}`,
    ],
    [
      'updatedAt',
      '2025-06-02',
      '6 advice (dates): updatedAt 2025-06-02 is in the future; write the day of the last change',
    ],
    [
      'checkedAt',
      '2024-05-31',
      '6 advice (overdueChecks): checkedAt 2024-05-31 is more than 12 months ago; check the text again, or remove the key',
    ],
    [
      'metaDescription',
      'x'.repeat(161),
      `4 advice (lengths): metaDescription has 161 characters; ${META}`,
    ],
  ])('with %s: %j gets advice', async (key, value, advice) => {
    const article = formatArticle({
      excerpt: 'An excerpt.',
      metaDescription: DESCRIPTION,
      [key]: value,
    });
    expect(await listContentFindings({ [ARTICLE_FILE]: article })).toEqual([
      `content/${ARTICLE_FILE}:${advice}`,
    ]);
  });

  test.each([
    { checkedAt: '2024-06-02' },
    { updatedAt: '2025-06-01' },
    { publishedAt: '2025-06-02', updatedAt: '2025-06-02' },
  ])('with %o gets no advice', async (dates) => {
    const article = formatArticle({ title: 'Another', ...dates });
    expect(await listContentFindings({ 'articles/seo/another.md': article })).toEqual([]);
  });

  test('that was changed after it was checked gets advice', async () => {
    const article = formatArticle({ updatedAt: '2025-02-03', checkedAt: '2025-02-02' });
    expect(await listContentFindings({ [ARTICLE_FILE]: article })).toEqual([
      `content/${ARTICLE_FILE}:7 advice (dates): checkedAt 2025-02-02 is before updatedAt 2025-02-03; ${CHECKED}`,
    ]);
  });

  test.each([
    ['x'.repeat(41), `has 41 characters; ${TAG}`],
    ['?!', `has neither a letter nor a digit, which its address needs; ${TAG}`],
  ])('with the tag %s is a problem', async (tag, message) => {
    expect(
      await listContentFindings({ [ARTICLE_FILE]: formatArticle({ tags: ['News', tag] }) }),
    ).toEqual([`content/${ARTICLE_FILE}:6 tags 2 ${message}`]);
  });

  test('with a tag that is spelled in two ways is a problem', async () => {
    const other = 'articles/seo/local-seo/other.md';
    const files = {
      [ARTICLE_FILE]: formatArticle({ tags: ['SEO audit'] }),
      [other]: formatArticle({ title: 'Other', tags: ['Titles', 'seo audit', 'titles'] }),
    };
    expect(await listContentFindings(files)).toEqual([
      `content/${other}:6 tag “seo audit” is “SEO audit” in content/${ARTICLE_FILE}; write it the same way in both`,
      `content/${other}:6 tag “titles” is in the list already; remove it`,
    ]);
  });

  test('with noindex and a canonical address gets advice', async () => {
    const article = formatArticle({ canonical: 'https://example.com/original', noindex: true });
    expect(await listContentFindings({ [ARTICLE_FILE]: article })).toEqual([
      `content/${ARTICLE_FILE}:7 advice (indexing): noindex hides the page from search engines, and canonical sends them on; keep one of the two`,
    ]);
  });

  test.each([
    ['titel', 'title'],
    ['PublishedAt', 'publishedAt'],
    ['exerpt', 'excerpt'],
  ])('with the key %s is one problem', async (wrong, key) => {
    const article = formatArticle().replace(`${key}:`, `${wrong}:`);
    const line = article.split('\n').findIndex((text) => text.startsWith(wrong)) + 1;
    expect(await listContentFindings({ [ARTICLE_FILE]: article })).toEqual([
      `content/${ARTICLE_FILE}:${line} \`${wrong}\`: did you mean \`${key}\`?`,
    ]);
  });

  test.each([
    ['title', `${'í'.repeat(59)}🥐`],
    ['publishedAt', '2025-01-01T09:00'],
    ['publishedAt', '2025-01-01 09:00:30'],
    ['publishedAt', '2025-01-01 09:00+01:00'],
    ['publishedAt', '2025-01-01T09:00:00+01:00'],
    ['publishedAt', '2024-02-29T23:59:59.999Z'],
    ['updatedAt', '2025-01-01'],
  ])('may have %s: %j', async (key, value) => {
    expect(await listContentFindings({ [ARTICLE_FILE]: formatArticle({ [key]: value }) })).toEqual(
      [],
    );
  });

  test('may be written with Windows line ends and a byte order mark', async () => {
    const article = `\uFEFF${formatArticle().replaceAll('\n', '\r\n')}`;
    expect(await listContentFindings({ [ARTICLE_FILE]: article })).toEqual([]);
  });

  test('reports all problems at once', async () => {
    const article = formatArticle(
      { title: undefined, excerpt: 1, updatedAt: '2024-01-01', foo: 1 },
      '# Title',
    );
    const problems = await listContentFindings({ [ARTICLE_FILE]: article });
    expect(problems.map((problem) => problem.replace(/^\S+:(\d+) (\S+).*/, '$1 $2'))).toEqual([
      '1 title',
      '2 excerpt',
      '5 updatedAt',
      '6 foo',
      '9 heading',
    ]);
  });
});

describe('front matter', () => {
  const missing = 'has no front matter; begin it with a line ---, the keys, and another line ---';
  const open = 'the front matter is not closed; write a line --- here, below the last key';

  test.each([
    ['that is missing', 'Only words.', [`:1 ${missing}`]],
    ['that is not closed', '---\ntitle: "x"\n\nWords.', [`:3 ${open}`]],
    [
      'that is not closed above a line ---',
      '---\ntitle: "x"\n\n\nSome: words\nmore.\n\n---\n\nx',
      [`:3 ${open}`],
    ],
    ['that is not closed above a heading', '---\ntitle: "x"\n## Words\n', [`:3 ${open}`]],
    [
      'that is a list',
      '---\n- title\n---\n\nWords.',
      [`:1 is not a mapping; write one "key: value" per line, of ${KEYS}`],
    ],
  ])('%s is a problem', async (_, text, problems) => {
    expect(await listContentFindings({ [ARTICLE_FILE]: text })).toEqual(
      problems.map((problem) => `content/${ARTICLE_FILE}${problem}`),
    );
  });

  test.each([
    ['an unquoted colon', formatArticle().replace('"Base article"', 'Base: article'), 2],
    ['a repeated key', formatArticle().replace('publishedAt', 'title: "b"\npublishedAt'), 5],
    ['an alias that leads nowhere', formatArticle().replace('"Base article"', '*nowhere'), 2],
  ])('that is not valid YAML is a problem with its line: %s', async (_, text, line) => {
    const [problem, ...others] = await listContentFindings({ [ARTICLE_FILE]: text });
    expect(problem).toMatch(
      new RegExp(`^content/${ARTICLE_FILE}:${line} is not valid YAML: .+; (put|write) `),
    );
    expect(others).toEqual([]);
  });
});

test('a guide has the keys of a guide only', async () => {
  const keys = {
    title: 'The guide',
    metaDescription: 'x'.repeat(110),
    publishedAt: '2025-01-01',
    featured: true,
  };
  const file = 'guides/google-ads-coupon-codes.md';
  expect(await listContentFindings({ [file]: formatText(keys, 'Words.') })).toEqual([
    `content/${file}:5 featured is not a known key; remove it, or write one of ${Object.keys(FRONT_MATTER.guide.shape).join(', ')}`,
  ]);
});

test('a legacy post has the keys of a legacy post only, and its addresses are paths', async () => {
  const url = LEGACY_PATHS[1] ?? '';
  const keys = { redirectTo: `https:/${ARTICLE_ADDRESS}`, publishedAt: '2025-01-01' };
  expect(
    await listContentFindings({ [legacyFile(url)]: formatLegacyPost(url, keys) }),
  ).toContainEqual(
    `content/${legacyFile(url)}:5 redirectTo does not start with /; write a path such as "/seo/local-seo"`,
  );
  expect(
    await listContentFindings({ [legacyFile(url)]: formatLegacyPost(url, keys) }),
  ).toContainEqual(
    `content/${legacyFile(url)}:6 publishedAt is not a known key; remove it, or write one of title, legacyUrl, metaDescription, redirectTo, updatedAt`,
  );
});

test('answers name headings of the text, whatever their quotation marks', async () => {
  const write = (...sections: readonly string[]) => {
    const answers = sections.map((section) => ({ section, questions: ['why'] }));
    const keys = { excerpt: 'An excerpt.', metaDescription: DESCRIPTION, answers };
    return {
      [ARTICLE_FILE]: formatArticle(
        keys,
        '## What you don\'t see\n\nWords.\n\n### "Poor"\n\nWords.',
      ),
    };
  };
  expect(await listContentFindings(write("What you don't see", '“Poor”'))).toEqual([]);
  expect(await listContentFindings(write('Poor', 'What you don’t'))).toEqual(
    ['Poor', 'What you don’t'].map(
      (section) =>
        `content/${ARTICLE_FILE}:6 \`${section}\` is not a heading of the text; write the words of a heading of the text, or leave the key out for the whole text`,
    ),
  );
});
