import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { keepNotifications } from '../../support/browser/keep-notifications.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/;

test('a list that can’t be fetched offline is there after trying again online', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  expectProblem(OFFLINE);
  await visit('/google-ads');
  await readABit(page);
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }).click();
  const toast = destructiveToast(page);
  await expect(toast).toContainText('This page could not be loaded completely');
  await expect(page.getByRole('heading', { name: 'No Articles Found' })).toBeVisible();

  await context.setOffline(false);
  await toast.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(10);
  await expect(toast).toHaveCount(0);
});

test('a page whose code can’t be fetched offline is there after trying again online', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  expectProblem(OFFLINE);
  await visit('/google-ads/google-search/keyword-match-types');
  await readABit(page);
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  const toast = destructiveToast(page);
  await expect(toast).toContainText('This page could not be loaded completely');
  await expect(page.getByRole('banner')).toBeVisible();

  await context.setOffline(false);
  await toast.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Site Map' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Legacy Articles' }).getByRole('link')).toHaveCount(28);
});

test('an article that can’t be fetched offline is there after trying again online', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  expectProblem(OFFLINE);
  await visit('/google-ads/google-search/keyword-match-types');
  await readABit(page);
  await context.setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'negative keywords', exact: true }).click();
  const toast = destructiveToast(page);
  await expect(toast).toBeVisible();

  await context.setOffline(false);
  await toast.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Negative keywords/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related Articles' }).getByRole('article')).toHaveCount(3);
});

test('what was read before can be read offline', async ({ page, visit, context, expectProblem }) => {
  // Chromium looks for the icon of the page again.
  expectProblem(/favicon/);
  // Who stays for three seconds is counted, which is tried whenever that is.
  await page.route('**/api/posts/*/view', (route) => route.fulfill({ status: 204 }));
  const requests = recordRequests(page);
  await visit('/google-ads/google-search/keyword-match-types');
  // By key: a pointer would come to rest on another page's link, and what that fetches ahead would be cut off.
  await page.getByRole('main').getByRole('link', { name: 'negative keywords', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Negative keywords/ })).toBeFocused();
  // What a key and a page bring along is there too.
  await expect(notifications(page)).toBeAttached();
  await expect.poll(requests.countOpen).toBe(0);
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeFocused();
  await expect(page.getByText('Choose between broad, phrase and exact match')).toBeVisible();
  // Nothing is fetched ahead meanwhile, which would only fail.
  await page.getByRole('banner').getByRole('link', { name: 'Marketing Workbench' }).hover();
  await page.getByRole('banner').getByRole('link', { name: 'News' }).hover();
});

test('the search and the menu, asked for offline for the first time, leave the page as it is offline', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  expectProblem(OFFLINE);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/google-ads/google-search/keyword-match-types');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open search' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
});

/** What every reader does before they go on: by then the page has fetched what it may need to tell. */
async function readABit(page: Page): Promise<void> {
  await keepNotifications(page);
  await page.mouse.move(200, 300);
  await expect(notifications(page)).toBeAttached();
}

function notifications(page: Page) {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}

function destructiveToast(page: Page) {
  return notifications(page).getByRole('listitem');
}
