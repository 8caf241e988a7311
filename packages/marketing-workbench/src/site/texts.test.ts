import { describe, expect, it } from 'vitest';
import { cutExcerpt, findCut, formatArticleCount, formatViews } from './texts.ts';

describe('formatViews', () => {
  it.each([
    [undefined, undefined],
    [0, undefined],
    [1, '1 view'],
    [2, '2 views'],
    [999, '999 views'],
    [1000, '1000 views'],
    [1001, '1.0k views'],
    [1100, '1.1k views'],
    [12345, '12.3k views'],
    [1_000_000, '1000.0k views'],
  ])('shows %s as %s', (views, shown) => {
    expect(formatViews(views)).toBe(shown);
  });
});

describe('findCut', () => {
  it.each([
    ['one two three', 12, 0, 7],
    ['one two three', 7, 0, 7],
    ['one two three', 4, 4, 7],
    ['one two three', 9, 4, 13],
    ['one two three', 2, 4, 6],
    ['one two three', 13, 0, 13],
    ['\u8a9e\u8a9e\u8a9e', 2, 0, 2],
    ['\u{20bb7}\u{20bb7}', 3, 0, 2],
  ])('cuts %s, which may have %d units from %d on, at %d', (text, max, start, cut) => {
    expect(findCut(text, max, start)).toBe(cut);
  });
});

describe('formatArticleCount', () => {
  it.each([
    [0, '0 articles'],
    [1, '1 article'],
    [2, '2 articles'],
  ])('shows %d as %s', (count, shown) => {
    expect(formatArticleCount(count)).toBe(shown);
  });
});

describe('cutExcerpt', () => {
  it.each([
    ['nothing', '', ''],
    ['80 characters', 'x'.repeat(80), 'x'.repeat(80)],
    ['81 characters', 'x'.repeat(81), `${'x'.repeat(80)}…`],
    ['80 emoji', '📈'.repeat(80), '📈'.repeat(80)],
    ['81 emoji', '📈'.repeat(81), `${'📈'.repeat(80)}…`],
    ['an emoji across position 80', `${'x'.repeat(79)}📈y`, `${'x'.repeat(79)}📈…`],
    ['a space at position 80', `${'x'.repeat(79)} y`, `${'x'.repeat(79)} …`],
  ])('cuts %s correctly', (_, excerpt, shown) => {
    expect(cutExcerpt(excerpt)).toBe(shown);
  });
});
