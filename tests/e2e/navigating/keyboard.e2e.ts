import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test('the first tab stop is a link that skips to the content', async ({ page, visit }) => {
  await visit('/google-ads');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first(),
  ).toBeFocused();
});

test('after the skip link come the name of the site, the menu with its topics and the search', async ({
  page,
  visit,
}) => {
  await visit('/');
  const stops: string[] = [];
  for (let stop = 0; stop < 9; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(await readFocused(page));
  }
  expect(stops).toEqual([
    'Skip to content',
    'Marketing Workbench',
    'Google Ads',
    'Google Search',
    'Performance Max',
    'Display',
    'YouTube',
    'Facebook Ads',
    'Feed Ads',
  ]);
});

test('a reader finds, opens and leaves an article by keyboard alone', async ({ page, visit }) => {
  await visit('/');
  await tabTo(page, 'Open search');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('title tags');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Search results for “title tags”' }),
  ).toBeFocused();
  await tabTo(page, 'Write title tags that say what the page does');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Write title tags/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/seo');
});

for (const { name, address, width } of [
  { name: 'the home page', address: '/', width: 1280 },
  { name: 'an article', address: '/google-ads/google-search/keyword-match-types', width: 1280 },
  {
    name: 'an article on a phone',
    address: '/google-ads/google-search/keyword-match-types',
    width: 390,
  },
  { name: 'a category', address: '/google-ads?page=2', width: 1280 },
]) {
  test(`on ${name} the focused element is always visible, forwards and backwards`, async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await visit(address);
    for (const key of ['Tab', 'Shift+Tab']) {
      const hidden = await listHiddenStops(page, key);
      expect(hidden).toEqual([]);
    }
  });
}

test('the search panel closes when the focus leaves it, so it never covers the focused element', async ({
  page,
  visit,
}) => {
  await visit('/google-ads');
  await page.getByRole('button', { name: 'Open search' }).click();
  const field = page.getByRole('banner').getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  await expect(field).toBeHidden();
});

/**
 * Presses the key until the focus leaves the page; returns the focused elements that were not
 * visible.
 */
async function listHiddenStops(page: Page, key: string): Promise<readonly string[]> {
  const hidden: string[] = [];
  for (;;) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isSeen = at !== null && (element.contains(at) || at.contains(element));
      return {
        name: element.textContent.trim() || element.getAttribute('aria-label') || '',
        isSeen,
      };
    });
    if (stop === undefined) return hidden;
    if (!stop.isSeen) hidden.push(stop.name);
  }
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await readFocused(page)) === name) return;
  }
  throw new Error(`"${name}" is not among the first 60 stops.`);
}

function readFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? '';
  });
}
