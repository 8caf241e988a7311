import { expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  formatArticle,
  listContentFindings,
} from '../../../../../tests/support/content-folder.ts';
import { listComparisonProblems } from './comparison-rules.ts';

/** The messages for one comment below a text that says `words`. */
function check(text: string, words: string): readonly string[] {
  return listComparisonProblems({
    comparisons: [{ line: 3, text }],
    passages: [{ line: 1, text: words, sketch: [] }],
  }).map(({ message }) => message);
}

const NUMBERS = '18 orders and 12; 26, 11, 100, 50.5, 1,200 and 120, 300 and 18, 240, 84, 75, 45';

test.each([
  ['compare 18 with 12: chance'],
  ['compare 12 with 18: chance'],
  ['compare 26 with 11: difference'],
  ['compare 11 with 26: difference'],
  ['compare 100 with 50.5: difference'],
  ['compare 75 with 45: difference'],
  ['compare 120 of 1,200 with 18 of 300: difference'],
  ['compare 18 of 300 with 120 of 1200: difference'],
  ['compare 120 of 240 with 84 of 240: difference'],
  // The counts are far apart, but so are the totals.
  ['compare 100 of 1200 with 18 of 240: chance'],
])('“%s” follows from the rule', (text) => {
  expect(check(text, NUMBERS)).toEqual([]);
});

test('a gap that is as large as chance makes it is chance', () => {
  expect(check('compare 10 with 6: chance', '10 and 6')).toEqual([]);
  expect(check('compare 9 with 3: chance', '9 and 3')).toEqual([]);
  // 2 × √16 = 8.
  expect(check('compare 12 with 4: chance', '12 and 4')).toEqual([]);
  expect(check('compare 12.1 with 4: difference', '12.1 and 4')).toEqual([]);
});

test.each([
  [
    'compare 18 with 12: difference',
    'is wrong: the gap is 6, and chance reaches 2 × √30 = 11, so it is chance; correct the text and the comment',
  ],
  [
    'compare 26 with 11: chance',
    'is wrong: the gap is 15, and chance reaches 2 × √37 = 12.2, so it is difference; correct the text and the comment',
  ],
  [
    'compare 120 of 1,200 with 18 of 300: chance',
    'is wrong: 120 differs by 9.6 from 110.4, its share of both, and chance reaches 9.4, so it is difference; correct the text and the comment',
  ],
  [
    'compare 120 of 240 with 84 of 240: chance',
    'is wrong: the gap is 36, and chance reaches 2 × √204 = 28.6, so it is difference; correct the text and the comment',
  ],
  [
    'compare 19 with 13 of 1200: chance',
    'is not a comparison; write it as “compare 91 with 98: chance” or “compare 9 of 120 with 20 of 150: difference”',
  ],
  ['compare 18 to 12: chance', expect.stringContaining('is not a comparison')],
  ['compare 18 with 12: luck', expect.stringContaining('is not a comparison')],
  ['compare 18 of 0 with 12 of 300: chance', expect.stringContaining('is not a comparison')],
  ['compare 18 with 13: chance', 'has 13, which the text does not say; correct the comment'],
  [
    'compare 1 of 30 with 10 of 20: difference',
    'has 1 and 10 and 30 and 20, which the text does not say; correct the comment',
  ],
])('“%s” is a problem', (text, message) => {
  const [found = '', ...more] = check(text, NUMBERS);
  expect(more).toEqual([]);
  expect(found.startsWith(`comment “${text}” `)).toBe(true);
  expect(found.slice(`comment “${text}” `.length)).toEqual(message);
});

test.each([
  ['six against Twenty', 'compare 6 with 20: difference'],
  ['fifty forms, thirty-one leads', 'compare 50 with 30: difference'],
  ['1,234 visits, and 56.', 'compare 1234 with 56: difference'],
])('the numbers of “%s” are known', (words, text) => {
  expect(check(text, words)).toEqual([]);
});

test('a comment that readers do not see is a comparison, wherever it stands; other comments are not', async () => {
  const body = `Ad A had 18 orders and ad B had 12.

[//]: # (compare 18 with 12: difference)
[//]: # (compare prices again in spring)
[comment]: # "compare 18 with 13: chance"

> Then 26 and 11.
>
> [//]: # (compare 26 with 11: difference)

- 26 and 12

  [//]: # (compare 26 with 12: difference)`;
  expect(await listContentFindings({ [ARTICLE_FILE]: formatArticle({}, body) })).toEqual([
    `content/${ARTICLE_FILE}:10 comment “compare 18 with 12: difference” is wrong: the gap is 6, and chance reaches 2 × √30 = 11, so it is chance; correct the text and the comment`,
    `content/${ARTICLE_FILE}:12 comment “compare 18 with 13: chance” has 13, which the text does not say; correct the comment`,
  ]);
});
