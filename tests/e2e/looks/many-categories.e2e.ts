import { test as base, expect, SITE_FIXTURE, serveFolder } from '../../support/browser/journey.ts';
import type { StartedSite } from '../../support/browser/start-site.ts';
import { GARDEN_CATEGORIES, GARDEN_FILES, writeShapes } from '../../support/content-shapes.ts';

const test = base.extend<object, { readonly site: StartedSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: needs none
  site: [async ({}, use) => serveFolder(await writeShapes(GARDEN_FILES), use), SITE_FIXTURE],
});

const SCRIPTS_ARE_BLOCKED = /^failed: csp at /;
const NOT_FOUND = /404 \(Not Found\)/;
const ADDRESSES = [
  '/',
  '/lawn-meadow',
  '/herbs/begin-with-herbs',
  '/sitemap',
  '/search?q=begin',
  '/no-such-page',
];

for (const javaScriptEnabled of [true, false])
  test(`the header fits into 1280, 860 and 390 px ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    openBrowser,
    expectProblem,
  }) => {
    expectProblem(NOT_FOUND);
    if (!javaScriptEnabled) expectProblem(SCRIPTS_ARE_BLOCKED);
    const context = await openBrowser({ javaScriptEnabled });
    const page = await context.newPage();
    for (const address of ADDRESSES) {
      await page.goto(address);
      for (const width of [1280, 860, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const boxes = await page.locator('header a:visible').evaluateAll((links) =>
          links.map((link) => {
            const { left, right } = link.getBoundingClientRect();
            return { name: link.textContent, left, right };
          }),
        );
        expect(boxes.length, address).toBeGreaterThan(0);
        const outside = boxes.filter(({ left, right }) => left < 0 || right > width);
        expect([address, width, outside]).toEqual([address, width, []]);
      }
    }
    await context.close();
  });

test('the categories behind More open by pointer and by keyboard, within the window', async ({
  page,
  visit,
}) => {
  await visit('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const last = menu.getByRole('link', { name: 'Harvest and Storage' });
  await expect(last).toBeHidden();
  await menu.getByRole('link', { name: 'More' }).hover();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(last).toBeHidden();
  await menu.getByRole('link', { name: 'Flower Beds' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Lawn & Meadow' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/lawn-meadow');
  await expect(menu.getByRole('link', { name: 'More' })).toBeVisible();
});

test('without JavaScript, More leads to every category', async ({ openBrowser, expectProblem }) => {
  expectProblem(SCRIPTS_ARE_BLOCKED);
  const context = await openBrowser({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'More' }).click();
  for (const name of GARDEN_CATEGORIES)
    await expect(
      page.getByRole('region', { name: 'Main Pages' }).getByRole('link', { name }),
    ).toBeVisible();
  await context.close();
});

test('the menu of a phone lists every category', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Mobile' });
  for (const name of GARDEN_CATEGORIES)
    await expect(menu.getByRole('link', { name })).toBeVisible();
  await menu.getByRole('link', { name: 'Pests' }).click();
  await expect(page.getByRole('heading', { name: 'Pests', level: 1 })).toBeVisible();
});
