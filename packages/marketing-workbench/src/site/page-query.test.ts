import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePageNumber, parseSearchText } from './page-query.ts';

describe('parseSearchText', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    [' \t\n ', ''],
    ['  google ads ', 'google ads'],
    ['google  ads', 'google  ads'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), 'x'.repeat(200)],
    [`  ${'x'.repeat(200)}  `, 'x'.repeat(200)],
    [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
    ['📈'.repeat(201), '📈'.repeat(200)],
  ])('reads %j as %j', (text, parsed) => {
    expect(parseSearchText(text)).toBe(parsed);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const once = parseSearchText(text);
        expect(parseSearchText(once)).toBe(once);
      }),
    );
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
});
