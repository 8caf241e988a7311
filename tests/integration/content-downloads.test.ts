/** The files that articles of `content/` offer have the numbers of their articles. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readXlsx } from '../support/read-xlsx.ts';

const ARTICLES = path.join(import.meta.dirname, '../../site/content/articles');

/** Words of the article, whose last number a cell of a sheet has, rounded to the same place. */
const BUDGET_CELLS: readonly (readonly [words: string, sheet: number, cell: string])[] = [
  ["At 15 percent, you need 20 clicks. At $6 each, that's $120", 1, 'B16'],
  ['= $92.40 at most per new job', 1, 'B17'],
  ['= $46.20 at most per lead', 1, 'B18'],
  ['= $6.93 at most per click', 1, 'B19'],
  ['20 extra jobs × $92.40 = $1,848', 1, 'B20'],
  ['$600 ÷ 30.4 = $19.74', 1, 'B22'],
  ['on a single day](https://support.google.com/google-ads/answer/6385083), here $39.48', 1, 'B23'],
  ['100 clicks at $6 each, 15', 1, 'B27'],
  ['15 leads, 7.5', 1, 'B28'],
  ['one bar for the $1,732.50', 1, 'B29'],
  ['$600 pays for the ads, $1,132.50', 1, 'B30'],
  ['A job costs $80', 1, 'B31'],
  ['$8.64 × 0.03 = $0.26', 1, 'C19'],
  ['the extra job cost $150', 2, 'B9'],
];
const SHEETS: Readonly<Record<string, typeof BUDGET_CELLS>> = {
  'google-ads/google-search/google-ads-budget-small-business.md google-ads-budget.xlsx':
    BUDGET_CELLS,
  'email-marketing/campaign-design/newsletter-content-plan.md newsletter-year.xlsx': [
    ['2 × 6 + 1 × 6 = 18', 1, 'C17'],
    ["At two hours each, that's 36", 2, 'B4'],
    ['That makes 22', 2, 'B13'],
    ['click on the booking link, 55', 2, 'B18'],
    ['11 × $120 = $1,320', 2, 'B22'],
  ],
  'email-marketing/segmentation/rfm-segmentation.md rfm-customers.xlsx': [
    ['Bought within 60 days: 70', 1, 'B11'],
    ['More than 180 days: 320', 1, 'B13'],
    ['| Regulars | 33 | 35', 1, 'C20'],
    ['| Slipping regulars | 23, 13 | 65', 1, 'C21'],
    ['| On the way | 32, 22 | 105', 1, 'C22'],
    ['| First-time buyers | 31 | 70', 1, 'C23'],
    ['| Cooling off | 21 | 110', 1, 'C24'],
    ['| Gone quiet | 12, 11 | 415', 1, 'C25'],
    ['| **All** | | **800', 1, 'C26'],
    ['have spent $288', 1, 'D16'],
    ['The total is $73,800', 1, 'E15'],
    ['28,800 ÷ 73,800 = 39.0%', 1, 'D17'],
  ],
  'seo/local-seo/local-rank-tracking.md local-rank-grid.xlsx': [
    ['| Top-three share | 5 of 9 = 56%', 1, 'L5'],
    ['| Top-three share | 5 of 9 = 56% | 6 of 9 = 67%', 1, 'L6'],
    ['| Middle position | 3', 1, 'M5'],
    ['| Middle position | 3 | 2', 1, 'M6'],
    ['| Direction requests | 118 | 109', 3, 'C7'],
  ],
  'seo/technical-seo/ga4-utm-names.md utm-links.xlsx': [
    ['| **Orders in GA4** | **81** | **81', 3, 'C12'],
    ['GA4 saw 81 of them, or 90 percent', 3, 'C14'],
    ['| Newsletter | 21 | $40 | $1.90', 3, 'D17'],
    ['| Google Ads | 9 | $122 | $13.56', 3, 'D18'],
    ['| Facebook ads | 6 | $240 | $40.00', 3, 'D19'],
    ['| Flyer | 2 | $120 | $60.00', 3, 'D20'],
  ],
};

test.each(Object.entries(SHEETS))(
  '%s: the cells have the numbers of the article',
  (files, cells) => {
    const [article = '', sheet = ''] = files.split(' ');
    const text = readFileSync(path.join(ARTICLES, article), 'utf8');
    const read = readXlsx(readFileSync(path.join(ARTICLES, path.dirname(article), sheet)));
    for (const [words, page, cell] of cells) {
      expect(text).toContain(words);
      expect([words, formatLike(words, read(page, cell))]).toEqual([words, findLastNumber(words)]);
    }
  },
);

const NUMBER = /[\d,]+(?:\.(\d+))?(?=(%| percent)?\D*$)/;

function findLastNumber(words: string): string {
  return (NUMBER.exec(words)?.[0] ?? '').replaceAll(',', '');
}

function formatLike(words: string, value: number): string {
  const [, decimals = '', percent] = NUMBER.exec(words) ?? [];
  return (percent === undefined ? value : value * 100).toFixed(decimals.length);
}

test('the table of negative keywords has the words of its article, in quotes those of phrase match', () => {
  const folder = path.join(ARTICLES, 'google-ads/google-search');
  const [, list = ''] =
    /```\n(.*?)\n```/s.exec(readFileSync(path.join(folder, 'negative-keywords-list.md'), 'utf8')) ??
    [];
  const [, ...rows] = readFileSync(path.join(folder, 'negative-keywords.csv'), 'utf8')
    .trim()
    .split(/\r?\n/);
  const words = rows.map((row) => {
    const [word, match] = row.split(',');
    return match === 'Phrase' ? `"${word}"` : word;
  });
  expect(words).toEqual(list.split('\n'));
});
