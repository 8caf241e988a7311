import type { Page } from '@playwright/test';
import { TOAST_DURATION_MS } from '../../../src/site/limits.ts';

/** What is announced of a notification stands this long where a screen reader finds it (@radix-ui/react-toast). */
const ANNOUNCED_MS = 1_000;

/**
 * From here on the notifications of a page, and what is announced of them, stay: a busy machine may look for them, or
 * reach for their buttons, when their time is long over.
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
