import { expect, test } from 'vitest';
import { computeReadTime, countWords } from './read-time.ts';

test.each([
  ['', 0],
  ['One two  three\nfour', 4],
  ['A dash – and & signs * are none', 6],
  ['It’s 5 % of $3.00, don’t round', 6],
  ['Größe naïve 日本', 3],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test.each([
  [0, 1],
  [329, 1],
  [330, 2],
  [2200, 10],
])('%i words take %i minutes', (words, minutes) => {
  expect(computeReadTime('word '.repeat(words))).toBe(minutes);
});
