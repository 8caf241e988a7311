import { expect, test } from 'vitest';
import { encodeText } from './encode-text.ts';

test.each([
  ['letters of one byte', 'plain'],
  ['accents, quotes, emoji and a half of a pair', 'é “so” 😀 \ud83d!'],
  ['more than fits into the scratch', '“é”'.repeat(400_000)],
  ['nothing', ''],
])('encodes %s as Node does', (_, text) => {
  expect(encodeText(text).equals(Buffer.from(text))).toBe(true);
});

test('what was encoded stays as it was when the next text is', () => {
  const first = encodeText('first');
  encodeText('other');
  expect(first.toString()).toBe('first');
});
