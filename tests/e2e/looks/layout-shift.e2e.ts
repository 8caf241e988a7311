import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { listShifts, listVisitShifts, paint, sumShifts } from '../../support/browser/layout-shifts.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { navigate } from '../../support/browser/screen-states.ts';
import { sendInPieces } from '../../support/browser/send-in-pieces.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/screen-kinds.ts';

for (const { name, address, heading, status } of SCREEN_KINDS) {
  test(`${name} hardly shifts on a first visit, and not when a reader navigates to it`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    if (status === 404) expectProblem(NOT_FOUND_PROBLEM);
    const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
    const requests = recordRequests(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(address);
    await expect(title).toBeVisible();
    expect(await listVisitShifts(page, requests), 'first visit').toEqual([]);
    const held: Route[] = [];
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await visit(address === '/db-setup-help' ? '/sitemap' : '/db-setup-help');
      const left = await page.evaluate(() => performance.now());
      await page.route('**/api/**', (route) => void held.push(route));
      await navigate(page, address);
      await answerOneByOne(page, held);
      await expect(title).toBeVisible();
      await expect(page.locator('[data-placeholder]')).toHaveCount(0);
      expect(await listShifts(page, left), `navigation at ${width} px`).toEqual([]);
      await page.unroute('**/api/**');
    }
  });
}

/** A twentieth of the cumulative layout shift that web.dev calls good. A page that stops within its header shifts by 0.0042. */
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

/** Continues the held calls one by one, with a paint before each, until there are no more. */
async function answerOneByOne(page: Page, held: Route[]): Promise<void> {
  for (let idle = 0; idle < 3; ) {
    await paint(page);
    const route = held.shift();
    const isWaiting = (await page.locator('[data-placeholder], #Content:not(:has(h1))').count()) > 0;
    idle = route === undefined && !isWaiting ? idle + 1 : 0;
    if (route === undefined) continue;
    const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.continue();
    await answered;
  }
}

/** Waits until the browser is idle, at most a second: a browser that has rendered nothing is never idle. */
function rest(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );
}
