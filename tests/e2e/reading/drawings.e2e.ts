import { lookAlike } from '../../support/browser/compare-screenshots.ts';
import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test('a drawing is as wide as the text, in its typeface, and follows the switch to dark mode', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const drawing = page
    .getByRole('figure')
    .getByRole('img', { name: /^Three boxes from wide to narrow/ });
  expect((await drawing.boundingBox())?.width).toBe(672);
  const light = await drawing.screenshot();

  await page.getByRole('button', { name: 'Dark mode' }).click();
  expect(await lookAlike(light, await drawing.screenshot()), 'dark').toBe(false);
  await page.getByRole('button', { name: 'Dark mode' }).click();
  expect(await lookAlike(light, await drawing.screenshot()), 'light again').toBe(true);

  const address = await drawing.evaluate((image: HTMLImageElement) => image.currentSrc);
  const svg = await (await page.request.get(address)).text();
  await drawing.evaluate(showInstead, svg);
  expect(await lookAlike(light, await drawing.screenshot()), 'a copy').toBe(true);
  await drawing.evaluate(showInstead, svg.replace(/@font-face\{.*?\}/, ''));
  expect(await lookAlike(light, await drawing.screenshot()), 'a copy without its font').toBe(false);
});

test('on a phone a drawing keeps its narrow form, and its text is legible', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(ARTICLE);
  const drawing = page
    .getByRole('figure')
    .getByRole('img', { name: /^Three boxes from wide to narrow/ });
  const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(360 / 200, 1);
  // Its text is 15 of its 360 units high.
  expect((width / 360) * 15).toBeGreaterThan(11);
});

async function showInstead(image: HTMLImageElement, svg: string): Promise<void> {
  image.parentElement?.querySelector('source')?.remove();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
}
