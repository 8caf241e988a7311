import type { Page } from '@playwright/test';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { openSearchPanel } from '../../support/browser/open-search-panel.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

test('the last five searches are listed, the newest first, and repeated with a click', async ({
  page,
  visit,
}) => {
  await visit('/');
  await expect(findSearches(page)).toHaveCount(0);
  for (const text of ['one', 'two', 'three', 'budget', 'Two', 'four', 'five'])
    await search(page, text);
  await visit('/');
  const field = await openSearchPanel(page);
  await expect(findSearches(page)).toHaveText(['five', 'four', 'Two', 'budget', 'three']);
  await field.fill('t');
  await expect(findList(page)).toHaveCount(0);
  await field.fill('');
  await findSearches(page).filter({ hasText: 'budget' }).click();
  await expect(page).toHaveURL('/search?q=budget');
  await expect(field).toBeHidden();
  await openSearchPanel(page);
  await expect(findSearches(page)).toHaveText(['budget', 'five', 'four', 'Two', 'three']);
});

test('only a search that a reader made is stored, in this browser, and is not sent', async ({
  page,
  visit,
  openBrowser,
}) => {
  await visit('/search?q=budget');
  const field = await openSearchPanel(page);
  await field.pressSequentially('title');
  await page.getByRole('option').first().click();
  await expect(field).toBeHidden();
  expect(await readStored(page)).toBeNull();

  const main = page.getByRole('main');
  await visit('/search');
  await main.getByRole('searchbox').fill('  zebra "stripes" ');
  await main.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL('/search?q=zebra%20%22stripes%22');
  expect(await readStored(page)).toBe('["zebra \\"stripes\\""]');
  await visit('/');
  const requests = recordRequests(page);
  await openSearchPanel(page);
  await expect(findSearches(page)).toHaveText(['zebra "stripes"']);
  await findSearches(page).hover();
  expect(requests.callAddresses().filter((address) => address.includes('zebra'))).toEqual([]);

  const other = await openBrowser();
  const theirs = await other.newPage();
  await theirs.goto('/');
  await waitForCode(theirs);
  await openSearchPanel(theirs);
  await expect(theirs.getByRole('combobox')).toBeFocused();
  await expect(findList(theirs)).toHaveCount(0);
  await other.close();
});

test('a reader removes one search, and all, with the keyboard', async ({ page, visit }) => {
  await visit('/');
  for (const text of ['one', 'two', 'three']) await search(page, text);
  const field = await openSearchPanel(page);
  await field.press('ArrowDown');
  await expect(findSearches(page).filter({ hasText: 'three' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(findSearches(page).filter({ hasText: 'two' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove “two”' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(findSearches(page)).toHaveText(['three', 'one']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.reload();
  await waitForCode(page);
  await openSearchPanel(page);
  await expect(findSearches(page)).toHaveText(['three', 'one']);
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await expect(field).toBeFocused();
  await expect(findList(page)).toHaveCount(0);
  expect(await readStored(page)).toBeNull();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

for (const stored of ['{', '"budget"', '{"length":1}', '[1,null,["a"],"  ","kept","kept"]']) {
  test(`a storage with ${stored} breaks nothing`, async ({ page, visit }) => {
    await page.addInitScript((text) => localStorage.setItem('searches', text), stored);
    await visit('/');
    await openSearchPanel(page);
    await expect(page.getByRole('combobox')).toBeFocused();
    await expect(findSearches(page)).toHaveText(stored.includes('kept') ? ['kept'] : []);
    await page.getByRole('combobox').fill('budget');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=budget');
    await openSearchPanel(page);
    await expect(findSearches(page).first()).toHaveText('budget');
  });
}

test('without a storage the search works as before', async ({ page, visit }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await visit('/');
  await search(page, 'budget');
  await openSearchPanel(page);
  await expect(page.getByRole('combobox')).toBeFocused();
  await expect(findList(page)).toHaveCount(0);
});

async function search(page: Page, text: string): Promise<void> {
  const field = await openSearchPanel(page);
  await field.fill(text);
  await field.press('Enter');
  await expect(page).toHaveURL(`/search?q=${text}`);
  await expect(field).toBeHidden();
}

function findList(page: Page) {
  return page.getByRole('region', { name: 'Last searches in this browser' });
}

function findSearches(page: Page) {
  return findList(page).getByRole('link');
}

function readStored(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('searches'));
}
