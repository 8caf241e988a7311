import type { Page } from '@playwright/test';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/browser/screen-kinds.ts';
import { SCREEN_STATES } from '../../support/browser/screen-states.ts';

/** WCAG 2.2, 2.5.8, with a mouse; and for a finger what 2.5.5 and the platforms' guidelines ask for. */
const POINTERS = [
  { name: 'a mouse', size: 24, hasTouch: false, width: 1280 },
  { name: 'a finger', size: 44, hasTouch: true, width: 390 },
] as const;

for (const { name, size, hasTouch, width } of POINTERS) {
  test(`${name} finds every target ${size} px large on every kind of screen`, async ({
    openBrowser,
    expectProblem,
  }) => {
    test.slow();
    expectProblem(NOT_FOUND_PROBLEM);
    const context = await openBrowser({
      ...{ hasTouch, isMobile: hasTouch, reducedMotion: 'reduce' },
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    const small: string[] = [];
    for (const { name: screen, address } of SCREEN_KINDS) {
      await page.goto(address);
      small.push(...(await listSmallTargets(page, size)).map((target) => `${screen}: ${target}`));
    }
    for (const { name: state, address, at, problem, open } of SCREEN_STATES) {
      if (problem !== undefined || at === (hasTouch ? 'wide' : 'narrow')) continue;
      await page.goto(address);
      await waitForCode(page);
      await open(page);
      small.push(...(await listSmallTargets(page, size)).map((target) => `${state}: ${target}`));
    }
    await context.close();
    expect([...new Set(small)]).toEqual([]);
  });
}

/** Targets that are smaller, but for links within a line of text, whose size the text gives (2.5.8, inline). */
function listSmallTargets(page: Page, size: number): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const isWithinText = (element: Element) =>
      element.matches('.prose a, .prose input, .prose label, p a') &&
      !element.matches('figure > a') &&
      element.parentElement?.textContent.trim() !== element.textContent.trim();
    const nameTarget = (element: Element) =>
      `${element.tagName} “${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}”`;
    return Array.from(document.querySelectorAll('a[href], button, input, summary, [role="option"]'))
      .filter((element) => element.checkVisibility() && !isWithinText(element))
      .filter((element) => !element.matches('.sr-only'))
      .flatMap((element) => {
        // A link may be as large as the card that its ::after covers.
        const card = element.matches('[class*="after:inset-0"]') ? element.closest('.relative') : null;
        const { width, height } = (card ?? element).getBoundingClientRect();
        const isSmall = Math.round(width) < least || Math.round(height) < least;
        return isSmall ? [`${nameTarget(element)} is ${Math.round(width)} × ${Math.round(height)}`] : [];
      });
  }, size);
}
