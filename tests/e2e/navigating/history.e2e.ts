import type { Page } from '@playwright/test';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';

test('Back and Forward restore each page and its scroll position', async ({ page, visit }) => {
  await visit('/');
  await scrollTo(page, 700);
  await page
    .getByRole('region', { name: 'Recent Articles' })
    .getByRole('link', { name: 'View All' })
    .click();
  await expect(heading(page, 'All Articles')).toBeFocused();
  await page.goBack();
  await expect(heading(page, /^Do-It-Yourself/)).toBeFocused();
  expect(await readPosition(page)).toBeGreaterThan(500);

  await page.goForward();
  await expect(heading(page, 'All Articles')).toBeFocused();
  expect(await readPosition(page)).toBe(0);
});

test('a reader who scrolls before all of a page is there stays where they are', async ({
  page,
  visit,
}) => {
  await visit('/google-ads/google-search/keyword-match-types');
  const { promise: isTime, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/api\/posts\/\d+\/related/, async (route) => {
    await isTime;
    await route.continue();
  });
  await page
    .getByRole('main')
    .getByRole('link', { name: 'negative keywords', exact: true })
    .click();
  const title = heading(page, /^Negative keywords/);
  await expect(title).toBeVisible();
  await scrollTo(page, 300);
  answer();
  await expect(title).toBeFocused();
  expect(await readPosition(page)).toBe(300);
});

test('a link with a fragment opens the page at that element', async ({ page, visit }) => {
  await visit('/db-setup-help');
  await followWrittenLink(page, '/#categories');
  await expect(page).toHaveURL('/#categories');
  const part = page.getByRole('heading', { level: 2, name: 'Browse by Category' });
  await expect(part).toBeInViewport();
  const box = await part.boundingBox();
  expect(box?.y).toBeLessThan(300);
});

test('a link with a malformed fragment opens its page', async ({ page, visit }) => {
  await visit('/db-setup-help');
  for (const { written, title } of [
    { written: '/seo/local-seo#%zz', title: 'Local SEO' },
    { written: '/articles#50%25off%', title: 'All Articles' },
  ]) {
    await followWrittenLink(page, written);
    await expect(heading(page, title)).toBeFocused();
    await expect(page).toHaveURL(written);
  }
});

test('the anchors of the home page scroll to its sections, and Back scrolls up again', async ({
  page,
  visit,
}) => {
  await visit('/');
  await page.getByRole('link', { name: 'Browse by category' }).click();
  await expect(page).toHaveURL('/#categories');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Browse by Category' }),
  ).toBeInViewport();
  expect(await readPosition(page)).toBeGreaterThan(300);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => readPosition(page)).toBe(0);
});

test('Back restores the scroll position after anchors were followed in between', async ({
  page,
  visit,
}) => {
  await visit('/');
  await scrollTo(page, 500);
  await page.getByRole('link', { name: 'View All: Featured Articles' }).click();
  await expect(heading(page, 'All Articles')).toBeFocused();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  await expect(heading(page, 'Site Map')).toBeFocused();
  await page.getByRole('link', { name: 'Google Ads Coupon Codes' }).click();
  await expect(page.getByRole('navigation', { name: 'In this article' })).toBeVisible();
  await page.getByRole('navigation', { name: 'In this article' }).getByRole('link').last().click();
  await expect(page).toHaveURL(/#.+/);
  await page.goBack();
  await page.goBack();
  await expect(heading(page, 'Site Map')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'All Articles')).toBeFocused();
  await page.goBack();
  await expect(heading(page, /^Do-It-Yourself/)).toBeFocused();
  const position = await readPosition(page);
  expect(position).toBeGreaterThan(100);
  expect(position).toBeLessThan(1000);
});

test('a reload keeps the scroll position', async ({ page, visit, expectProblem }) => {
  // The text faces are optional: whether one arrives in time may differ, and with it the heights of
  // paragraphs.
  expectProblem(/ERR_FAILED/);
  await page.route('**/*.woff2', (route) => route.abort());
  await visit('/');
  await scrollTo(page, 600);
  await page.reload();
  await expect.poll(() => readPosition(page)).toBe(600);
});

test('Back restores the scroll position even if the page in between was reloaded', async ({
  page,
  visit,
}) => {
  await visit('/');
  await scrollTo(page, 700);
  await page
    .getByRole('region', { name: 'Recent Articles' })
    .getByRole('link', { name: 'View All' })
    .click();
  await expect(heading(page, 'All Articles')).toBeFocused();
  await page.reload();
  // The server doesn't know the chosen scheme, so this waits for hydration.
  await expect(page.getByRole('button', { name: 'Dark mode' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  const { promise: isTime, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/posts/**', async (route) => {
    await isTime;
    await route.continue();
  });
  await page.goBack();
  await expect(page.locator('[data-placeholder]').first()).toBeVisible();
  answer();
  await expect(heading(page, /^Do-It-Yourself/)).toBeFocused();
  expect(await readPosition(page)).toBeGreaterThan(500);
});

function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo(0, top), y);
  await expect.poll(() => readPosition(page)).toBe(y);
}

function readPosition(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}
