import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { keepNotifications } from '../../support/browser/keep-notifications.ts';
import { stopClock } from '../../support/browser/stop-clock.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const ARTICLE = '/seo/on-page-seo/title-tags';

test('copying the link of an article is confirmed by a notification', async ({ page, visit }) => {
  await visit(ARTICLE);
  await keepNotifications(page);
  await copyLink(page);
  const toast = listToasts(page);
  await expect(toast).toContainText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `https://www.marketingworkbench.example${ARTICLE}`,
  );
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
});

test('one notification at a time is shown, and it disappears after five seconds', async ({
  page,
  visit,
}) => {
  await visitAndStopClock(page, visit);
  await copyLink(page);
  await expect(listToasts(page)).toBeVisible();
  await listToasts(page).evaluate((toast) => toast.setAttribute('data-is-first', ''));
  await page.clock.runFor(2_000);
  await copyLink(page);
  await expect(listToasts(page).and(page.locator('[data-is-first]'))).toHaveCount(0);
  await expect(listToasts(page)).toHaveCount(1);
  await page.clock.runFor(4_500);
  await expect(listToasts(page)).toHaveCount(1);
  await page.clock.runFor(600);
  await expect(listToasts(page)).toHaveCount(0);
});

test('F8 moves the focus to the notifications, even before the first one', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  await keepNotifications(page);
  await page.keyboard.press('F8');
  await expect(page.getByRole('list').and(page.locator(':focus'))).toHaveCount(1);
  await copyLink(page);
  await expect(listToasts(page)).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(listToasts(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(listToasts(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(listToasts(page)).toHaveCount(0);
});

for (const { distance, count } of [
  { distance: 60, count: 0 },
  { distance: 40, count: 1 },
]) {
  test(`a swipe of ${distance} px to the right leaves ${count} notifications`, async ({
    page,
    visit,
  }) => {
    await visit(ARTICLE);
    await keepNotifications(page);
    await copyLink(page);
    await swipe(page, distance);
    await expect(listToasts(page)).toHaveCount(count);
  });
}

test('a notification whose swipe was cancelled still disappears after five seconds', async ({
  page,
  visit,
}) => {
  await visitAndStopClock(page, visit);
  await copyLink(page);
  await swipe(page, 40);
  await page.clock.runFor(6_000);
  await expect(listToasts(page), 'as long as the pointer is on it').toHaveCount(1);
  await page.mouse.move(200, 300);
  await page.clock.runFor(5_100);
  await expect(listToasts(page)).toHaveCount(0);
});

/** Opens the article, waits for the notifications region, then stops the clock. */
async function visitAndStopClock(
  page: Page,
  visit: (address: string) => Promise<unknown>,
): Promise<void> {
  await page.clock.install();
  await visit(ARTICLE);
  await page.mouse.move(200, 300);
  await expect(findRegion(page)).toBeAttached();
  await stopClock(page);
}

async function copyLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy link' }).click();
}

function findRegion(page: Page) {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}

function listToasts(page: Page) {
  return findRegion(page).getByRole('listitem');
}

async function swipe(page: Page, distance: number): Promise<void> {
  const title = listToasts(page).getByText('Link copied');
  await title.hover();
  const box = await title.boundingBox();
  if (box === null) throw new Error('The notification is not there.');
  const { x, y } = { x: box.x + 10, y: box.y + box.height / 2 };
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}
