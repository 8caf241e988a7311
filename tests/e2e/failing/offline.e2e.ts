import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { keepNotifications } from '../../support/browser/keep-notifications.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/;

const ARTICLE = '/google-ads/google-search/keyword-match-types';

for (const { what, from, link, shown } of [
  {
    what: 'a list',
    from: '/google-ads',
    link: (page: Page) =>
      page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }),
    shown: (page: Page) => expect(page.getByRole('main').getByRole('article')).toHaveCount(10),
  },
  {
    what: 'a page whose code is not loaded',
    from: ARTICLE,
    link: (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }),
    shown: (page: Page) =>
      expect(page.getByRole('region', { name: 'Legacy Articles' }).getByRole('link')).toHaveCount(
        28,
      ),
  },
  {
    what: 'an article',
    from: ARTICLE,
    link: (page: Page) =>
      page.getByRole('main').getByRole('link', { name: 'negative keywords', exact: true }),
    shown: (page: Page) =>
      expect(
        page.getByRole('region', { name: 'Related Articles' }).getByRole('article'),
      ).toHaveCount(3),
  },
]) {
  test(`${what} that failed to load offline loads after “Try again” online`, async ({
    page,
    visit,
    context,
    expectProblem,
  }) => {
    expectProblem(OFFLINE);
    await visit(from);
    await loadNotifications(page);
    await context.setOffline(true);
    await link(page).click();
    const toast = destructiveToast(page);
    await expect(toast).toContainText('This page could not be loaded completely');
    await expect(page.getByRole('banner')).toBeVisible();

    await context.setOffline(false);
    await toast.getByRole('button', { name: 'Try again' }).click();
    await shown(page);
    await expect(toast).toHaveCount(0);
  });
}

test('“Try again” loads a page after a module that it imports could not be fetched', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await visit(ARTICLE);
  await loadNotifications(page);
  let isBroken = true;
  await page.route('**/row-placeholders-*.js', (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  const toast = destructiveToast(page);
  await expect(toast).toContainText('This page could not be loaded completely');
  isBroken = false;
  await toast.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Legacy Articles' }).getByRole('link')).toHaveCount(
    28,
  );
});

test('pages that were read before can be read offline', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  // Chromium requests the icon again.
  expectProblem(/favicon/);
  // After three seconds a view is sent, at an unpredictable moment of the test.
  await page.route('**/api/posts/*/view*', (route) => route.fulfill({ status: 204 }));
  const requests = recordRequests(page);
  await visit(ARTICLE);
  // By keyboard: a pointer would hover another link, and going offline would abort its prefetch.
  await page
    .getByRole('main')
    .getByRole('link', { name: 'negative keywords', exact: true })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Negative keywords/ })).toBeFocused();
  // Wait for the code that the first interaction loads.
  await expect(notifications(page)).toBeAttached();
  await expect.poll(requests.countOpen).toBe(0);
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeFocused();
  await expect(page.getByText('Choose between broad, phrase and exact match')).toBeVisible();
  // Hovering must not prefetch, which would fail offline.
  await page.getByRole('banner').getByRole('link', { name: 'Marketing Workbench' }).hover();
  await page.getByRole('banner').getByRole('link', { name: 'News' }).hover();
});

test('opening the search or the menu for the first time while offline leaves the page unchanged', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  expectProblem(OFFLINE);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(ARTICLE);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open search' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
});

/**
 * The first pointer movement loads the code of notifications; readers move long before a connection
 * fails.
 */
async function loadNotifications(page: Page): Promise<void> {
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
