import { expect, test } from '../../support/browser/journey.ts';
import { setFontSize } from '../../support/browser/measure-layout.ts';

test('at twice the default text size no word of the home page’s title is broken', async ({
  page,
  visit,
}) => {
  await visit('/');
  await setFontSize(page, '200%');
  const title = page.getByRole('heading', { level: 1 });
  expect((await title.boundingBox())?.width).toBeGreaterThan(600);
  await page.setViewportSize({ width: 390, height: 844 });
  const links = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  const cut = await links.evaluateAll((elements) =>
    elements
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});
