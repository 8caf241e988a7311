import type { Page } from '@playwright/test';

/** Follows a link of the page's text that nobody of the site would have written. */
export async function followWrittenLink(page: Page, href: string): Promise<void> {
  await page.getByRole('main').evaluate((main, address) => {
    main.insertAdjacentHTML('afterbegin', `<a href="${address}">A link by hand</a>`);
  }, href);
  await page.getByRole('link', { name: 'A link by hand' }).click();
}
