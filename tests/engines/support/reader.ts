import { expect, vi } from 'vitest';
import type { EnginePage } from './engine-page.ts';

const PATIENCE = { timeout: 15_000, interval: 50 };

export type Reader = ReturnType<typeof createReader>;

/** What a reader does on a page, by the names that are on it. */
export function createReader(page: EnginePage) {
  /**
   * Waits until a function of the page, which is called again and again, returns something other
   * than null or false.
   */
  const see = <Args extends readonly unknown[], Result>(
    find: (...args: Args) => Result | null | false,
    ...args: Args
  ): Promise<Result> =>
    vi.waitFor(async () => {
      const found = await page.run(find, ...args);
      if (found === null || found === false)
        throw new Error(`not seen: ${JSON.stringify(args)} ${String(find).slice(0, 200)}`);
      return found;
    }, PATIENCE);
  const press = (...keys: readonly string[]) => page.press(...keys);
  return {
    page,
    see,
    press,
    type: (text: string) => press(...text),
    /** Opens an address and waits until its scripts have hydrated the page. */
    open: async (address: string) => {
      await page.goto(address);
      await see(() => document.documentElement.dataset.hydrated !== undefined);
    },
    /**
     * Clicks an element with this role (`link`, `button`, `checkbox`) and name, which is scrolled
     * into view.
     */
    click: async (role: string, name: string) => {
      const point = await see(findPoint, role, name);
      await page.click(point.x, point.y);
    },
    seeHeading: (text: string) =>
      see(
        (text) =>
          Array.from(document.querySelectorAll('h1'), (h1) => h1.textContent).includes(text),
        text,
      ),
    /** The text of the focused element, or its label. */
    readFocus: () =>
      page.run(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      ),
    expectSoon: (check: () => Promise<void>) => vi.waitFor(check, PATIENCE),
    expectNoOverflow: async () =>
      expect(
        await page.run(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0),
  };
}

/**
 * The middle of the first visible element with the role and name, if a click there would hit it.
 */
function findPoint(role: string, name: string) {
  // Until then the layout may change.
  if (document.readyState !== 'complete') return null;
  const selectors: Record<string, string> = {
    link: 'a[href]',
    button: 'button',
    checkbox: 'input[type="checkbox"]',
  };
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent;
    const image = element.querySelector('img')?.alt;
    return (label ?? (element.textContent?.trim() || image || '')).trim();
  };
  for (const element of document.querySelectorAll(selectors[role] ?? role)) {
    if (nameOf(element) !== name || element.getClientRects().length === 0) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    if (hit !== null && (element.contains(hit) || hit === element.closest('label'))) return point;
  }
  return null;
}
