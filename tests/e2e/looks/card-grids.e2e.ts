import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

/** Includes lists of one, two, three and five articles. */
const LISTINGS = [
  '/google-ads',
  '/facebook-ads',
  '/seo',
  '/email-marketing',
  '/seo/on-page-seo',
  '/google-ads/performance-max',
  '/google-ads/display',
];

test('the cards of a listing fill their rows at every width', async ({ page }) => {
  const ragged: string[] = [];
  for (const listing of LISTINGS) {
    await page.goto(listing);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    for (const width of [768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      ragged.push(
        ...(await listRaggedRows(page)).map((row) => `${listing} at ${width} px: ${row}`),
      );
    }
  }
  expect(ragged).toEqual([]);
});

/** The rows of cards that don't fill the width of the page's text. */
function listRaggedRows(page: Page): Promise<readonly string[]> {
  return page.getByRole('main').evaluate((main) => {
    const rows = new Map<number, { left: number; right: number }>();
    for (const card of main.querySelectorAll('li > article')) {
      const { top, left, right } = card.getBoundingClientRect();
      const row = rows.get(top) ?? { left, right };
      rows.set(top, { left: Math.min(row.left, left), right: Math.max(row.right, right) });
    }
    const title = main.querySelector('nav')?.getBoundingClientRect();
    return Array.from(rows.values())
      .filter(
        ({ left, right }) =>
          Math.abs(left - (title?.left ?? 0)) > 1 || Math.abs(right - (title?.right ?? 0)) > 1,
      )
      .map(({ left, right }) => `from ${left} to ${right}`);
  });
}
