/**
 * Opens each kind and state of screen once, and runs all accessibility and layout checks in every
 * size and colour scheme.
 */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, test } from '../../support/browser/journey.ts';
import { listNavigationShifts, listVisitShifts } from '../../support/browser/layout-shifts.ts';
import {
  listCutTexts,
  listOverlaps,
  listSmallTargets,
  listWideParts,
  setFontSize,
  setSpacing,
} from '../../support/browser/measure-layout.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { PLACEHOLDER_STATES, SCREEN_STATES } from '../../support/browser/screen-states.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/screen-kinds.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/**
 * In forced colours axe would compare the background with a text colour that the browser replaces.
 */
const FORCED_COLOUR_RULES = ['link-in-text-block'];
const WIDTHS = { narrow: [390], wide: [1280], any: [390, 1280] } as const;
/**
 * The smallest target in px that WCAG 2.2, 2.5.8, asks for a mouse, and 2.5.5 and the platforms'
 * guidelines for a finger.
 */
const TARGETS = { mouse: 24, finger: 44 } as const;

for (const { name, address, heading, status } of SCREEN_KINDS) {
  test(`${name} is accessible and keeps its layout in all sizes and colours, also when a reader navigates to it`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    test.slow();
    if (status === 404) expectProblem(NOT_FOUND_PROBLEM);
    const requests = recordRequests(page);
    const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
    const visitAt = async (width: number) => {
      await page.setViewportSize({ width, height: 844 });
      await visit(address);
      await expect(title).toBeVisible();
      expect(await listVisitShifts(page, requests), `layout shifts at ${width} px`).toEqual([]);
    };
    await visitAt(390);
    for (const width of WIDTHS.any) {
      await page.setViewportSize({ width, height: 844 });
      await visit(address === '/db-setup-help' ? '/sitemap' : '/db-setup-help');
      const shifts = await listNavigationShifts(page, address, title);
      expect(shifts, `layout shifts of a navigation at ${width} px`).toEqual([]);
    }
    await visitAt(1280);
    expect(await listAxeViolations(page, WIDTHS.any), 'axe').toEqual([]);
    expect(await listTargetProblems(page, WIDTHS.any), 'targets').toEqual([]);
    expect(await listSpacingProblems(page, [320, 1280]), 'wider spaced text').toEqual([]);
    expect(await listReflowProblems(page), 'sideways scrolling').toEqual([]);
  });
}

for (const { name, address, at = 'any', problem, open } of SCREEN_STATES) {
  test(`${name} is accessible and keeps its layout`, async ({ page, visit, expectProblem }) => {
    test.slow();
    if (problem !== undefined) expectProblem(problem);
    await page.setViewportSize({ width: WIDTHS[at][0], height: 844 });
    await visit(address);
    await open(page);
    await expect(page).toHaveTitle(/\S/);
    expect(await listAxeViolations(page, WIDTHS[at]), 'axe').toEqual([]);
    if (problem !== undefined) return;
    expect(await listTargetProblems(page, WIDTHS[at]), 'targets').toEqual([]);
    const spaced = { narrow: [320], wide: [1280], any: [320, 1280] }[at];
    expect(await listSpacingProblems(page, spaced), 'wider spaced text').toEqual([]);
  });
}

for (const { name, address, open } of PLACEHOLDER_STATES) {
  test(`${name} is accessible`, async ({ page, visit }) => {
    test.slow();
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(address);
    await open(page);
    await expect(page).toHaveTitle(/\S/);
    expect(await listAxeViolations(page, WIDTHS.any)).toEqual([]);
  });
}

test('the explanation of fallback mode is accessible', async ({
  page,
  visit,
  fallbackSite,
  expectProblem,
}) => {
  test.slow();
  expectProblem(NOT_FOUND_PROBLEM);
  await visit(`${fallbackSite.origin}/no/such/page/here`);
  await expect(page.getByRole('region', { name: 'Limited Functionality Mode' })).toBeVisible();
  expect(await listAxeViolations(page, WIDTHS.any)).toEqual([]);
});

for (const name of ['Open menu', 'Open search']) {
  test(`at 320 px nothing scrolls sideways after “${name}”`, async ({ page, visit }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/sitemap');
    await page.getByRole('heading', { name: 'Google Ads' }).click();
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('button', { name: name.replace('Open', 'Close') })).toBeVisible();
    expect(await listWideParts(page)).toEqual([]);
  });
}

/**
 * The violations that axe finds, each with its place. In other colours only the colour rules run
 * again.
 */
async function listAxeViolations(
  page: Page,
  widths: readonly number[],
): Promise<readonly string[]> {
  const barriers: string[] = [];
  await page.evaluate(axe.source);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 844 });
    for (const { media, ...options } of [
      { media: { colorScheme: 'light', forcedColors: 'none' }, runOnly: TAGS },
      { media: { colorScheme: 'dark', forcedColors: 'none' }, runOnly: COLOUR_RULES },
      { media: { colorScheme: 'dark', forcedColors: 'active' }, runOnly: FORCED_COLOUR_RULES },
    ] as const) {
      if (media.forcedColors === 'active' && index > 0) continue;
      await page.emulateMedia(media);
      const found = await page.evaluate(
        `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) =>
          violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
      );
      const lines = Array.isArray(found) ? found : [`axe says ${String(found)}`];
      barriers.push(...lines.map((line) => `${width} px, ${JSON.stringify(media)}: ${line}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  return barriers;
}

/** Targets too small for a mouse in a wide window, or for a finger in a narrow one. */
async function listTargetProblems(
  page: Page,
  widths: readonly number[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const session = await page.context().newCDPSession(page);
  for (const width of widths) {
    const pointer = width < 800 ? 'finger' : 'mouse';
    await page.setViewportSize({ width, height: 844 });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: pointer === 'finger' });
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(
      pointer === 'finger',
    );
    problems.push(
      ...(await listSmallTargets(page, TARGETS[pointer])).map((line) => `${pointer}: ${line}`),
    );
  }
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.detach();
  return problems;
}

async function listSpacingProblems(
  page: Page,
  widths: readonly number[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  await setSpacing(page, true);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const lines = [
      ...(await listWideParts(page)),
      ...(await listCutTexts(page)),
      ...(await listOverlaps(page)),
    ];
    problems.push(...lines.map((line) => `${width} px: ${line}`));
  }
  await setSpacing(page, false);
  return problems;
}

/** A narrow phone, a window zoomed to 400 %, and text of twice the size. */
async function listReflowProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { width, height, fontSize } of [
    { width: 320, height: 640, fontSize: '' },
    { width: 320, height: 200, fontSize: '' },
    { width: 390, height: 844, fontSize: '200%' },
    { width: 1280, height: 844, fontSize: '200%' },
  ]) {
    await page.setViewportSize({ width, height });
    await setFontSize(page, fontSize);
    problems.push(...(await listWideParts(page)).map((part) => `${width} px ${fontSize}: ${part}`));
    if (height > 200) continue;
    await page.evaluate(() => window.scrollTo(0, 400));
    await expect(
      page.getByRole('banner'),
      'the header leaves the window to the text',
    ).not.toBeInViewport();
  }
  return problems;
}
