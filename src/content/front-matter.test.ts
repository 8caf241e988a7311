import { describe, expect, test } from 'vitest';
import {
  ARTICLE,
  ARTICLE_ADDRESS,
  DESCRIPTION,
  formatArticle,
  formatLegacyPost,
  formatText,
  legacyFile,
  listContentProblems,
} from '../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../site/legacy-paths.ts';

const TITLE = 'write 1 to 60 characters';
const EXCERPT = 'write one or two sentences (at most 200 characters)';
const META = 'write 110 to 160 characters for the search result';
const FLAG = 'is neither true nor false; write true, or leave the key out';
const KEYS = 'title, excerpt, metaDescription, publishedAt, updatedAt, featured, draft, aliases';
const EARLY = '2024-12-31 is before publishedAt 2025-01-01; write a later date or leave it out';
const DATE = 'write it as "2025-03-04", or with time and zone as "2025-03-04T09:00:00+01:00"';

describe('an article', () => {
  test.each([
    ['title', undefined, 1, `is missing; ${TITLE}`],
    ['title', '', 2, `has 0 characters; ${TITLE}`],
    ['title', 'x'.repeat(61), 2, `has 61 characters; ${TITLE}`],
    ['title', 2024, 2, `is not a text; ${TITLE}`],
    ['title', 'a\nb', 2, 'holds a line break or a control character; write it in one line'],
    ['excerpt', undefined, 1, `is missing; ${EXCERPT}`],
    ['excerpt', ' ', 3, `has 0 characters; ${EXCERPT}`],
    ['excerpt', 'x'.repeat(201), 3, `has 201 characters; ${EXCERPT}`],
    ['metaDescription', undefined, 1, `is missing; ${META}`],
    ['metaDescription', 'x'.repeat(109), 4, `has 109 characters; ${META}`],
    ['metaDescription', 'x'.repeat(161), 4, `has 161 characters; ${META}`],
    ['publishedAt', undefined, 1, `is missing; ${DATE}`],
    ['publishedAt', '2026-02-30', 5, `is not a valid date; ${DATE}`],
    ['publishedAt', '2025-01-01T09:00:00', 5, `is not a valid date; ${DATE}`],
    ['publishedAt', 'soon', 5, `is not a valid date; ${DATE}`],
    ['updatedAt', '2025-13-01', 6, `is not a valid date; ${DATE}`],
    ['updatedAt', '2024-12-31', 6, EARLY],
    ['featured', 'yes', 6, FLAG],
    ['draft', 1, 6, FLAG],
    ['author', 'me', 6, `is not a known key; remove it, or write one of ${KEYS}`],
  ] as const)('with %s: %j is a problem of line %i', async (key, value, line, message) => {
    const article = formatArticle({ excerpt: 'An excerpt.', metaDescription: DESCRIPTION, [key]: value });
    expect(await listContentProblems({ [ARTICLE]: article })).toEqual([
      `content/${ARTICLE}:${line} ${key} ${message}`,
    ]);
  });

  test.each([
    ['title', `${'é'.repeat(59)}🥐`],
    ['publishedAt', '2025-01-01T09:00:00+01:00'],
    ['publishedAt', '2024-02-29T23:59:59.999Z'],
    ['updatedAt', '2025-01-01'],
  ])('may have %s: %j', async (key, value) => {
    expect(await listContentProblems({ [ARTICLE]: formatArticle({ [key]: value }) })).toEqual([]);
  });

  test('may be written with Windows line ends and a byte order mark', async () => {
    const article = `\uFEFF${formatArticle().replaceAll('\n', '\r\n')}`;
    expect(await listContentProblems({ [ARTICLE]: article })).toEqual([]);
  });

  test('reports all problems at once', async () => {
    const article = formatArticle(
      { title: undefined, excerpt: '', updatedAt: '2024-01-01', foo: 1 },
      '# Title',
    );
    const problems = await listContentProblems({ [ARTICLE]: article });
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

  test.each([
    ['that is missing', 'Only words.', [`:1 ${missing}`]],
    ['that is not closed', '---\ntitle: "x"\n\nWords.', [`:1 ${missing}`]],
    [
      'that is a list',
      '---\n- title\n---\n\nWords.',
      [':1 is not a mapping; write one "key: value" per line'],
    ],
  ])('%s is a problem', async (_, text, problems) => {
    expect(await listContentProblems({ [ARTICLE]: text })).toEqual(
      problems.map((problem) => `content/${ARTICLE}${problem}`),
    );
  });

  test.each([
    ['an unquoted colon', formatArticle().replace('"Base article"', 'Base: article'), 2],
    ['a repeated key', formatArticle().replace('publishedAt', 'title: "b"\npublishedAt'), 5],
    ['an alias that leads nowhere', formatArticle().replace('"Base article"', '*nowhere'), 2],
  ])('that is not valid YAML is a problem with its line: %s', async (_, text, line) => {
    const [problem, ...others] = await listContentProblems({ [ARTICLE]: text });
    expect(problem).toMatch(new RegExp(`^content/${ARTICLE}:${line} is not valid YAML: .+; (put|write) `));
    expect(others).toEqual([]);
  });
});

test('a guide has the keys of a guide only', async () => {
  const keys = {
    title: 'The guide',
    metaDescription: 'x'.repeat(110),
    publishedAt: '2025-01-01',
    draft: true,
  };
  const file = 'guides/google-ads-coupon-codes.md';
  expect(await listContentProblems({ [file]: formatText(keys, 'Words.') })).toEqual([
    `content/${file}:5 draft is not a known key; remove it, or write one of title, metaDescription, publishedAt, updatedAt`,
  ]);
});

test('a legacy post has the keys of a legacy post only, and its addresses are paths', async () => {
  const url = LEGACY_PATHS[1] ?? '';
  const keys = { redirectTo: `https:/${ARTICLE_ADDRESS}`, publishedAt: '2025-01-01' };
  expect(await listContentProblems({ [legacyFile(url)]: formatLegacyPost(url, keys) })).toContainEqual(
    `content/${legacyFile(url)}:5 redirectTo does not start with /; write a path such as "/seo/local-seo"`,
  );
  expect(await listContentProblems({ [legacyFile(url)]: formatLegacyPost(url, keys) })).toContainEqual(
    `content/${legacyFile(url)}:6 publishedAt is not a known key; remove it, or write one of title, legacyUrl, metaDescription, redirectTo, updatedAt`,
  );
});
