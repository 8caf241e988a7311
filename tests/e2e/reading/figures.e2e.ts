import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test('a figure opens in a dialog, which Escape and a click beside the picture close', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const small = await findFigure(page).getByRole('img').boundingBox();
  await findFigure(page).click();
  const dialog = findDialog(page);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(dialog.getByRole('img', { name: /^Three boxes from wide to narrow/ })).toBeVisible();
  const large = await dialog.getByRole('img').boundingBox();
  expect(large?.width).toBeGreaterThan(small?.width ?? 0);
  expect(large?.height).toBeLessThan(800);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(findFigure(page)).toBeFocused();
  await expect(page).toHaveURL(ARTICLE);

  await findFigure(page).click();
  await dialog.getByRole('img').click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(dialog).toHaveCount(0);
});

test('a figure opens and closes by keyboard, with a whole focus ring, and keeps the focus meanwhile', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  await findFigure(page).focus();
  await page.keyboard.press('Enter');
  const close = findDialog(page).getByRole('button', { name: 'Close' });
  await expect(close).toBeFocused();
  const reach = await close.evaluate((button) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(button);
    return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  });
  const [dialog, button] = [await findDialog(page).boundingBox(), await close.boundingBox()];
  expect((button?.y ?? 0) - reach).toBeGreaterThanOrEqual(dialog?.y ?? 0);
  expect((button?.x ?? 0) + (button?.width ?? 0) + reach).toBeLessThanOrEqual(
    (dialog?.x ?? 0) + (dialog?.width ?? 0),
  );
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.activeElement?.closest('main, header, footer') ?? null),
  ).toBeNull();
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(findDialog(page)).toHaveCount(0);
  await expect(findFigure(page)).toBeFocused();
});

test('Back leaves the page and closes its picture', async ({ page, visit }) => {
  await visit('/');
  const featured = page.getByRole('region', { name: 'Featured Articles' });
  await featured.getByRole('link', { name: 'Keyword match types on a small budget' }).click();
  await findFigure(page).click();
  await expect(findDialog(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Do-It-Yourself/ })).toBeVisible();
  await expect(findDialog(page)).toHaveCount(0);
});

test('a picture is as large as the window lets it be, and whole', async ({ page, visit }) => {
  await visit(ARTICLE);
  for (const { width, height, least } of [
    { width: 1000, height: 360, least: 240 },
    { width: 1280, height: 560, least: 440 },
  ]) {
    await page.setViewportSize({ width, height });
    await findFigure(page).click();
    const picture = findDialog(page).getByRole('img');
    await expect(picture).toBeInViewport({ ratio: 1 });
    expect(
      await findDialog(page).evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight),
    ).toBe(0);
    expect((await picture.boundingBox())?.height).toBeGreaterThan(least);
    await page.keyboard.press('Escape');
  }
});

test('on a phone a picture is large enough to read, and can be scrolled', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(ARTICLE);
  const drawn = await findFigure(page).getByRole('img').boundingBox();
  // Figures are 360 units wide, and their text is 14 units high.
  expect(((drawn?.width ?? 0) / 360) * 14).toBeGreaterThan(12);

  await page.setViewportSize({ width: 390, height: 844 });
  await findFigure(page).click();
  const picture = findDialog(page).getByRole('group', { name: 'Picture' });
  await expect(picture).toBeVisible();
  expect((await picture.getByRole('img').boundingBox())?.width).toBeGreaterThan(500);
  await picture.focus();
  await expect(picture).toBeFocused();
  const box = await findDialog(page).boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
});

test('if the code can’t be fetched, the figure links to its picture', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/figure-dialog/);
  await page.route(/figure-dialog/, (route) => route.abort());
  await visit(ARTICLE);
  await findFigure(page).click();
  await expect(page).toHaveURL(/\/media\/.+\.svg$/);
});

test('the code that opens figures is fetched when the first figure is opened', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
  expect(asked.filter((url) => url.includes('figure-dialog'))).toEqual([]);
  await findFigure(page).click();
  await expect(findDialog(page)).toBeVisible();
  expect(asked.filter((url) => url.includes('figure-dialog'))).toHaveLength(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a figure is a link to its picture', async ({ page, expectProblem }) => {
    // Without JavaScript, Chromium refuses preloaded scripts. A picture opened by itself has none
    // of the site's styles.
    expectProblem(/^failed: csp at|favicon/);
    await page.goto(ARTICLE);
    await findFigure(page).click();
    await expect(page).toHaveURL(/\/media\/.+\.svg$/);
  });
});

function findFigure(page: Page) {
  return page.getByRole('figure').getByRole('link', { name: /^Three boxes from wide to narrow/ });
}

/** Known by the figure's caption. */
function findDialog(page: Page) {
  return page.getByRole('dialog', { name: /\S/ });
}
