import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test('the zoom icon of a figure does not cover its picture, and is shown without a mouse', async ({
  browser,
  site,
}) => {
  for (const width of [320, 390, 1280]) {
    const context = await browser.newContext({
      ...{ baseURL: site.origin, hasTouch: true, reducedMotion: 'reduce' },
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(ARTICLE);
    const picture = findFigure(page).getByRole('img');
    const caption = findFigure(page).locator('+ figcaption');
    const signed = { picture: await picture.screenshot(), caption: await caption.screenshot() };
    await hideSign(page);
    expect(signed.picture.equals(await picture.screenshot()), `the picture at ${width} px`).toBe(true);
    expect(signed.caption.equals(await caption.screenshot()), `the caption at ${width} px`).toBe(false);
    await context.close();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in forced colours on ${colorScheme} the zoom icon of a figure is visible`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await visit(ARTICLE);
    const caption = findFigure(page).locator('+ figcaption');
    const signed = await caption.screenshot();
    await hideSign(page);
    expect(signed.equals(await caption.screenshot())).toBe(false);
  });
}

function findFigure(page: Page) {
  return page.getByRole('figure').getByRole('link', { name: /^Three boxes from wide to narrow/ });
}

async function hideSign(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync('.prose figure > a::before, .prose figure > a::after { display: none }');
    document.adoptedStyleSheets.push(rules);
  });
}
