import { expect, test } from 'vitest';
import { formatStandard, listContentProblems } from '../../tests/support/content-folder.ts';

const COUNT = 'write a whole number, such as 3';
const ORPHAN =
  'content/articles/seo/local-seo/base-article.md is linked from no other article; link to /seo/local-seo/base-article from one where it helps';

test('a folder without a standard asks nothing, one with it asks what it says', async () => {
  expect(await listContentProblems({})).toEqual([]);
  expect(await listContentProblems({ 'standard.yaml': formatStandard() })).toEqual([ORPHAN]);
});

test('everything that is wrong with the standard is a problem at its line, and then nothing is asked', async () => {
  const standard = [
    'wordsMin: many',
    'wordsMax: 12.5',
    'titlesMax: 60',
    'forbiddenPhrases:',
    '  - reason: ""',
    '    phrases: []',
    '  - phrases:',
    '      - unlock',
    '      - "…"',
    `      - "${'x'.repeat(81)}"`,
  ];
  expect(await listContentProblems({ 'standard.yaml': standard.join('\n') })).toEqual([
    `content/standard.yaml:1 articleLinksMin is missing; ${COUNT}`,
    `content/standard.yaml:1 wordsMin is no whole number; ${COUNT}`,
    `content/standard.yaml:2 wordsMax is no whole number; ${COUNT}`,
    'content/standard.yaml:3 titlesMax is no known key; remove it, or write one of wordsMin, wordsMax, articleLinksMin, forbiddenPhrases',
    'content/standard.yaml:5 forbiddenPhrases.0.reason has 0 characters; write what the phrases do to a text, and what to write instead (at most 200 characters)',
    'content/standard.yaml:6 forbiddenPhrases.0.phrases is empty; write one phrase or more, each as "- "',
    'content/standard.yaml:7 forbiddenPhrases.1.reason is missing; write what the phrases do to a text, and what to write instead (at most 200 characters)',
    'content/standard.yaml:9 forbiddenPhrases.1.phrases.1 has no words; write 1 to 80 characters',
    'content/standard.yaml:10 forbiddenPhrases.1.phrases.2 has 81 characters; write 1 to 80 characters',
  ]);
});

test.each([
  [{ wordsMin: 9, wordsMax: 8 }, ':2 wordsMax is less than wordsMin; write a larger number'],
  [{ wordsMin: -1 }, `:1 wordsMin is less than nothing; ${COUNT}`],
  [
    { forbiddenPhrases: 'unlock' },
    ':4 forbiddenPhrases is no list; write one "- reason: …" with its phrases for each group, or [] for none',
  ],
])('%j is a problem', async (keys, problem) => {
  expect(await listContentProblems({ 'standard.yaml': formatStandard(keys) })).toEqual([
    `content/standard.yaml${problem}`,
  ]);
});
