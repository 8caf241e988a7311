/**
 * Parts of a text that the fixture content doesn't have: videos, coloured code, downloads, and
 * boxes that the writer ticked.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  test as journey,
  SITE_FIXTURE,
  serveFolder,
} from '../../support/browser/journey.ts';
import type { StartedSite } from '../../support/browser/start-site.ts';
import { formatArticle } from '../../support/content-folder.ts';
import { copyFixture } from '../../support/content-shapes.ts';

const ARTICLE = '/seo/local-seo/every-form';
const PLAYER = 'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1';
const VIDEO = 'https://www.youtube.com/watch?v=abcdefghijk';
const BODY = `
[How a bid is set](${VIDEO} "Ten minutes.")

\`\`\`js
window.dataLayer.push({ event: 'purchase', value: 38, currency: 'USD', items: ['a cake', 'a candle'] }); // late
\`\`\`

A claim.[^source]

- [ ] Open
- [x] Done

[^source]: Its source.
`;

const CSV = 'keyword,bid\nwedding cake,1.20\n';

const test = journey.extend<object, { readonly site: StartedSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    async ({}, use) => {
      const downloads = [{ file: 'bids.csv', title: 'All bids' }];
      const files = {
        [`articles${ARTICLE}.md`]: formatArticle({ title: 'Every form', downloads }, BODY),
        'articles/seo/local-seo/bids.csv': CSV,
      };
      await serveFolder(await copyFixture(files), use);
    },
    SITE_FIXTURE,
  ],
});

// One worker runs all tests, so that the site is published once.
test.describe.configure({ mode: 'default' });

test('a video is requested from its host only on a click, and plays in its place', async ({
  page,
  visit,
}) => {
  const outside = await serveOtherHosts(page);
  const response = await visit(ARTICLE);
  const policy = await response?.headerValue('content-security-policy');
  expect(policy).toMatch(/; frame-src https:\/\/www\.youtube-nocookie\.com$/);
  await expect(
    page.getByText('Playing loads the video from YouTube, which then learns'),
  ).toBeVisible();
  await findVideo(page).scrollIntoViewIfNeeded();
  expect(outside).toEqual([]);

  await findVideo(page).click();
  await expect(
    page.frameLocator('iframe[title="How a bid is set"]').getByText('Another host'),
  ).toBeVisible();
  await expect(page.locator('iframe')).toBeFocused();
  expect(outside).toEqual([PLAYER]);
  await expect(page).toHaveURL(ARTICLE);
});

test('a page that was opened in place leads to the video, and no other page allows its player', async ({
  page,
  visit,
}) => {
  const outside = await serveOtherHosts(page);
  const response = await visit('/seo/local-seo');
  expect(await response?.headerValue('content-security-policy')).not.toContain('frame-src');
  await page.getByRole('main').getByRole('link', { name: 'Every form' }).first().click();
  await expect(page).toHaveURL(ARTICLE);
  await findVideo(page).click();
  await expect(page).toHaveURL(VIDEO);
  expect(outside).toEqual([VIDEO]);
});

test('long code scrolls by keyboard in its box, and its tokens differ in colour', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(ARTICLE);
  const code = page.getByRole('group', { name: 'Code in JavaScript' });
  await code.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  const colours = await code
    .locator('span')
    .evaluateAll((tokens) => tokens.map((token) => getComputedStyle(token).color));
  expect(new Set(colours).size).toBeGreaterThanOrEqual(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a note and its reference lead to each other', async ({ page, visit }) => {
  await visit(ARTICLE);
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Its source.' })).toBeInViewport();
  await page.getByRole('link', { name: 'Back to reference 1' }).click();
  await expect(page).toHaveURL(/#fnref-source$/);
});

test('a box that the writer ticked is ticked until the reader changes it', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const box = page.getByRole('checkbox', { name: 'Done' });
  await expect(box).toBeEnabled();
  await expect(box).toBeChecked();
  await box.uncheck();
  await visit(ARTICLE);
  await expect(box).toBeEnabled();
  await expect(box).not.toBeChecked();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a download ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('is saved under its own name, and the page stays', async ({ page, expectProblem }) => {
      // Without JavaScript, Chromium refuses preloaded scripts.
      if (!javaScriptEnabled) expectProblem(/^failed: csp at .*\.js$/);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(ARTICLE);
      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: 'All bids (CSV, 1 kB)' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe('bids.csv');
      expect(await readFile(await download.path(), 'utf8')).toBe(CSV);
      await expect(page).toHaveURL(ARTICLE);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a video is a link to its host', async ({ page, expectProblem }) => {
    // Chromium refuses preloaded scripts.
    expectProblem(/^failed: csp at .*\.js$/);
    const outside = await serveOtherHosts(page);
    await page.goto(ARTICLE);
    await findVideo(page).click();
    await expect(page).toHaveURL(VIDEO);
    expect(outside).toEqual([VIDEO]);
  });
});

function findVideo(page: Page) {
  return page.getByRole('figure').getByRole('link', { name: 'Play How a bid is set' });
}

/** Answers requests to other hosts. Returns the list of their addresses, which grows. */
async function serveOtherHosts(page: Page): Promise<readonly string[]> {
  const outside: string[] = [];
  await page.route(/^https:/, (route) => {
    outside.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: '<link rel="icon" href="data:,"><p>Another host</p>',
    });
  });
  return outside;
}
