import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeUndrawable } from './draw-card.ts';

test('the typefaces have a glyph for every character that a card may show', async () => {
  const box = await drawTop('\uf8f0');
  expect(await drawTop('\u5c0f')).toBe(box);
  const characters = Array.from({ length: 0x2300 - 0x21 }, (_, index) =>
    String.fromCodePoint(index + 0x21),
  );
  const drawable = characters.filter(
    (character) => /\S/.test(character) && removeUndrawable(`a${character}`).length > 1,
  );
  expect(drawable.length).toBeGreaterThan(600);
  const missing: string[] = [];
  for (const character of drawable) if ((await drawTop(character)) === box) missing.push(character);
  expect(missing).toEqual([]);
});

test.each([
  ['Launch day \u{1f389}: a  list', 'Launch day: a list'],
  ['Love \u2764\ufe0f, and profit', 'Love, and profit'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['Ads \u5c0f', ''],
  ['\u{1f389}', ''],
])('of %j a card shows %j', (text, shown) => {
  expect(removeUndrawable(text)).toBe(shown);
});

/**
 * The first rows of a character's picture with its size. A box has the same ones for every missing
 * glyph.
 */
async function drawTop(character: string): Promise<string> {
  const text = `<span>${character.replace('&', '&amp;').replace('<', '&lt;')}</span>`;
  const { data, info } = await sharp({
    text: { text, font: 'Bitter Bold 40', dpi: 72, rgba: true },
  })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `${info.width} ${info.height} ${data.toString('hex', 0, 4 * info.width)}`;
}
