import type { Page } from '@playwright/test';

/** Follows a link that nobody of the site would have written: adds it, clicks it and removes it. */
export function followWrittenLink(page: Page, address: string): Promise<void> {
  return page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
}
