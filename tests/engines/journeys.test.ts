/**
 * The core journeys of readers in Firefox, in WebKit, and in Chromium without what the oldest
 * supported browsers lack.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Engine } from './support/engine-page.ts';
import { ARTICLE, type JourneySite, openJourneySite } from './support/journey-site.ts';
import { listEngineNames, openEngine } from './support/open-engine.ts';
import { createReader, type Reader } from './support/reader.ts';
import { formatErrorRecorder, takeErrors } from './support/record-errors.ts';

/** Marks the document when its screen is hydrated. */
const MARK_HYDRATION = `addEventListener('hydrated', () => { document.documentElement.dataset.hydrated = ''; });`;
const BEFORE = `${formatErrorRecorder()};${MARK_HYDRATION}`;

const names = listEngineNames(inject('engines')).filter((name) => name !== 'Chromium');
let site: JourneySite;

beforeAll(async () => {
  site = await openJourneySite();
});
afterAll(() => site.close());

test('the simulated browser lacks what one of the oldest supported browsers lacks', async () => {
  const { page, close } = await openEngine('the oldest supported browsers', inject('engines'));
  try {
    await page.goto(`${site.origin}/`);
    const found = await page.run(() => {
      const covers = getComputedStyle(
        document.querySelector('.cover-ground') ?? document.body,
      ).fill;
      const sunken = document.createElement('p');
      document.body.append(sunken);
      sunken.style.color = 'var(--color-sunken)';
      return [
        'groupBy' in Map,
        'ariaExpanded' in Element.prototype,
        covers === getComputedStyle(sunken).color,
      ];
    });
    // A style sheet for browsers that can't mix colours gives covers this one.
    expect(found).toEqual([false, false, true]);
  } finally {
    await close();
  }
});

describe.each([...names, 'the oldest supported browsers' as const])('in %s', (name) => {
  let engine: Engine;
  let reader: Reader;

  beforeAll(async () => {
    engine = await openEngine(name, inject('engines'), BEFORE);
    reader = createReader(engine.page);
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.page.resize(1280, 800);
    return async () => expect(await takeErrors(engine.page)).toBe('');
  });

  test('a reader goes from the home page to an article in place, and back and forward', async () => {
    await reader.open(`${site.origin}/`);
    await reader.seeHeading('Do-It-Yourself Digital Marketing');
    await engine.page.run(() => void Object.assign(globalThis, { isSameDocument: true }));
    await reader.click('link', 'View All: Featured Articles');
    await reader.seeHeading('All Articles');
    const title = await reader.see(
      () => [...document.querySelectorAll('main h3 a')].at(-1)?.textContent ?? null,
    );
    await reader.click('link', title);
    await reader.seeHeading(title);
    const left = await engine.page.run(() => history.length);
    await engine.page.back();
    await reader.seeHeading('All Articles');
    await reader.see(() => scrollY > 300);
    await engine.page.forward();
    await reader.seeHeading(title);
    await reader.see(() => scrollY === 0);
    expect(await engine.page.run(() => ['isSameDocument' in globalThis, history.length])).toEqual([
      true,
      left,
    ]);
  });

  test.each([1280, 390])(
    'at %i pixels a figure opens in a dialog as tall as its picture',
    async (width) => {
      await engine.page.resize(width, 800);
      await reader.open(site.origin + ARTICLE);
      await reader.seeHeading('Every part of a page');
      await reader.expectNoOverflow();
      await reader.click('link', 'A tall box with its name');
      await reader.see(
        () => document.querySelector<HTMLImageElement>('dialog[open] img')?.naturalWidth !== 0,
      );
      await reader.expectSoon(async () => {
        const { parts, dialog } = await engine.page.run(measureDialog);
        expect(Math.abs(parts - dialog)).toBeLessThan(3);
      });
      expect(await reader.readFocus()).toBe('Close');
      await reader.press('Escape');
      await reader.see(() => document.querySelector('dialog') === null);
      expect(
        await engine.page.run(() => document.activeElement?.querySelector('img')?.alt ?? ''),
      ).toBe('A tall box with its name');
    },
  );

  test('an article has its table and its download, and a ticked box stays ticked', async () => {
    await reader.open(site.origin + ARTICLE);
    expect(await engine.page.run(() => document.querySelector('table')?.rows.length ?? 0)).toBe(2);
    const [href = ''] = await engine.page.run(() =>
      Array.from(
        document.querySelectorAll('#downloads + ul a'),
        (link) => link.getAttribute('href') ?? '',
      ),
    );
    expect(await (await fetch(site.origin + href)).text()).toBe('keyword,bid\ncake,1.20\n');
    await reader.click('checkbox', 'Count the clicks');
    await reader.see(() => document.querySelector<HTMLInputElement>('input:checked') !== null);
    await reader.open(site.origin + ARTICLE);
    expect(await engine.page.run(() => document.querySelectorAll('input:checked').length)).toBe(1);
  });

  test('the menu of a phone opens, closes and leads to a category', async () => {
    await engine.page.resize(390, 800);
    await reader.open(`${site.origin}/about`);
    await reader.click('button', 'Open menu');
    await reader.see(() => document.querySelector('nav[aria-label="Mobile"]') !== null);
    await reader.press('Escape');
    await reader.see(() => document.querySelector('nav[aria-label="Mobile"]') === null);
    expect(await reader.readFocus()).toBe('Open menu');
    await reader.click('button', 'Open menu');
    await reader.click('link', 'Facebook Ads');
    await reader.seeHeading('Facebook Ads');
    await reader.expectNoOverflow();
  });

  test('the menu of a wide window opens on focus', async () => {
    await reader.open(`${site.origin}/about`);
    await engine.page.run(() =>
      document.querySelector<HTMLElement>('nav[aria-label="Main"] a')?.focus(),
    );
    await reader.see(() => document.querySelector('.dropdown-list')?.getClientRects().length === 1);
    await reader.press('Escape');
    await reader.see(() => document.querySelector('.dropdown-list')?.getClientRects().length === 0);
  });

  test('the search suggests, finds, and gives the keys back when it is closed', async () => {
    await reader.open(`${site.origin}/about`);
    await reader.click('button', 'Open search');
    await reader.see(() => document.activeElement?.matches('input[type="search"]') === true);
    await reader.type('keyword m');
    await reader.see(() => document.querySelector('[role="listbox"]:not([hidden])') !== null);
    // Those for the first letters may be shown before.
    await reader.see(() =>
      /^keyword m/i.test(document.querySelector('[role="option"]')?.textContent ?? ''),
    );
    await reader.press('ArrowDown', 'Enter');
    await reader.see(() => location.pathname.includes('keyword'));
    await reader.click('button', 'Open search');
    await reader.type('budget');
    await reader.see(() => document.querySelector('[role="listbox"]:not([hidden])') !== null);
    await reader.press('Escape');
    await reader.press('Enter');
    await reader.seeHeading('Search results for “budget”');
    await reader.see(() => document.querySelectorAll('main article').length > 0);

    await reader.click('button', 'Open search');
    await reader.see(() => document.querySelector('#SearchPanel input') !== null);
    await reader.click('button', 'Close search');
    await reader.see(() => document.querySelector('#SearchPanel input') === null);
    // Space on a focused link scrolls; a swallowed one would not.
    const { link, before } = await engine.page.run(() => {
      const [first] = document.querySelectorAll<HTMLElement>('main a');
      first?.focus();
      return { link: first?.textContent, before: scrollY };
    });
    expect(await reader.readFocus()).toBe(link);
    await reader.press(' ');
    await reader.expectSoon(async () => {
      const isScrolled = await engine.page.run((before) => scrollY > before, before);
      expect({ focus: await reader.readFocus(), isScrolled }).toEqual({
        focus: link,
        isScrolled: true,
      });
    });
  });

  test('the chosen colour scheme stays', async () => {
    await reader.open(`${site.origin}/about`);
    const readGround = () => engine.page.run(() => getComputedStyle(document.body).backgroundColor);
    const light = await readGround();
    await reader.click('button', 'Dark mode');
    await reader.expectSoon(async () => expect(await readGround()).not.toBe(light));
    const dark = await readGround();
    await reader.open(`${site.origin}/seo`);
    expect(await readGround()).toBe(dark);
    await reader.click('button', 'Dark mode');
    await reader.expectSoon(async () => expect(await readGround()).toBe(light));
  });

  test('covers, buttons and the header have their colours', async () => {
    await reader.open(`${site.origin}/`);
    const colours = await engine.page.run(() => {
      const read = (selector: string, property: 'backgroundColor' | 'fill') => {
        const element = document.querySelector(selector);
        return element === null ? 'missing' : getComputedStyle(element)[property];
      };
      return [
        read('.cover-ground', 'fill'),
        read('a.bg-accent', 'backgroundColor'),
        read('.site-header', 'backgroundColor'),
      ];
    });
    for (const colour of colours)
      expect(colour).not.toMatch(/^(?:missing|rgb\(0, 0, 0\)|rgba\(0, 0, 0, 0\)|transparent)$/);
  });

  test('a notification says whether the link was copied', async () => {
    await reader.open(site.origin + ARTICLE);
    await reader.click('button', 'Copy link');
    const toast = await reader.see(
      () => document.querySelector('[data-toast-region] li')?.textContent || null,
    );
    // Headless engines may refuse the clipboard.
    expect(toast).toMatch(/Link copied|The link could not be copied/);
    await reader.press('F8');
    await reader.see(() => document.activeElement?.closest('[data-toast-region]') !== null);
  });

  test('an article that stays open for three seconds is counted, and not before', async () => {
    const read = async () => (await fetch(`${site.origin}/api/posts/title-tags`)).json();
    const before = (await read()).popular ?? 0;
    await reader.open(`${site.origin}/seo/on-page-seo/title-tags`);
    await reader.see(() => performance.now() > 1_500);
    expect((await read()).popular ?? 0).toBe(before);
    await vi.waitFor(async () => expect((await read()).popular).toBe(before + 1), {
      timeout: 15_000,
    });
  });

  test('an address without a page says so', async () => {
    await reader.open(`${site.origin}/`);
    await engine.page.run(() => history.pushState(null, '', '/no/such/page/here'));
    await reader.seeHeading('404 - Page Not Found');
    await reader.open(`${site.origin}/no/such/page`);
    await reader.seeHeading('Article Not Found');
  });

  test.each([1280, 390])(
    'without JavaScript, at %i pixels, no button shows, and the menu, the lists and the search work',
    async (width) => {
      await engine.page.resize(width, 800);
      await engine.page.goto(`${site.plainOrigin}/articles`);
      await reader.expectNoOverflow();
      expect(await engine.page.run(listVisibleButtons)).toEqual([]);
      await reader.click('link', 'SEO');
      await reader.seeHeading('SEO');
      await reader.click('link', 'Search');
      await reader.seeHeading('Search');
    },
  );

  test('the first screenshot that shows the box of a drawing also shows its text', async () => {
    await engine.page.resize(390, 844);
    await engine.page.goto(site.origin + ARTICLE);
    let middle = await readMiddle(reader);
    await reader.expectSoon(async () => {
      middle = await readMiddle(reader);
      expect(middle.max).toBeLessThan(PAPER_MIN);
    });
    expect(middle.min, 'its black text').toBeLessThan(TEXT_MAX);
  });
});

/**
 * Of the red channel: the paper of the page is brighter, the drawing's grey box is not, and its
 * text is darker.
 */
const PAPER_MIN = 200;
const TEXT_MAX = 100;

/** The brightest and the darkest pixel in the middle of the drawing, where its text is. */
async function readMiddle({
  page,
}: Reader): Promise<{ readonly min: number; readonly max: number }> {
  const [left = 0, top = 0] = await page.run(() => {
    const image = document.querySelector('figure img');
    image?.scrollIntoView({ block: 'center' });
    const { left = 0, top = 0, width = 0, height = 0 } = image?.getBoundingClientRect() ?? {};
    return [Math.round(left + width / 2 - 60), Math.round(top + height / 2 - 20)];
  });
  const screenshot = sharp(await page.takeScreenshot()).extract({
    left,
    top,
    width: 120,
    height: 40,
  });
  // `stats` reads the input of a pipeline, not its result.
  const [red] = (await sharp(await screenshot.png().toBuffer()).stats()).channels;
  return { min: red?.min ?? 0, max: red?.max ?? 255 };
}

function measureDialog() {
  const dialog = document.querySelector('dialog');
  if (dialog === null) throw new Error('There is no dialog.');
  const boxes = ['button', 'img', 'p'].map((part) =>
    dialog.querySelector(part)?.getBoundingClientRect(),
  );
  const top = Math.min(...boxes.map((box) => box?.top ?? 0));
  const bottom = Math.max(...boxes.map((box) => box?.bottom ?? 0));
  return { parts: bottom - top, dialog: dialog.scrollHeight };
}

function listVisibleButtons(): readonly string[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('header button, main button')];
  return buttons
    .filter((button) => button.getClientRects().length > 0)
    .map((button) => button.innerText);
}
