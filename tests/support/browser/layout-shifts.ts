import { expect, type Page } from '@playwright/test';
import type { RequestRecord } from './record-requests.ts';

/**
 * What a page may shift while it arrives, which a busy machine paints in pieces: a twentieth of the cumulative layout shift that
 * web.dev calls good (docs/decisions/017-scripts-load-after-the-first-paint.md).
 */
export const ARRIVAL_SHIFT_MAX = 0.005;

/**
 * The layout shifts of a visit, until everything is loaded: the first pointer movement loads the notifications. None if they are
 * together no more than a page may shift while it arrives.
 */
export async function listVisitShifts(page: Page, requests: RequestRecord): Promise<readonly string[]> {
  await page.mouse.move(100, 300);
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
  await expect.poll(requests.countOpen).toBe(0);
  const shifts = await listShifts(page);
  return sumShifts(shifts) < ARRIVAL_SHIFT_MAX ? [] : shifts;
}

export function sumShifts(shifts: readonly string[]): number {
  return shifts.map(Number.parseFloat).reduce((sum, score) => sum + score, 0);
}

/** The layout shifts since `since` (ms after the navigation started), with their scores. */
export async function listShifts(page: Page, since = 0): Promise<readonly string[]> {
  await paint(page);
  return page.evaluate(async (start) => {
    const nameNode = (node: unknown) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : node;
    const entries = await new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(observer.takeRecords())));
    });
    return entries
      .filter(({ startTime }) => startTime > start)
      .map((entry) => {
        const value = 'value' in entry ? entry.value : undefined;
        const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
        const moves = sources.map(
          ({ node, previousRect: { x, y }, currentRect }) =>
            `${nameNode(node)} from ${x}, ${y} to ${currentRect.x}, ${currentRect.y}`,
        );
        return `${value} at ${Math.round(entry.startTime)} ms: ${moves.join('; ')}`;
      });
  }, since);
}

export function paint(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
