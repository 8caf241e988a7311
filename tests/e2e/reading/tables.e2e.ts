import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test('on a phone three columns of a table are visible at once', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/google-ads/google-search/keyword-match-types');
  const table = findTable(page);
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a table that can scroll is shaded only at the edges with hidden columns, on ${colorScheme}`, async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 240, height: 844 });
    await page.emulateMedia({ colorScheme });
    await visit('/facebook-ads/feed-ads/facebook-ads-budget');
    const table = findTable(page);
    await table.scrollIntoViewIfNeeded();
    const [left, right] = [await shootEdge(table, 'left'), await shootEdge(table, 'right')];
    expect(left.equals(right)).toBe(false);
    await table.evaluate((region) => region.scrollTo({ left: region.scrollWidth }));
    expect((await shootEdge(table, 'right')).equals(left)).toBe(true);
    expect((await shootEdge(table, 'left')).equals(left)).toBe(false);
  });
}

function findTable(page: Page): Locator {
  return page
    .getByRole('region')
    .filter({ has: page.getByRole('table') })
    .first();
}

/** Two pixels at an edge of the table's head, below its text. */
async function shootEdge(table: Locator, edge: 'left' | 'right'): Promise<Buffer> {
  const head = await table.getByRole('columnheader').first().boundingBox();
  const { x, width } = (await table.boundingBox()) ?? { x: 0, width: 0 };
  const left = Math.round(edge === 'left' ? x + 3 : x + width - 4);
  const bottom = Math.floor((head?.y ?? 0) + (head?.height ?? 0));
  return table.page().screenshot({ clip: { x: left, y: bottom - 4, width: 1, height: 2 } });
}
