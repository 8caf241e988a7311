import type { Page } from '@playwright/test';
import { TOAST_DURATION_MS } from '../../../packages/marketing-workbench/src/site/limits.ts';

/** How long @radix-ui/react-toast keeps the announcement of a notification in the page. */
const ANNOUNCED_MS = 1_000;

/**
 * Keeps a page's notifications and their announcements from now on. On a busy machine they could
 * expire before a test finds them.
 */
export function keepNotifications(page: Page): Promise<void> {
  return page.evaluate(
    (kept) => {
      const { setTimeout: wait } = window;
      const setTimeout = (run: TimerHandler, ms = 0, ...parts: readonly unknown[]) =>
        kept.includes(ms) ? 0 : wait(run, ms, ...parts);
      Object.assign(window, { setTimeout });
    },
    [TOAST_DURATION_MS, ANNOUNCED_MS],
  );
}
