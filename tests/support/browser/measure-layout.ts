import type { Page } from '@playwright/test';

/** The text spacing that WCAG 2.2, 1.4.12, requires pages to support. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

/**
 * Sets or removes wider text spacing. The page's content security policy does not apply to a
 * constructed style sheet.
 */
export function setSpacing(page: Page, isWide: boolean): Promise<void> {
  return page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    isWide ? SPACING : '',
  );
}

/** Sets the font size like a user style sheet, which changes no breakpoint. */
export function setFontSize(page: Page, size: string): Promise<void> {
  return page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);
}

/** Returns the elements that overflow the window horizontally. */
export function listWideParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.tagName} ${element.className} (${scrollWidth} px)`);
  });
}

/** Texts that do not fit into their element. */
export function listCutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    return Array.from(document.querySelectorAll<HTMLElement>('body *'))
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => !element.closest('svg, .sr-only'))
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
        // A text with an ellipsis is complete elsewhere on the page or behind the link.
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const isCutBelow =
          /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
        const isCutBeside =
          /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
        return isCutBelow || isCutBeside;
      })
      .map(
        (element) =>
          `${element.tagName}.${element.className} cuts “${element.textContent.slice(0, 40)}”`,
      );
  });
}

/** Pairs of links or buttons whose boxes meet, within the header's bar or within the page. */
export function listOverlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const listPairs = (selector: string) => {
      const parts = Array.from(document.querySelectorAll(selector))
        .filter(
          (element) => element.checkVisibility() && !element.matches('[class*="after:inset-0"]'),
        )
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

/** Targets that are smaller than `size`, except links within a line of text (2.5.8, inline). */
export function listSmallTargets(page: Page, size: number): Promise<readonly string[]> {
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
        const card = element.matches('[class*="after:inset-0"]')
          ? element.closest('.relative')
          : null;
        const { width, height } = (card ?? element).getBoundingClientRect();
        const isSmall = Math.round(width) < least || Math.round(height) < least;
        return isSmall
          ? [`${nameTarget(element)} is ${Math.round(width)} × ${Math.round(height)}`]
          : [];
      });
  }, size);
}
