import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a reader on a phone opens a subcategory from the menu, which then closes', async ({
  page,
  visit,
}) => {
  await visit('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const menu = await openMenu(page);
  await expect(menu.getByRole('link', { name: 'News' })).toBeVisible();
  await menu.getByRole('link', { name: 'Local SEO' }).click();
  await expect(page).toHaveURL('/seo/local-seo');
  await expect(page.getByRole('heading', { level: 1, name: 'Local SEO' })).toBeFocused();
  await expect(menu).toBeHidden();

  await openMenu(page);
  await menu.getByRole('link', { name: 'Local SEO' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await expect(page).toHaveURL('/seo/local-seo');
});

test('a tap outside closes the menu without following the link beneath it, a tap inside does not', async ({
  page,
  visit,
}) => {
  await visit('/articles');
  // A link as large as the page, so that every tap outside the menu is on a link.
  await page.getByRole('main').evaluate((main) => {
    main.insertAdjacentHTML(
      'beforeend',
      '<a href="/seo" class="fixed inset-0">A link under the menu</a>',
    );
  });
  const menu = await openMenu(page);
  await page.getByRole('banner').getByRole('searchbox').click();
  await expect(menu).toBeVisible();
  await page.mouse.click(195, 835);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/articles');
  await page.mouse.click(195, 835);
  await expect(page).toHaveURL('/seo');
});

test('Escape and the button close the menu and leave the focus on the button', async ({
  page,
  visit,
}) => {
  await visit('/');
  const menu = await openMenu(page);
  await menu.getByRole('link', { name: 'Stories' }).focus();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const button = page.getByRole('button', { name: 'Open menu' });
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await button.press('Enter');
  await expect(menu).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).press('Enter');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('a reader scrolls the menu to its end, and searches from it', async ({ page, visit }) => {
  await visit('/articles');
  const menu = await openMenu(page);
  await page.setViewportSize({ width: 390, height: 500 });
  const last = menu.getByRole('link', { name: 'News' });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search for articles' });
  await field.fill(' ');
  await field.press('Enter');
  await expect(menu).toBeVisible();
  await field.fill('budget');
  await field.press('Enter');
  await expect(page).toHaveURL('/search?q=budget');
  await expect(menu).toBeHidden();
});

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Mobile' });
  await expect(menu).toBeVisible();
  return menu;
}
