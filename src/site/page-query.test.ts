import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchText } from './page-query.ts';

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
