import { expect, test } from 'vitest';
import { drawFittingText, drawText, type TextDrawing } from './draw-text.ts';

const STYLE = { family: 'Sans', size: 132, colour: '#000000' };

test.each([
  ['How to A/B test a subject line', 'line'],
  ['Gmail and Yahoo now enforce their rules: is your mail safe?', 'safe?'],
  ['How much should a small business spend on Google Ads?', 'Ads?'],
])('the last line of “%s” has more than one word', async (title, last) => {
  const lone = await drawText(last, STYLE, 9999);
  for (const width of [640, 700, 712, 760, 1072]) {
    const drawing = await drawFittingText(title, STYLE, { width, height: 360, smallest: 44 });
    expect(drawing.width).toBeLessThanOrEqual(width);
    expect(drawing.height).toBeLessThanOrEqual(360);
    const { lineWidth, lineHeight } = measureLastLine(drawing);
    // Whatever its size, a line of one word is as wide for its height as that word.
    expect(lineWidth / lineHeight).toBeGreaterThan((1.3 * lone.width) / lone.height);
  }
});

/** The rows from the last with ink up to the first without. */
function measureLastLine({ bytes, width, height }: TextDrawing) {
  const ink = (row: number) =>
    Array.from({ length: width }, (_, x) => x).filter(
      (x) => (bytes[(row * width + x) * 4 + 3] ?? 0) > 0,
    );
  let [left, right, row] = [width, 0, height - 1];
  for (let places = ink(row); row > 0 && places.length > 0; row -= 1, places = ink(row)) {
    left = Math.min(left, places[0] ?? left);
    right = Math.max(right, places.at(-1) ?? right);
  }
  return { lineWidth: right - left, lineHeight: height - 1 - row };
}
