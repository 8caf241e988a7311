/** What an owner gives a site: portraits, covers, pictures of categories. */
import sharp from 'sharp';
import { expect, test } from '../../support/browser/journey.ts';
import { formatArticle } from '../../support/content-folder.ts';
import { writeShapes } from '../../support/content-shapes.ts';

const PHOTO = { create: { width: 960, height: 600, channels: 3, background: '#a63' } } as const;

async function writeBakery() {
  const photo = await sharp(PHOTO).jpeg().toBuffer();
  return writeShapes({
    'site.yaml': 'name: Bakery\ncategories:\n  - { slug: bread, name: Bread }\n',
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
