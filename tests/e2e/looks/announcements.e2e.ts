import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { keepNotifications } from '../../support/browser/keep-notifications.ts';
import { navigate } from '../../support/browser/screen-states.ts';

test('a route change is announced once, when the page is shown', async ({ page, visit }) => {
  await visit('/');
  await expect(findAnnouncer(page)).toHaveText('');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
  await expect(findAnnouncer(page)).toHaveText('Digital Marketing News, Marketing Workbench');
  await page.goBack();
  await expect(findAnnouncer(page)).toHaveText(
    'Do-It-Yourself Digital Marketing, Marketing Workbench',
  );
});

test('the number of results is announced, also when there are none', async ({ page, visit }) => {
  await visit('/search');
  const field = page.getByRole('main').getByRole('searchbox');
  await field.fill('budget');
  await field.press('Enter');
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText(/^Found \d+ articles for “budget”$/);
  await field.fill('zebra');
  await field.press('Enter');
  await expect(status).toHaveText('No Results Found');
});

test('every toggle exposes its state', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/sitemap');
  const banner = page.getByRole('banner');
  for (const { closed, open } of [
    { closed: 'Open search', open: 'Close search' },
    { closed: 'Open menu', open: 'Close menu' },
  ]) {
    await expect(banner.getByRole('button', { name: closed, expanded: false })).toBeVisible();
    await banner.getByRole('button', { name: closed }).click();
    await expect(banner.getByRole('button', { name: open, expanded: true })).toBeVisible();
    await banner.getByRole('button', { name: open }).click();
    await expect(banner.getByRole('button', { name: closed, expanded: false })).toBeVisible();
  }
  await expect(banner.getByRole('button', { name: 'Dark mode', pressed: false })).toBeVisible();
  await banner.getByRole('button', { name: 'Dark mode' }).click();
  await expect(banner.getByRole('button', { name: 'Dark mode', pressed: true })).toBeVisible();

  const section = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Google Ads' }) });
  await expect(section).not.toHaveAttribute('open');
  await section.getByRole('heading', { name: 'Google Ads' }).click();
  await expect(section).toHaveAttribute('open');
});

test('a failure is announced assertively, a confirmation politely', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit('/seo/on-page-seo/title-tags');
  await keepNotifications(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toHaveAttribute(
    'aria-live',
    'polite',
  );
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'could not be loaded' })).toHaveAttribute(
    'aria-live',
    'assertive',
  );
});

test('the message of a failure says whether the server or the connection failed', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/50[03]|ERR_FAILED/);
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  let isFirst = true;
  await page.route('**/api/posts?*', (route) => {
    if (!isFirst) return route.abort();
    isFirst = false;
    return route.fulfill({ status: 503, body: 'Later.' });
  });
  await visit('/google-ads');
  await keepNotifications(page);
  await navigate(page, '/google-ads?page=2');
  await expect(toast).toContainText('The server could not answer just now.');
  await toast.getByRole('button', { name: 'Try again' }).click();
  await expect(toast).toContainText('The connection failed. Check your network');
});

function findAnnouncer(page: Page) {
  return page.locator('[aria-live="polite"][data-route-announcer]');
}
