import type { Page } from '@playwright/test';

/** A clock can only be stopped in the future, so this is longer than any page takes to load. */
const AHEAD_MS = 60_000;

/**
 * Stops the installed clock of a page, one minute ahead. From then on only `page.clock.runFor`
 * advances it.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD_MS);
}
