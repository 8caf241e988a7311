import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { test as base, expect, SITE_FIXTURE } from '../../support/browser/journey.ts';
import { listCutTexts, listWideParts } from '../../support/browser/measure-layout.ts';
import { startBuiltSite } from '../../support/browser/start-site.ts';
import { writeShapes } from '../../support/content-shapes.ts';

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen';
const NAMES = [
  WORD,
  'Quotes " & </script><b>',
  'Пекарня и хлеб',
  WORD.toUpperCase(),
  'x',
  WORD.slice(9),
];
const SLUGS = NAMES.map((_, index) => `section-${index}`);

const FILES = {
  'site.yaml': JSON.stringify({
    name: WORD,
    domain: 'www.long.example',
    description: `${WORD}, and more.`,
    language: 'he',
    hero: { title: WORD.repeat(2).slice(0, 80), text: WORD.repeat(3) },
    profiles: [{ name: WORD, url: 'https://social.example/long' }],
    categories: NAMES.map((name, index) => ({
      slug: SLUGS[index],
      name,
      description: WORD.repeat(4),
      subcategories: index === 0 ? [{ slug: 'sub', name: WORD }] : [],
    })),
  }),
  'authors.yaml': JSON.stringify([{ slug: 'ada', name: WORD, role: WORD }]),
  'pages/about.md': `---\ntitle: ${WORD}\n---\n\n${WORD}.\n`,
  ...Object.fromEntries(
    SLUGS.map((slug, index) => [
      `articles/${slug}/${index === 0 ? 'sub/' : ''}text-${index}.md`,
      `---\ntitle: "${WORD} ${index}"\npublishedAt: 2026-03-01\nauthor: ada\n---\n\n## ${WORD}\n\n${WORD}.\n\n\`\`\`html\n<p>\n\`\`\`\n`,
    ]),
  ),
};

const test = base.extend<object, { longSite: string }>({
  longSite: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    async ({}, use) => {
      const contentDir = await writeShapes(FILES);
      const site = await startBuiltSite({ contentDir });
      await use(site.origin);
      await site.stop();
      await rm(contentDir, { recursive: true });
    },
    SITE_FIXTURE,
  ],
  baseURL: ({ longSite }, use) => use(longSite),
});

const ADDRESSES = [
  '/',
  '/section-0',
  '/section-0/sub',
  '/section-0/sub/text-0',
  '/section-1/text-1',
  '/articles',
  '/sitemap',
  '/search?q=text',
  '/about',
  '/authors/ada',
  '/no-such-page',
];

const setDirection = (page: Page, direction: string) =>
  page.evaluate((value) => {
    document.documentElement.dir = value;
  }, direction);

test('names of one long word stay within their boxes at every width', async ({
  page,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/404 \(Not Found\)/);
  for (const address of ADDRESSES) {
    await page.goto(address);
    for (const width of [390, 660, 860, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await setDirection(page, 'rtl');
      expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        address,
        width,
      ]);
      await setDirection(page, 'ltr');
      const problems = [...(await listWideParts(page)), ...(await listCutTexts(page))];
      expect([address, width, problems]).toEqual([address, width, []]);
    }
  }
});

test('the menu of a phone keeps such names within the window', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Mobile' }).getByRole('link').first(),
  ).toBeVisible();
  expect(await listWideParts(page)).toEqual([]);
});

test('from right to left a page is mirrored, except its code', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto('/section-0/sub/text-0');
  const measure = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return box === null ? undefined : box.x + box.width / 2 > 640;
  };
  const [mark, contents] = [await measure('header .mark'), await measure('aside')];
  expect({ mark, contents }).toEqual({ mark: true, contents: false });
  await expect(page.locator('pre')).toHaveCSS('direction', 'ltr');
});
