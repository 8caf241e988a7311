import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test('with a reader’s own text of twice the size the home page’s title keeps its words whole', async ({
  page,
  visit,
}) => {
  await visit('/');
  await doubleText(page);
  const title = page.getByRole('heading', { level: 1 });
  expect((await title.boundingBox())?.width).toBeGreaterThan(600);
  await page.setViewportSize({ width: 390, height: 844 });
  const shelves = page.getByRole('navigation', { name: 'Shelves' }).getByRole('link');
  const cut = await shelves.evaluateAll((links) =>
    links
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});

/** As a style sheet of the reader's own does, which moves no breakpoint. */
async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}
