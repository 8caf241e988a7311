import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/browser/screen-kinds.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('at 320 px no kind of screen scrolls sideways', async ({ page, expectProblem }) => {
  expectProblem(NOT_FOUND_PROBLEM);
  const wide: string[] = [];
  for (const { name, address } of SCREEN_KINDS) {
    await page.goto(address);
    wide.push(...(await listWideParts(page)).map((part) => `${name}: ${part}`));
  }
  expect(wide).toEqual([]);
});

test('at 320 px no open panel scrolls sideways', async ({ page, visit }) => {
  await visit('/sitemap');
  await page.getByRole('heading', { name: 'Google Ads' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
  expect(await listWideParts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open search' }).click();
  await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible();
  expect(await listWideParts(page)).toEqual([]);
});

test('zoomed to 400 % the page has the window to itself, and nothing scrolls sideways', async ({
  page,
  expectProblem,
}) => {
  expectProblem(NOT_FOUND_PROBLEM);
  await page.setViewportSize({ width: 320, height: 200 });
  const wide: string[] = [];
  for (const { name, address } of SCREEN_KINDS) {
    await page.goto(address);
    wide.push(...(await listWideParts(page)).map((part) => `${name}: ${part}`));
    await page.evaluate(() => window.scrollTo(0, 400));
    await expect(page.getByRole('banner'), name).not.toBeInViewport();
  }
  expect(wide).toEqual([]);
});

for (const width of [390, 1280]) {
  test(`with text at 200 % nothing scrolls sideways at ${width} px`, async ({ page, expectProblem }) => {
    expectProblem(NOT_FOUND_PROBLEM);
    await page.setViewportSize({ width, height: 844 });
    const wide: string[] = [];
    for (const { name, address } of SCREEN_KINDS) {
      await page.goto(address);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      wide.push(...(await listWideParts(page)).map((part) => `${name}: ${part}`));
    }
    expect(wide).toEqual([]);
  });
}

/** Where the page is wider than its window: the parts that reach past its edge. */
function listWideParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.tagName} ${element.className} (${scrollWidth} px)`);
  });
}
