import { globSync } from 'node:fs';
import { basename, sep } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '../site/brand/brand.ts';
import { DEFAULT_SITE } from '../site/default-site.ts';
import { findMotif } from '../site/settings.ts';
import type { CoverSubject } from '../ui/cover/draw-cover.ts';
import { findCardColours } from './colours.ts';
import { drawArt } from './draw-art.ts';

/** The size at which covers are compared, in pixels. */
const FIELD = { left: 0, top: 0, width: 96, height: 54 };
/** The sum of the differences in red, green and blue. A smaller one is hardly visible. */
const COLOUR_STEP = 60;
/** Share of a cover's pixels. */
const DIFFERENCE_MIN = 0.08;

test('no two articles of the library have covers that look alike', {
  timeout: 60_000,
}, async () => {
  const pictures = await Promise.all(listArticles().map(drawPicture));
  expect(pictures.length).toBeGreaterThan(50);
  const alike = pictures.flatMap((picture, index) =>
    pictures
      .slice(index + 1)
      .filter(
        (other) =>
          countDifferent(picture.pixels, other.pixels) <
          DIFFERENCE_MIN * FIELD.width * FIELD.height,
      )
      .map((other) => `${picture.slug} and ${other.slug}`),
  );
  expect(alike).toEqual([]);
});

test.each([
  { width: 360, height: 630, count: 3 },
  { width: 360, height: 675, count: 3 },
  { width: 1200, height: 360, count: 2 },
  { width: 320, height: 180, count: 1 },
])(
  'an area of $width × $height shows covers in about their own aspect ratio',
  ({ width, height, count }) => {
    const art = drawArt(
      { theme: 'seo', motif: 'search', slug: 'internal-linking' },
      findCardColours(DEFAULT_BRAND.palette, 'seo'),
      { left: 0, top: 0, width, height },
    );
    const tiles = Array.from(
      art.matchAll(/<svg [^>]* width="([\d.]+)" height="([\d.]+)"/g),
      ([, x, y]) => Number(x) / Number(y),
    );
    expect(tiles).toHaveLength(count);
    for (const ratio of tiles) {
      expect(ratio).toBeGreaterThan(1.55);
      expect(ratio).toBeLessThan(1.8);
    }
  },
);

/** News articles have motifs of their own in every category. */
function listArticles() {
  return globSync('articles/**/*.md', { cwd: 'site/content' }).map((path) => {
    const [category = '', subcategory] = path.split(sep).slice(1);
    const theme = subcategory === 'digital-marketing-news' ? subcategory : category;
    return { theme, motif: findMotif(DEFAULT_SITE, theme), slug: basename(path, '.md') };
  });
}

async function drawPicture(article: CoverSubject) {
  const { width, height } = FIELD;
  const art = drawArt(article, findCardColours(DEFAULT_BRAND.palette, article.theme), FIELD);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${art}</svg>`;
  return { ...article, pixels: await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer() };
}

function countDifferent(picture: Buffer, other: Buffer): number {
  const compare = (place: number) => Math.abs((picture[place] ?? 0) - (other[place] ?? 0));
  let count = 0;
  for (let start = 0; start < picture.length; start += 3) {
    if (compare(start) + compare(start + 1) + compare(start + 2) > COLOUR_STEP) count += 1;
  }
  return count;
}
