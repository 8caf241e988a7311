import type { Locator, Page } from '@playwright/test';
import { lookAlike } from '../../support/browser/compare-screenshots.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { paint } from '../../support/browser/layout-shifts.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test.use({ hasTouch: true });

test('the zoom icon of a figure does not cover its picture, and is shown without a mouse', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const picture = findFigure(page).getByRole('img');
  const caption = findFigure(page).locator('+ figcaption');
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await waitForForm(picture);
    const shown = { picture: await picture.screenshot(), caption: await caption.screenshot() };
    await hideIcon(page, true);
    expect(
      await lookAlike(shown.picture, await picture.screenshot()),
      `the picture at ${width} px`,
    ).toBe(true);
    expect(
      await lookAlike(shown.caption, await caption.screenshot()),
      `the caption at ${width} px`,
    ).toBe(false);
    await hideIcon(page, false);
  }
});

test('in forced colours the zoom icon of a figure is visible, in light and dark', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const caption = findFigure(page).locator('+ figcaption');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const shown = await caption.screenshot();
    await hideIcon(page, true);
    expect(await lookAlike(shown, await caption.screenshot()), colorScheme).toBe(false);
    await hideIcon(page, false);
  }
});

function findFigure(page: Page) {
  return page.getByRole('figure').getByRole('link', { name: /^Three boxes from wide to narrow/ });
}

/**
 * Waits, after the width of the window has changed, until the form of the drawing for it is loaded,
 * decoded and painted.
 */
async function waitForForm(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => {
        const source = image.parentElement?.querySelector('source');
        const isWide = source != null && matchMedia(source.media).matches;
        return image.currentSrc === new URL(isWide ? source.srcset : image.src, location.href).href;
      }),
    )
    .toBe(true);
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  await paint(picture.page());
}

async function hideIcon(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (css) => {
      const rules = new CSSStyleSheet();
      rules.replaceSync(css);
      document.adoptedStyleSheets = [rules];
    },
    isHidden ? '.prose figure > a::before, .prose figure > a::after { display: none }' : '',
  );
}
