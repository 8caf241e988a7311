import type { Locator, Page } from '@playwright/test';

/** Opens the search below the header, and returns its field. */
export async function openSearchPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open search' }).click();
  return page.getByRole('banner').getByRole('combobox', { name: 'Search for articles' });
}
