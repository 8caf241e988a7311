import { type BrowserContext, expect, type Locator, type Page, type Route } from '@playwright/test';
import type { RequestRecord } from './record-requests.ts';
import { navigate } from './screen-states.ts';

/** The cumulative layout shift that web.dev calls good. */
const GOOD_SHIFT = 0.1;

/**
 * The layout shifts of a visit, until everything is loaded: the first pointer movement loads the
 * notifications. A busy machine parses and paints a page in pieces, so that what is there moves
 * while the rest arrives: these shifts count if they are more than good.
 */
export async function listVisitShifts(
  page: Page,
  requests: RequestRecord,
): Promise<readonly string[]> {
  await page.mouse.move(100, 300);
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
  await expect.poll(requests.countOpen).toBe(0);
  const arrived = await page.evaluate(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime,
    ARRIVAL,
  );
  const shifts = await listShifts(page);
  return sumShifts(shifts) < GOOD_SHIFT ? listShifts(page, arrived) : shifts;
}

/**
 * The layout shifts while a reader navigates from this page to the address, whose calls are
 * answered one by one.
 */
export async function listNavigationShifts(
  page: Page,
  address: string,
  title: Locator,
): Promise<readonly string[]> {
  const held: Route[] = [];
  const left = await page.evaluate(() => performance.now());
  let isHolding = true;
  await page.route('**/api/**', (route) => (isHolding ? void held.push(route) : route.fallback()));
  await navigate(page, address);
  await answerOneByOne(page, held);
  await expect(title).toBeVisible();
  await expect(page.locator('[data-placeholder]')).toHaveCount(0);
  const shifts = await listShifts(page, left);
  isHolding = false;
  return shifts;
}

/** Continues the held calls one by one, with a paint before each, until there are no more. */
async function answerOneByOne(page: Page, held: Route[]): Promise<void> {
  for (let idle = 0; idle < 3; ) {
    await paint(page);
    const route = held.shift();
    const isWaiting =
      (await page.locator('[data-placeholder], #Content:not(:has(h1))').count()) > 0;
    idle = route === undefined && !isWaiting ? idle + 1 : 0;
    if (route === undefined) continue;
    const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.continue();
    await answered;
  }
}

const ARRIVAL = 'arrived and painted';

/**
 * So that `listVisitShifts` knows when the whole page was parsed and painted. Scripts load after
 * that.
 */
export async function markArrival(context: BrowserContext): Promise<void> {
  await context.addInitScript((mark) => {
    // The site's pictures are sandboxed: a listener in one would be a script that Chromium reports
    // as blocked.
    if (!(document instanceof HTMLDocument)) return;
    const markNow = () => performance.mark(mark);
    const markNextFrame = () => requestAnimationFrame(() => requestAnimationFrame(markNow));
    document.addEventListener('DOMContentLoaded', markNextFrame);
  }, ARRIVAL);
}

export function sumShifts(shifts: readonly string[]): number {
  return shifts.map(Number.parseFloat).reduce((sum, score) => sum + score, 0);
}

/** Returns the layout shifts since `since` (ms after the navigation started), with their scores. */
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
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
