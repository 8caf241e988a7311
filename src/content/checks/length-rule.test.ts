import { expect, test } from 'vitest';
import { formatArticle, formatStandard, listContentProblems } from '../../../tests/support/content-folder.ts';

const FILE = 'articles/seo/technical-seo/counted.md';

/** The problems of one article of so many words, where an article has 5 to 8. */
async function listLengthProblems(words: number, keys: Parameters<typeof formatArticle>[0] = {}) {
  const problems = await listContentProblems({
    [FILE]: formatArticle({ title: 'Counted', ...keys }, 'word '.repeat(words)),
    'articles/seo/local-seo/base-article.md': formatArticle({}, 'These are just five words.'),
    'standard.yaml': formatStandard({ wordsMin: 5, wordsMax: 8 }),
  });
  return problems.filter((problem) => problem.startsWith(`content/${FILE} has`));
}

test.each([5, 8])('an article of %i words is as long as the standard says', async (words) => {
  expect(await listLengthProblems(words)).toEqual([]);
});

test('an article that is too short or too long is a problem', async () => {
  expect(await listLengthProblems(4)).toEqual([
    `content/${FILE} has 4 words; an article has 5 to 8, so say what is missing`,
  ]);
  expect(await listLengthProblems(9)).toEqual([
    `content/${FILE} has 9 words; an article has 5 to 8, so cut it or make it two`,
  ]);
});

test('headings and tables count', async () => {
  const body = '## Two words\n\n| a | b |\n|---|---|\n| c | d |';
  const problems = await listContentProblems({
    [FILE]: formatArticle({ title: 'Counted' }, body),
    'standard.yaml': formatStandard({ wordsMin: 7 }),
  });
  expect(problems).toContainEqual(expect.stringContaining(`content/${FILE} has 6 words`));
});

test('a draft may be of any length, and so may the guide and a legacy post', async () => {
  expect(await listLengthProblems(1, { draft: true })).toEqual([]);
  const problems = await listContentProblems({ 'standard.yaml': formatStandard({ wordsMin: 100 }) });
  expect(problems.filter((problem) => /words;/.test(problem))).toEqual([
    'content/articles/seo/local-seo/base-article.md has 2 words; an article has 100 to 9999, so say what is missing',
  ]);
});

test('without a standard an article may be of any length', async () => {
  expect(await listContentProblems({ [FILE]: formatArticle({ title: 'Counted' }, 'One.') })).toEqual([]);
});
