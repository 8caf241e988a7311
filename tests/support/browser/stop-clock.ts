import type { Page } from '@playwright/test';

/** Further than the clock of a page gets while it is read: one that has passed the moment can't be stopped there. */
const AHEAD_MS = 60_000;

/**
 * Stops the clock of a page, which was installed before: from here on time passes by `page.clock.runFor` alone, however
 * slow the machine is. A minute passes at once.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD_MS);
}
