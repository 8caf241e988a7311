import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { openSearchPanel } from '../../support/browser/open-search-panel.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const BROKEN = 'Broken by the test.';

for (const { part, address, breaking, note } of [
  {
    part: 'the header',
    address: ARTICLE,
    breaking: breakThemeSwitch,
    note: 'This part failed; the links work.',
  },
  {
    part: 'a screen',
    address: '/google-ads-coupon-codes',
    breaking: breakTableOfContents,
    note: 'This part failed; the links work.',
  },
] as const) {
  test(`if ${part} throws in the browser, it says so, and the page stays readable and its links work`, async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/Broken by the test/);
    await page.addInitScript(breaking, BROKEN);
    await page.goto(address);
    const text = await readProse(page);
    await page.mouse.move(5, 5);
    await expect(page.getByText(note)).toBeVisible();
    expect(await readProse(page)).toBe(text);
    await followLink(page);
  });
}

test('if what surrounds all parts throws, the page works as without scripts', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/Broken by the test/);
  await page.addInitScript(breakHistory, BROKEN);
  await page.goto(ARTICLE);
  const text = await readProse(page);
  await page.mouse.move(5, 5);
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open search' })).toBeHidden();
  expect(await readProse(page)).toBe(text);
  await followLink(page);
});

test('if the suggestions throw, the search says so and works', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/Cannot (?:destructure|read)/);
  await visit(ARTICLE);
  await page.route('**/api/search/suggestions?*', (route) => route.fulfill({ json: [null] }));
  const field = await openSearchPanel(page);
  await field.fill('budget');
  await expect(
    page.getByText('The suggestions could not be shown; the search works.'),
  ).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL('/search?q=budget');
});

test('if a screen that a reader navigates to throws, the page says so and offers to try again', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/Cannot (?:destructure|read)/);
  await visit('/about');
  const broken = { json: [null], headers: { 'X-Total-Count': '1' } };
  let isBroken = true;
  await page.route('**/api/search?*', (route) =>
    isBroken ? route.fulfill(broken) : route.continue(),
  );
  const field = await openSearchPanel(page);
  await field.fill('keyword');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page).toHaveTitle('This page could not be loaded, Marketing Workbench');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Search results for “keyword”' })).toBeVisible();
});

test('after a search that threw, the next one is shown', async ({ page, visit, expectProblem }) => {
  expectProblem(/Cannot (?:destructure|read)/);
  await visit('/search?q=keyword');
  const broken = { json: [null], headers: { 'X-Total-Count': '1' } };
  await page.route('**/api/search?q=budget*', (route) => route.fulfill(broken));
  const field = page.getByRole('main').getByRole('searchbox');
  await field.fill('budget');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await (await openSearchPanel(page)).fill('schedule');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Search results for “schedule”' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('if a script does not arrive, the menu and the search work as without scripts', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/assets\/vendor-.*\.js$/, (route) => route.abort());
  await page.goto(ARTICLE);
  await page.mouse.move(5, 5);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }),
  ).toBeVisible();
  await followLink(page);
});

function readProse(page: Page): Promise<string> {
  return page.getByRole('main').locator('.prose').innerText();
}

async function followLink(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'SEO', exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL('/seo');
  await expect(page.getByRole('heading', { level: 1, name: 'SEO' })).toBeVisible();
}

/** Only the switch between light and dark asks for the system's scheme. */
function breakThemeSwitch(message: string): void {
  const { matchMedia } = window;
  window.matchMedia = (query) => {
    if (query.includes('color-scheme')) throw new Error(message);
    return matchMedia.call(window, query);
  };
}

/** Only the table of contents observes what is in the window. */
function breakTableOfContents(message: string): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    override observe(): void {
      throw new Error(message);
    }
  };
}

/** The location hooks around the whole application listen to this event. */
function breakHistory(message: string): void {
  const { addEventListener } = window;
  window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    if (args[0] === 'replaceState') throw new Error(message);
    return addEventListener.apply(window, args);
  };
}
