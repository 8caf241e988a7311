import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { listShifts, paint, sumShifts } from '../../support/browser/layout-shifts.ts';
import { sendInPieces } from '../../support/browser/send-in-pieces.ts';

/**
 * A twentieth of the cumulative layout shift that web.dev calls good. A page that stops within its
 * header shifts by 0.0042.
 */
const STALLED_SHIFT_MAX = 0.005;

for (const { end, address } of [
  { end: '</li>', address: '/seo/local-seo' },
  { end: '</nav>', address: '/seo/local-seo' },
  { end: '</button>', address: '/seo/local-seo' },
  { end: '</header>', address: '/seo/local-seo' },
  { end: '</tr>', address: '/google-ads/google-search/keyword-match-types' },
]) {
  test(`the layout hardly shifts if a page arrives up to its first ${end} and then the rest`, async ({
    page,
    site,
  }) => {
    // Here the table begins within the window.
    await page.setViewportSize({ width: 390, height: 844 });
    const slow = await sendInPieces(site, end);
    const style = page.waitForResponse(/\.css$/);
    await page.goto(slow.origin + address, { waitUntil: 'commit' });
    await (await style).finished();
    await rest(page);
    slow.sendRest();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(sumShifts(await listShifts(page))).toBeLessThan(STALLED_SHIFT_MAX);
    await page.goto('about:blank');
    await slow.stop();
  });
}

test('scrolling through an article causes no layout shift', async ({ page, visit }) => {
  await visit('/google-ads/google-search/keyword-match-types');
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, 250);
    await paint(page);
  }
  expect(await listShifts(page)).toEqual([]);
});

/**
 * Waits until the browser is idle, at most a second: a browser that has rendered nothing is never
 * idle.
 */
function rest(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );
}
