import type { Page, Route } from '@playwright/test';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { navigate } from '../../support/browser/screen-states.ts';
import { sendInPieces } from '../../support/browser/send-in-pieces.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/screen-kinds.ts';

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

for (const window of WINDOWS) {
  for (const { name, address, heading, status } of SCREEN_KINDS) {
    test(`${name} has no layout shift at ${window.width} px when a reader navigates to it`, async ({
      page,
      visit,
      expectProblem,
    }) => {
      if (status === 404) expectProblem(NOT_FOUND_PROBLEM);
      const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
      await page.setViewportSize(window);
      await visit(address === '/db-setup-help' ? '/sitemap' : '/db-setup-help');
      const left = await page.evaluate(() => performance.now());
      const held: Route[] = [];
      await page.route('**/api/**', (route) => void held.push(route));
      await navigate(page, address);
      await answerOneByOne(page, held);
      await expect(title).toBeVisible();
      await expect(page.locator('[data-placeholder]')).toHaveCount(0);
      expect(await listShifts(page, left)).toEqual([]);
    });
  }
}

for (const viewport of WINDOWS) {
  test(`at ${viewport.width} px a first visit with an empty cache has no layout shift`, async ({
    openBrowser,
    expectProblem,
  }) => {
    test.slow();
    expectProblem(NOT_FOUND_PROBLEM);
    const moved: string[] = [];
    for (const { name, address, heading } of SCREEN_KINDS) {
      const context = await openBrowser({ viewport });
      const page = await context.newPage();
      const requests = recordRequests(page);
      await page.goto(address);
      await waitForCode(page);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
      await page.mouse.move(100, 300);
      // The first pointer movement loads the notifications; by then everything else is loaded too.
      await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
      await expect.poll(requests.countOpen).toBe(0);
      moved.push(...(await listShifts(page)).map((shift) => `${name}: ${shift}`));
      await context.close();
    }
    expect(moved).toEqual([]);
  });
}

for (const { end, address } of [
  { end: '</li>', address: '/seo/local-seo' },
  { end: '</nav>', address: '/seo/local-seo' },
  { end: '</button>', address: '/seo/local-seo' },
  { end: '</tr>', address: '/google-ads/google-search/keyword-match-types' },
]) {
  test(`there is no layout shift if a page arrives up to its first ${end} and then the rest`, async ({
    page,
    site,
  }) => {
    // Here the table begins within the window.
    await page.setViewportSize({ width: 390, height: 844 });
    const slow = await sendInPieces(site, end);
    const style = page.waitForResponse(/\.css$/);
    await page.goto(slow.origin + address, { waitUntil: 'commit' });
    await (await style).finished();
    await rest(page);
    slow.sendRest();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await listShifts(page)).toEqual([]);
    await page.goto('about:blank');
    await slow.stop();
  });
}

test('scrolling through an article causes no layout shift', async ({ page, visit }) => {
  await visit('/google-ads/google-search/keyword-match-types');
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, 250);
    await paint(page);
  }
  expect(await listShifts(page)).toEqual([]);
});

/** Continues the held calls one by one, with a paint before each, until there are no more. */
async function answerOneByOne(page: Page, held: Route[]): Promise<void> {
  for (let idle = 0; idle < 3; ) {
    await paint(page);
    const route = held.shift();
    const isWaiting = (await page.locator('[data-placeholder], #Content:not(:has(h1))').count()) > 0;
    idle = route === undefined && !isWaiting ? idle + 1 : 0;
    if (route === undefined) continue;
    const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.continue();
    await answered;
  }
}

/** The layout shifts since `since` (ms after the navigation started), with their scores. */
async function listShifts(page: Page, since = 0): Promise<readonly string[]> {
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

/** Waits until the browser is idle, at most a second: a browser that has rendered nothing is never idle. */
function rest(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );
}

function paint(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
