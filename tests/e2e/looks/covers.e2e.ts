import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test('a cover is the same drawing whether the server or the browser rendered the page', async ({
  page,
  visit,
}) => {
  await visit('/seo');
  const drawn = await listCovers(page);
  expect(drawn.length).toBeGreaterThan(5);
  for (const cover of drawn) expect(cover).toContain('<path');

  await visit('/db-setup-help');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'SEO', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'SEO' })).toBeFocused();
  await expect.poll(() => listCovers(page)).toEqual(drawn);
});

test('a page rendered by the server does not load the code that draws covers', async ({
  page,
  visit,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit('/seo');
  expect(asked.filter((url) => url.includes('draw-cover'))).toEqual([]);
  const code = page.waitForRequest(/draw-cover/);
  await page.mouse.move(300, 300);
  await code;
});

/** The drawings of the page's articles, in order. */
function listCovers(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('main')
    .getByRole('article')
    .locator('svg.cover')
    .evaluateAll((covers) => covers.map((cover) => cover.innerHTML));
}
