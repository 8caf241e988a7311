import type { Page } from '@playwright/test';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';

test('a button pressed before hydration acts after it', async ({ page }) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/');
  const button = page.getByRole('button', { name: /^(Open|Close) search$/ });
  await button.click();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  releaseScripts();

  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('a button pressed before hydration does not act if the reader pressed elsewhere since', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open search' }).click();
  await page.getByRole('heading', { level: 1 }).click();

  releaseScripts();

  await waitForCode(page);
  await expect(page.getByRole('button', { name: 'Open search' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('text typed into the search before hydration is kept', async ({ page }) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open search' }).click();
  await page.keyboard.type('match tips');
  for (let key = 0; key < 3; key += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('ypes');

  releaseScripts();

  const field = page.getByRole('banner').getByRole('combobox');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('match types');
  await expect(page.getByRole('option', { name: /^Keyword match types/ })).toBeVisible();
  await page.keyboard.type(' now');
  await expect(field).toHaveValue('match types now');
});

test('text typed before the code of the search panel loads is kept', async ({ page, visit }) => {
  const releaseScripts = await holdScripts(page, /\/assets\/search-panel-[^/]+\.js$/);
  await visit('/');
  const button = page.getByRole('button', { name: /^(Open|Close) search$/ });
  await button.click();
  await page.keyboard.type('given up');
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await page.keyboard.type('budget');
  await page.keyboard.press('Enter');

  releaseScripts();

  await expect(page.getByRole('banner').getByRole('combobox')).toHaveValue('budget');
});

test('F8 pressed before hydration moves the focus to the notifications after it', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/');
  await page.keyboard.press('F8');

  releaseScripts();

  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list'),
  ).toBeFocused();
});

test('Back works before the code of a reloaded page has loaded', async ({ page, visit }) => {
  await visit('/');
  await page.getByRole('link', { name: 'View All: Featured Articles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  const releaseScripts = await holdScripts(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { level: 1, name: /^Do-It-Yourself/ })).toBeVisible();

  releaseScripts();

  await waitForCode(page);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  await expect(page).toHaveURL('/articles');
});

const ALL_BUT_START_SCRIPT = /\/assets\/(?!page-start-)[^/]+\.js$/;

/** Holds requests for scripts; the returned function lets them continue. */
async function holdScripts(page: Page, files = ALL_BUT_START_SCRIPT): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
