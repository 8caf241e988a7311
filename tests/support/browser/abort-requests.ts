import type { Page } from '@playwright/test';

/**
 * Aborts the first `count` requests whose address matches `pattern`, and lets later ones pass.
 * Playwright's option `times` and `unroute` are no choice: the last route that ends stops the
 * interception of requests, and Chromium sometimes never answers one that is sent in that moment.
 */
export async function abortRequests(page: Page, pattern: string, count: number): Promise<void> {
  let abortedCount = 0;
  await page.route(pattern, (route) => {
    abortedCount += 1;
    return abortedCount <= count ? route.abort() : route.continue();
  });
}
