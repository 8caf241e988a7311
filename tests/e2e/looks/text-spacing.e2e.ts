import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/browser/screen-kinds.ts';
import { SCREEN_STATES } from '../../support/browser/screen-states.ts';

/** What WCAG 2.2, 1.4.12, lets a reader set. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

for (const width of [320, 1280]) {
  test(`with wider spaced text nothing is cut off or overlaps at ${width} px`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    test.slow();
    expectProblem(NOT_FOUND_PROBLEM);
    await page.setViewportSize({ width, height: 800 });
    const lost: string[] = [];
    for (const { name, address } of SCREEN_KINDS) {
      await page.goto(address);
      lost.push(...(await listLostText(page)).map((text) => `${name}: ${text}`));
    }
    for (const { name, address, at, problem, open } of SCREEN_STATES) {
      if (problem !== undefined || at === (width === 320 ? 'wide' : 'narrow')) continue;
      await visit(address);
      await open(page);
      lost.push(...(await listLostText(page)).map((text) => `${name}: ${text}`));
    }
    expect(lost).toEqual([]);
  });
}

/** Texts that do not fit where they stand or meet others, and the page where it grew wider than its window. */
async function listLostText(page: Page): Promise<readonly string[]> {
  // A constructed style sheet is the browser's own, as a reader's is: the page's policy has no say in it.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, SPACING);
  return [...(await listCutTexts(page)), ...(await listOverlaps(page))];
}

function listCutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const cut = Array.from(document.querySelectorAll<HTMLElement>('body *'))
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => !element.closest('svg, .sr-only'))
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
        // An ellipsis stands for a text that is there in full elsewhere on the page, or behind the link.
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const isCutBelow = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
        const isCutBeside = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
        return isCutBelow || isCutBeside;
      })
      .map((element) => `${element.tagName}.${element.className} cuts “${element.textContent.slice(0, 40)}”`);
    return [...wide, ...cut];
  });
}

/** Pairs of links or buttons whose boxes meet, within the header's bar or within the page. */
function listOverlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const listPairs = (selector: string) => {
      const parts = Array.from(document.querySelectorAll(selector))
        .filter((element) => element.checkVisibility() && !element.matches('[class*="after:inset-0"]'))
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }));
      return parts.flatMap((one, index) =>
        parts
          .slice(index + 1)
          .filter(
            (other) =>
              one.box.left < other.box.right - 1 &&
              other.box.left < one.box.right - 1 &&
              one.box.top < other.box.bottom - 1 &&
              other.box.top < one.box.bottom - 1,
          )
          .map((other) => `“${one.text}” overlaps “${other.text}”`),
      );
    };
    return [
      ...listPairs(
        'header > div:first-child > a, header .main-menu > ul > li > a, header button[aria-label]',
      ),
      ...listPairs('main li > a:not(.prose *), main button'),
    ];
  });
}
