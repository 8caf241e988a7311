import { expect, test } from '../../support/browser/journey.ts';

test('the table of contents of the guide links to its headings, and Back returns', async ({
  page,
  visit,
}) => {
  await visit('/google-ads-coupon-codes');
  const contents = page.getByRole('navigation', { name: 'In this article' });
  const entry = contents.getByRole('link').last();
  const name = (await entry.textContent()) ?? '';
  const heading = page.getByRole('main').getByRole('heading', { level: 2, name });
  const position = await page.evaluate(() => window.scrollY);
  await expect(heading).not.toBeInViewport();

  await entry.click();
  await expect(page).toHaveURL(/#.+/);
  await expect(heading).toBeInViewport({ ratio: 1 });
  const header = await page.getByRole('banner').boundingBox();
  const box = await heading.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0);

  await page.goBack();
  await expect(page).toHaveURL('/google-ads-coupon-codes');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position);
  await page.goForward();
  await expect(heading).toBeInViewport();
});

test('the table of contents marks the current heading after keys, a click and the wheel', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await visit('/google-ads-coupon-codes');
  const links = page.getByRole('navigation', { name: 'In this article' }).getByRole('link');
  const marked = page.locator('[aria-current="location"]');
  const [, second, ...others] = await links.allTextContents();
  await expect(marked).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(marked).toHaveText(others.at(-1) ?? '');
  await links.filter({ hasText: second ?? '' }).click();
  await expect(marked).toHaveText(second ?? '');
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -400);
  await expect(marked).not.toHaveText(second ?? '');
  await page.keyboard.press('Home');
  await expect(marked).toHaveCount(0);
});
