import { rm } from 'node:fs/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test';
import { copyFixture } from '../content-shapes.ts';
import { markArrival } from './layout-shifts.ts';
import { type StartedSite, startBuiltSite } from './start-site.ts';
import { createListing } from './write-large-content.ts';

type JourneyFixtures = {
  readonly problems: ReturnType<typeof createProblemWatch>;
  /** Declares a problem that the test expects; any other problem fails the test. */
  readonly expectProblem: (pattern: RegExp) => void;
  /** Opens an address and waits until the page is hydrated. */
  readonly visit: (address: string) => Promise<Response | null>;
  /** Opens another reader's browser, whose problems also fail the test. */
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Serves a content folder until the end of the test, and removes it. */
  readonly openSite: (contentDir: string) => Promise<StartedSite>;
};

type SiteFixtures = {
  /** The fixture site. */
  readonly site: StartedSite;
  /** The same site with an unreachable database. */
  readonly fallbackSite: StartedSite;
  /** The same site with 150 more articles in one subcategory. */
  readonly largeSite: StartedSite;
};

/** A site is started once per worker. Its timeout does not count against the first test. */
export const SITE_FIXTURE = { scope: 'worker', timeout: 180_000 } as const;

// Playwright reads from the destructuring pattern which fixtures a fixture needs.
export const test = base.extend<JourneyFixtures, SiteFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: needs none
  site: [({}, use) => withStartedSite(() => startBuiltSite(), use), SITE_FIXTURE],
  fallbackSite: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    ({}, use) =>
      withStartedSite(
        () => startBuiltSite({ databaseUrl: 'postgres://reader@127.0.0.1:1/site' }),
        use,
      ),
    SITE_FIXTURE,
  ],
  largeSite: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    async ({}, use) => serveFolder(await copyFixture(createListing()), use),
    SITE_FIXTURE,
  ],
  baseURL: ({ site }, use) => use(site.origin),
  problems: [
    async ({ context }, use) => {
      const problems = createProblemWatch();
      problems.watch(context);
      await markHydration(context);
      await markArrival(context);
      await use(problems);
      expect(problems.list(), 'problems in the browser').toEqual([]);
    },
    { auto: true },
  ],
  expectProblem: ({ problems }, use) => use(problems.expect),
  openBrowser: ({ browser, baseURL, problems }, use) =>
    use(async (options) => {
      const context = await browser.newContext({
        ...(baseURL !== undefined && { baseURL }),
        ...options,
      });
      problems.watch(context);
      await markHydration(context);
      return context;
    }),
  openSite: async ({ context }, use) => {
    const opened: { readonly site: StartedSite; readonly contentDir: string }[] = [];
    await use(async (contentDir) => {
      const site = await startBuiltSite({ contentDir });
      opened.push({ site, contentDir });
      return site;
    });
    // An open page may still send a view, which would fail.
    for (const page of context.pages()) await page.close();
    for (const { site, contentDir } of opened) {
      await site.stop();
      await rm(contentDir, { recursive: true });
    }
  },
  visit: async ({ page }, use) => {
    await use(async (address) => {
      const response = await page.goto(address);
      await waitForCode(page);
      return response;
    });
  },
});

export { expect };

/** Resolves when the current page is hydrated. */
export async function waitForCode(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isHydrated' in window);
}

function markHydration(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() =>
    addEventListener('hydrated', () => Object.assign(window, { isHydrated: true })),
  );
}

/** Serves a content folder to the tests of a worker, and removes it. */
export async function serveFolder(
  contentDir: string,
  use: (site: StartedSite) => Promise<void>,
): Promise<void> {
  await withStartedSite(() => startBuiltSite({ contentDir }), use);
  await rm(contentDir, { recursive: true });
}

async function withStartedSite(
  start: () => Promise<StartedSite>,
  use: (site: StartedSite) => Promise<void>,
): Promise<void> {
  const site = await start();
  await use(site);
  await site.stop();
}

/**
 * Collects what goes wrong in the pages of browsers: errors and warnings of the console, uncaught
 * errors (React reports a hydration mismatch as one), requests that failed and answers of 500 and
 * above.
 */
function createProblemWatch() {
  const problems: string[] = [];
  const expected: RegExp[] = [];
  return {
    /** Watches this browser's pages from now on. */
    watch: (context: BrowserContext) => collectProblems(context, problems),
    /** Declares a problem that the test expects. */
    expect: (pattern: RegExp) => expected.push(pattern),
    /** The problems that were not expected. */
    list: () => problems.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

function collectProblems(context: BrowserContext, problems: string[]): void {
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    problems.push(`console ${message.type()}: ${message.text()} at ${message.location().url}`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${reason} at ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500)
      problems.push(`status: ${response.status()} at ${response.url()}`);
  });
}
