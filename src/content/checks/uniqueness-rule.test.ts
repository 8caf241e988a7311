import { expect, test } from 'vitest';
import {
  ARTICLE,
  DESCRIPTION,
  formatArticle,
  formatLegacyPost,
  legacyFile,
  listContentProblems,
} from '../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../site/legacy-paths.ts';

const OTHER = 'articles/seo/technical-seo/other.md';

test('two articles with one slug are a problem that names both, wherever they stand', async () => {
  const file = 'articles/google-ads/display/base-article.md';
  expect(await listContentProblems({ [file]: formatArticle({ title: 'Another' }) })).toEqual([
    `content/${ARTICLE} has the slug “base-article”, and so has content/${file}; rename one of the two`,
  ]);
});

test.each([
  [
    'title',
    2,
    'Base article',
    { title: 'BASE article', excerpt: 'Other words.', metaDescription: DESCRIPTION },
  ],
  ['excerpt', 3, 'One excerpt.', { title: 'Another', excerpt: 'One excerpt.' }],
  ['metaDescription', 4, DESCRIPTION, { title: 'Another', metaDescription: DESCRIPTION }],
])('two texts with one %s are a problem', async (key, line, value, keys) => {
  const texts = { [ARTICLE]: formatArticle({ [key]: value }), [OTHER]: formatArticle(keys) };
  expect(await listContentProblems(texts)).toEqual([
    `content/${OTHER}:${line} ${key} is the same as in content/${ARTICLE}; give each its own`,
  ]);
});

test('a draft and a text with a wrong key count too', async () => {
  const draft = formatArticle({ excerpt: undefined, metaDescription: DESCRIPTION, draft: true });
  expect(await listContentProblems({ [OTHER]: draft })).toEqual([
    `content/${OTHER}:1 excerpt is missing; write one or two sentences (at most 200 characters)`,
    `content/${OTHER}:2 title is the same as in content/${ARTICLE}; give each its own`,
  ]);
});

test('two legacy posts for one old path are a problem, and so is the path that is left', async () => {
  const [first = '', second = ''] = LEGACY_PATHS;
  const text = formatLegacyPost(first, { title: 'Another', metaDescription: DESCRIPTION });
  expect(await listContentProblems({ [legacyFile(second)]: text })).toEqual([
    `content/legacy has no post for the legacy path ${second}; write one with legacyUrl: "${second}"`,
    `content/${legacyFile(second)}:3 legacyUrl is the same as in content/${legacyFile(first)}; give each its own`,
  ]);
});
