import type { Page } from '@playwright/test';

/** Adds a link to the page and follows it, for addresses that the site itself never links to. */
export async function followWrittenLink(page: Page, href: string): Promise<void> {
  await page.getByRole('main').evaluate((main, address) => {
    main.insertAdjacentHTML('afterbegin', `<a href="${address}">A link by hand</a>`);
  }, href);
  await page.getByRole('link', { name: 'A link by hand' }).click();
}
