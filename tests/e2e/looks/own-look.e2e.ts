/** What an owner gives a site: portraits, covers, pictures of categories, a style sheet, typefaces. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from '../../support/browser/journey.ts';
import { formatArticle } from '../../support/content-folder.ts';
import { writeShapes } from '../../support/content-shapes.ts';

const PHOTO = { create: { width: 960, height: 600, channels: 3, background: '#a63' } } as const;

const STYLE = `
@font-face { font-family: "My Face"; src: url("fonts/my-face.woff2") format("woff2"); font-display: block }
:root { --font-serif: "My Face"; --color-accent: light-dark(#a00030, #ffa0b0); --radius-md: 0 }
h1 { letter-spacing: 3px }
`;

async function writeBakery() {
  const photo = await sharp(PHOTO).jpeg().toBuffer();
  return writeShapes({
    'site.yaml':
      'name: Bakery\ncategories:\n  - { slug: bread, name: Bread, picture: bread.png }\n',
    'categories/bread.png': await sharp(PHOTO).png().toBuffer(),
    'theme.css': STYLE,
    'fonts/my-face.woff2': readFileSync(
      'packages/marketing-workbench/src/ui/fonts/bitter-common.woff2',
    ),
    'authors.yaml': '- { slug: ada, name: Ada Lane, picture: ada.jpg }\n',
    'authors/ada.jpg': photo,
    'articles/bread/rye.md': formatArticle({
      author: 'ada',
      updatedAt: '2025-02-01',
      cover: { src: 'rye.jpg', alt: 'A loaf' },
    }),
    'articles/bread/rye.jpg': photo,
  });
}

for (const width of [1280, 390]) {
  test(`the portrait of an author is in line with the names and dates, ${width} pixels wide`, async ({
    page,
    openSite,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { origin } = await openSite(await writeBakery());
    await page.goto(`${origin}/bread/rye`);
    const link = page.getByRole('main').getByRole('link', { name: 'Ada Lane' });
    const middles = await link.evaluate((element) => {
      const findMiddle = (node: Node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { top, bottom } = range.getBoundingClientRect();
        return (top + bottom) / 2;
      };
      const [portrait, name] = element.childNodes;
      const [by, published] = element.closest('p')?.children ?? [];
      if (!(portrait instanceof HTMLElement) || !name || !by?.firstChild || !published?.firstChild)
        return [];
      const { top, bottom } = portrait.getBoundingClientRect();
      return [(top + bottom) / 2, ...[name, by.firstChild, published.firstChild].map(findMiddle)];
    });
    expect(middles).toHaveLength(4);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(1.5);
  });
}

for (const [colorScheme, accent] of [
  ['light', 'rgb(160, 0, 48)'],
  ['dark', 'rgb(255, 160, 176)'],
] as const) {
  test(`theme.css wins over the style sheets of the site, and its typeface is loaded: ${colorScheme}`, async ({
    page,
    openSite,
  }) => {
    await page.emulateMedia({ colorScheme });
    const { origin } = await openSite(await writeBakery());
    await page.goto(`${origin}/bread/rye`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveCSS('font-family', '"My Face"');
    await expect(title).toHaveCSS('letter-spacing', '3px');
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return Array.from(document.fonts, ({ family, status }) => `${family} ${status}`);
    });
    expect(faces.map((face) => face.replaceAll('"', ''))).toContain('My Face loaded');
    await page.goto(`${origin}/`);
    const more = page.getByRole('link', { name: 'View All: Recent Articles' });
    await expect(more).toHaveCSS('color', accent);
    const card = page.getByRole('region', { name: 'Featured Articles' }).getByRole('article');
    await expect(card).toHaveCSS('border-radius', '0px');
    const icon = page.getByRole('region', { name: 'Browse by Category' }).locator('i');
    await expect(icon).toHaveCSS('background-image', /-bread-480\.webp"\)$/);
    await expect(icon).toHaveCSS('mask-image', 'none');
  });
}

test('theme.css is part of pages that were not found', async ({
  page,
  openSite,
  expectProblem,
}) => {
  expectProblem(/404/);
  const { origin } = await openSite(await writeBakery());
  await page.goto(`${origin}/nowhere/at/all`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px');
});
