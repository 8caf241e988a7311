import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/browser/screen-kinds.ts';
import { PLACEHOLDER_STATES, SCREEN_STATES } from '../../support/browser/screen-states.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = { narrow: [390], wide: [1280], any: [390, 1280] } as const;
const COLOURS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

for (const { name, address, heading, status } of SCREEN_KINDS) {
  test(`${name} has no barrier, light, dark and in forced colours, narrow and wide`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    test.slow();
    if (status === 404) expectProblem(NOT_FOUND_PROBLEM);
    await visit(address);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
  });
}

for (const { name, address, at = 'any', problem, open } of [...SCREEN_STATES, ...PLACEHOLDER_STATES]) {
  test(`${name} has no barrier`, async ({ page, visit, expectProblem }) => {
    test.slow();
    if (problem !== undefined) expectProblem(problem);
    await page.setViewportSize({ width: WIDTHS[at][0], height: 844 });
    await visit(address);
    await open(page);
    await expect(page).toHaveTitle(/\S/);
    expect(await listBarriers(page, WIDTHS[at])).toEqual([]);
  });
}

test('the explanation of fallback mode has no barrier', async ({
  page,
  visit,
  fallbackSite,
  expectProblem,
}) => {
  test.slow();
  expectProblem(NOT_FOUND_PROBLEM);
  await visit(`${fallbackSite.origin}/no/such/page/here`);
  await expect(page.getByRole('region', { name: 'Limited Functionality Mode' })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
});

/** The reader's colours are the reader's: axe compares their background with the text colour that they replace. */
function isForced({ forcedColors }: (typeof COLOURS)[number]): boolean {
  return forcedColors === 'active';
}

/** Every violation that axe finds, as a line that says where. */
async function listBarriers(page: Page, widths: readonly number[] = WIDTHS.any): Promise<readonly string[]> {
  const barriers: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const colours of COLOURS) {
      await page.emulateMedia(colours);
      const { violations } = await new AxeBuilder({ page })
        .withTags(RULES)
        .options({
          resultTypes: ['violations'],
          rules: { 'color-contrast': { enabled: !isForced(colours) } },
        })
        .analyze();
      for (const { id, help, nodes } of violations) {
        const places = nodes.map(({ target }) => target.join(' ')).join(', ');
        barriers.push(`${width} px, ${JSON.stringify(colours)}: ${id}: ${help}: ${places}`);
      }
    }
  }
  return barriers;
}
