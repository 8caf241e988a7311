import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test('a printed page has only the text, black on white even in the dark scheme', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Begin with phrase match.')).toBeVisible();
  for (const part of ['banner', 'contentinfo', 'complementary', 'navigation', 'button'] as const) {
    await expect(page.getByRole(part).filter({ visible: true }), part).toHaveCount(0);
  }
  const { color, backgroundColor } = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, backgroundColor };
  });
  expect([color, backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});

test('a printed page begins with the site’s name and address, the screen does not', async ({
  page,
  visit,
}) => {
  for (const address of [ARTICLE, '/articles', '/db-setup-help']) {
    await visit(address);
    const masthead = page.locator('body > p', { hasText: 'Marketing Workbench' });
    await expect(masthead).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(masthead).toBeVisible();
    await expect(masthead).toContainText('https://www.marketingworkbench.example');
    const [top, heading] = await Promise.all([
      masthead.boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ]);
    expect(top?.y).toBeLessThan(heading?.y ?? 0);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a printed page spells out the address of each link and its own', async ({ page, visit }) => {
  await visit(ARTICLE);
  await page.emulateMedia({ media: 'print' });
  const origin = 'https://www.marketingworkbench.example';
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^negative keywords/ })
    .first();
  const target = await link.getAttribute('href');
  expect(await readWrittenAfter(link)).toBe(`" (${origin}${target})"`);
  await expect(page.getByText(`${origin}${ARTICLE}`, { exact: true })).toBeVisible();
  expect(await readWrittenAfter(page.getByRole('figure').getByRole('link'))).not.toContain(
    '/media/',
  );
});

/** The `::after` content of an element. */
function readWrittenAfter(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node, '::after').content);
}
