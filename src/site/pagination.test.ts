import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampPage, countPages, parsePageNumber } from './pagination.ts';

describe('countPages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [24, 1],
    [25, 2],
    [48, 2],
    [49, 3],
  ])('puts %d posts on %d pages of 24', (total, pageCount) => {
    expect(countPages(total, 24)).toBe(pageCount);
  });
});

describe('parsePageNumber', () => {
  it.each([
    [undefined, 1],
    ['', 1],
    ['abc', 1],
    ['0', 1],
    ['-3', 1],
    ['1.5', 1],
    ['1e3', 1],
    ['0x10', 1],
    ['2 3', 1],
    ['Infinity', 1],
    ['1', 1],
    [' 2 ', 2],
    ['+3', 3],
    ['007', 7],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER],
  ])('reads %j as page %d', (text, page) => {
    expect(parsePageNumber(text)).toBe(page);
  });

  it('always gives a page that a list can be asked for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.bigInt().map(String)), (text) => {
        const page = parsePageNumber(text);
        expect(Number.isSafeInteger(page) && page >= 1).toBe(true);
      }),
    );
  });
});

describe('clampPage', () => {
  it.each([
    [0, 1],
    [1, 1],
    [7, 7],
    [8, 7],
    [Number.MAX_SAFE_INTEGER, 7],
  ])('takes page %d of 7 to page %d', (page, nearest) => {
    expect(clampPage(page, 7)).toBe(nearest);
  });
});
