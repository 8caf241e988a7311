import { expect, test } from '../../support/browser/journey.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in forced colours on ${colorScheme} the current category stands out`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await visit('/google-ads');
    const chips = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: /\(\d+\)$/ });
    const grounds = await chips.evaluateAll((links) =>
      links.map((link) => ({
        isCurrent: link.ariaCurrent === 'page',
        ground: getComputedStyle(link).backgroundColor,
      })),
    );
    const current = grounds.find(({ isCurrent }) => isCurrent);
    const others = new Set(
      grounds.filter(({ isCurrent }) => !isCurrent).map(({ ground }) => ground),
    );
    expect(others.size).toBe(1);
    expect(others).not.toContain(current?.ground);
  });
}
