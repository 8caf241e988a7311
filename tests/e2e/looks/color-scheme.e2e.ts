import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test('the site follows the colour scheme of the system from light to dark and back', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit('/');
  const light = await readBrightness(page);
  expect(light.paper).toBeGreaterThan(200);
  expect(light.ink).toBeLessThan(80);

  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await readBrightness(page);
  expect(dark.paper).toBeLessThan(60);
  expect(dark.ink).toBeGreaterThan(180);

  await page.emulateMedia({ colorScheme: 'light' });
  expect(await readBrightness(page)).toEqual(light);
});

test('the dark scheme that a reader chooses is kept for the next visit, and can be undone', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit('/');
  const light = await readBrightness(page);
  const darkMode = page.getByRole('button', { name: 'Dark mode' });
  await expect(darkMode).toHaveAttribute('aria-pressed', 'false');
  await darkMode.click();
  await expect(darkMode).toHaveAttribute('aria-pressed', 'true');
  expect((await readBrightness(page)).paper).toBeLessThan(60);

  await visit('/articles');
  await expect(darkMode).toHaveAttribute('aria-pressed', 'true');
  expect((await readBrightness(page)).paper).toBeLessThan(60);
  await darkMode.click();
  expect(await readBrightness(page)).toEqual(light);
});

/** Mean of red, green and blue, 0 to 255, of the page's background and text. */
function readBrightness(page: Page): Promise<{ paper: number; ink: number }> {
  return page.evaluate(() => {
    const mean = (color: string) => {
      const parts = color.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
      return parts.reduce((sum, part) => sum + part, 0) / parts.length;
    };
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { paper: mean(backgroundColor), ink: mean(color) };
  });
}
