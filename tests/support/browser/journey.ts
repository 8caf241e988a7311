import { rm } from 'node:fs/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test';
import { type Site, startSite } from './start-site.ts';
import { createProblemWatch, type ProblemWatch } from './watch-problems.ts';
import { writeLargeContent } from './write-large-content.ts';

type JourneyFixtures = {
  readonly problems: ProblemWatch;
  /** Declares a problem that belongs to the journey; any other fails it. */
  readonly expectProblem: (pattern: RegExp) => void;
  /** Opens an address and waits until the browser's code has taken the page over. */
  readonly visit: (address: string) => Promise<Response | null>;
  /** Another reader's browser, which is looked at like the first. */
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};

type SiteFixtures = {
  /** The fixture site. */
  readonly site: Site;
  /** The same with a database configured that can't be reached. */
  readonly fallbackSite: Site;
  /** The same with 150 more articles in one subcategory. */
  readonly largeSite: Site;
};

/** How a site is made: once for the tests of a worker, and not in the time that the first of them has for itself. */
export const SITE = { scope: 'worker', timeout: 180_000 } as const;

// Playwright learns from the pattern in the first parameter which fixtures a fixture needs.
export const test = base.extend<JourneyFixtures, SiteFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: needs none
  site: [({}, use) => serve(() => startSite(), use), SITE],
  fallbackSite: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    ({}, use) => serve(() => startSite({ databaseUrl: 'postgres://reader@127.0.0.1:1/site' }), use),
    SITE,
  ],
  largeSite: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    async ({}, use) => {
      const contentDir = await writeLargeContent();
      await serve(() => startSite({ contentDir }), use);
      await rm(contentDir, { recursive: true });
    },
    SITE,
  ],
  baseURL: ({ site }, use) => use(site.origin),
  problems: [
    async ({ context }, use) => {
      const problems = createProblemWatch();
      problems.watch(context);
      await markHydration(context);
      await use(problems);
      expect(problems.list(), 'problems in the browser').toEqual([]);
    },
    { auto: true },
  ],
  expectProblem: ({ problems }, use) => use(problems.expect),
  openBrowser: ({ browser, baseURL, problems }, use) =>
    use(async (options) => {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), ...options });
      problems.watch(context);
      await markHydration(context);
      return context;
    }),
  visit: async ({ page }, use) => {
    await use(async (address) => {
      const response = await page.goto(address);
      await waitForCode(page);
      return response;
    });
  },
});

export { expect };

/** Until the browser's code has taken over the page that was opened last. */
export async function waitForCode(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isHydrated' in window);
}

function markHydration(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() =>
    addEventListener('hydrated', () => Object.assign(window, { isHydrated: true })),
  );
}

async function serve(start: () => Promise<Site>, use: (site: Site) => Promise<void>): Promise<void> {
  const site = await start();
  await use(site);
  await site.stop();
}
