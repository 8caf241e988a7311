import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no character is in two files of one typeface', () => {
  const styles = readFileSync(new URL('fonts.css', import.meta.url), 'utf8');
  const files = Array.from(
    styles.matchAll(/(\w+)-(?:common|rare)\.woff2.*?unicode-range:([^;]+);/gs),
  );
  const letters = files.map(([, typeface = '', ranges = '']) => ({
    typeface,
    codes: readRanges(ranges),
  }));
  expect(letters.map(({ typeface }) => typeface).toSorted()).toEqual([
    'bitter',
    'bitter',
    'text',
    'text',
  ]);
  for (const typeface of ['bitter', 'text']) {
    const codes = letters
      .filter((file) => file.typeface === typeface)
      .flatMap((file) => file.codes);
    expect(codes.filter((code, index) => codes.indexOf(code) < index)).toEqual([]);
  }
});

/** Returns the code points of a `unicode-range`. */
function readRanges(text: string): readonly number[] {
  return text.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  });
}
