import type { Page } from '@playwright/test';
import { expect, test, waitForCode } from '../support/browser/journey.ts';

test('a button pressed before the code is there is pressed once it is', async ({ page }) => {
  const letCodeCome = await holdCode(page);
  await page.goto('/');
  const button = page.getByRole('button', { name: /^(Open|Close) search$/ });
  await button.click();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  letCodeCome();

  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('a button is left alone by a reader who pressed it and went on', async ({ page }) => {
  const letCodeCome = await holdCode(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open search' }).click();
  await page.getByRole('heading', { level: 1 }).click();

  letCodeCome();

  await waitForCode(page);
  await expect(page.getByRole('button', { name: 'Open search' })).toHaveAttribute('aria-expanded', 'false');
});

test('Back leads to the page it names before the code of the reloaded one is there', async ({
  page,
  visit,
}) => {
  await visit('/');
  await page.getByRole('link', { name: 'View All: Featured Articles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  const letCodeCome = await holdCode(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { level: 1, name: /^Do-It-Yourself/ })).toBeVisible();

  letCodeCome();

  await waitForCode(page);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  await expect(page).toHaveURL('/articles');
});

/** Holds back all of the site's code but the script that runs first; what is returned lets it come. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!page-start-)[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
