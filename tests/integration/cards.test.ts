import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { createCardDrawer } from '../../packages/marketing-workbench/src/cards/card-drawer.ts';
import {
  type Brand,
  DEFAULT_BRAND,
} from '../../packages/marketing-workbench/src/site/brand/brand.ts';
import { createPalette } from '../../packages/marketing-workbench/src/site/brand/colours.ts';
import {
  CARD_CUTS,
  type CardCut,
  formatCardAddress,
} from '../../packages/marketing-workbench/src/site/card-addresses.ts';
import { type Card, createPostCard } from '../../packages/marketing-workbench/src/site/cards.ts';
import { SITE } from '../support/default-site.ts';
import { readMeta } from '../support/page.ts';
import { createContent } from '../support/records.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';

const CUTS = Object.keys(CARD_CUTS).filter((cut): cut is CardCut => cut in CARD_CUTS);
const BYTES_MAX = 300_000;

let draw: (card: Card, cut: CardCut, brand?: Brand) => Promise<string>;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-cards-'));
  const drawer = createCardDrawer(folder, fork);
  draw = (card, cut, brand = DEFAULT_BRAND) => drawer.draw(card, cut, brand);
  return () => {
    drawer.stop();
    return rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
});

const CARD: Card = {
  kind: 'post',
  slug: 'a',
  title: '',
  label: 'Google Search',
  theme: 'google-ads',
  motif: 'ads',
  siteName: SITE.name,
  brandHash: '',
};

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
const LONG_NAME = 'Everything that a shop owner needs to know on tax and records';

test.for([
  { title: 'Links' },
  { title: 'A & B <b>"tested"</b>' },
  { title: 'A title that goes on and on, '.repeat(12) },
  { title: LONG_WORD, label: LONG_NAME, siteName: LONG_WORD },
])('a card with %j has the right dimensions, a small file and clear margins', async (texts) => {
  for (const cut of CUTS) {
    const path = await draw({ ...CARD, ...texts }, cut);
    const image = sharp(path);
    const { width, height, format } = await image.metadata();
    expect({ width, height, format }).toEqual({ ...CARD_CUTS[cut], format: 'png' });
    const pixels = await image.flatten().greyscale().raw().toBuffer();
    expect(pixels.some((value) => value < 80)).toBe(true);
    expect((await stat(path)).size).toBeLessThan(BYTES_MAX);
    expectMargins(pixels, { width, height });
  }
});

/**
 * Asserts that the margins beside the text and above the logo at the bottom have no dark pixels.
 */
function expectMargins(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): void {
  const isFlat = height < 700;
  const right = isFlat ? 840 : width;
  const isLight = (y: number, from: number, to: number) =>
    pixels.subarray(y * width + from, y * width + to).every((value) => value > 200);
  for (let y = isFlat ? 0 : Math.ceil(height * 0.4) + 1; y < height; y += 1)
    expect([y, isLight(y, 0, 56), isLight(y, right - 56, right)]).toEqual([y, true, true]);
  for (let y = height - 128 - 36; y < height - 128; y += 1)
    expect([y, isLight(y, 0, right)]).toEqual([y, true]);
}

test('a card shows the category in place of a title in another script', async () => {
  const drawn = await readFile(await draw({ ...CARD, title: '小さな店 Ads' }, 'wide'));
  const shown = await readFile(await draw({ ...CARD, title: CARD.label, label: '' }, 'wide'));
  expect(drawn.equals(shown)).toBe(true);
});

test('a card shows no name of a site in another script', async () => {
  const drawn = await readFile(
    await draw({ ...CARD, title: 'Bread', siteName: '小さな店' }, 'wide'),
  );
  const shown = await readFile(await draw({ ...CARD, title: 'Bread', siteName: '' }, 'wide'));
  expect(drawn.equals(shown)).toBe(true);
  const bare = { title: '小さな', label: '店', siteName: '小さな店' };
  expect((await sharp(await draw({ ...CARD, ...bare }, 'wide')).metadata()).width).toBe(1200);
});

test('a card has the colours, the logo and the typeface of the site', async () => {
  const card = { ...CARD, title: 'Links' };
  const { palette } = createPalette({
    colours: { accent: '#0a7d4f', paper: '#ffffff' },
    themes: {},
  });
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#123456"/></svg>';
  const own = { ...DEFAULT_BRAND, palette, logo };
  const readPixels = async (brand: Brand, brandHash: string) =>
    sharp(await draw({ ...card, brandHash }, 'wide', brand))
      .removeAlpha()
      .raw()
      .toBuffer();
  const pixels = await readPixels(own, 'own');
  const readColour = (x: number, y: number) =>
    pixels.toString('hex', 3 * (1200 * y + x), 3 * (1200 * y + x) + 3);
  expect([readColour(8, 8), readColour(96, 534)]).toEqual(['ffffff', '123456']);
  const sans = await readPixels({ ...own, look: { ...own.look, headings: 'sans' } }, 'sans');
  expect(sans.equals(pixels)).toBe(false);
});

test('the card of each page is immutable and different', async ({ site }) => {
  const listings = ['/', '/seo', '/seo/local-seo', '/digitalmarketingnews', '/search', '/nothing'];
  const images = new Set<string>();
  for (const url of [
    ...listings,
    '/seo/seo-basics-checklist',
    '/posts/2012/07/keyword-density.html',
  ])
    images.add(await findCard(site, url));
  expect(images.size).toBe(8);
  const { headers } = await site.get([...images][0] ?? '');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('the guide’s card has the title of its page', async ({ site }) => {
  const { root, h1 } = await site.page('/google-ads-coupon-codes');
  expect(readMeta(root, 'og:image:alt')).toBe(`${h1}: Marketing Workbench`);
  const card = await findCard(site, '/google-ads-coupon-codes');
  expect((await site.get(card)).statusCode).toBe(200);
  const outdated = '/social/text/google-ads-coupon-codes.0000000.wide.png';
  expect((await site.get(outdated)).headers.location).toBe(card);
});

test('if the disk is full, the card of the category is used temporarily', async () => {
  const cardDir = createDataDir();
  // A file instead of the folder, so that not even root can write there.
  await writeFile(join(cardDir, 'post'), '');
  await using site = await createTestSite({ cardDir });
  const article = await findCard(site, '/seo/seo-basics-checklist');
  const category = await findCard(site, '/seo');
  expect((await site.get(article)).statusCode).toBe(404);
  expect((await site.get(category)).statusCode).toBe(200);
  const { statusCode, headers } = await site.get(article);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    302,
    category,
    'no-store',
  ]);
  const log = site.takeLog();
  expect(log).toHaveLength(2);
  expect(log.join()).toContain(`${article} is not drawn: `);
});

test('old addresses of cards redirect to the current ones', async ({ site }) => {
  const read = async (url: string) => {
    const { statusCode, headers } = await site.get(url);
    return [statusCode, headers.location];
  };
  const location = expect.stringMatching(
    /^\/social\/post\/seo-basics-checklist\.[a-z0-9]{14}\.wide\.png$/,
  );
  expect(await read('/social/post/seo-basics-checklist.0000000.wide.png')).toEqual([301, location]);
  expect(await read('/social/seo.png')).toEqual([
    301,
    expect.stringMatching(/^\/social\/section\/seo\./),
  ]);
  expect(await read('/social/site.png')).toEqual([
    301,
    expect.stringMatching(/^\/social\/page\/home\./),
  ]);
});

test('no card is drawn for a missing or unpublished page', async () => {
  await using site = await createTestSite({
    records: createContent({ slug: 'later', publishedAt: Date.UTC(2027, 0, 1) }),
  });
  const taxonomy = { categories: [], subcategories: [], site: SITE };
  const card = createPostCard(
    { slug: 'later', title: 'Title of later', categoryId: 4, subcategoryId: 16 },
    taxonomy,
  );
  for (const url of [
    formatCardAddress(card, 'wide'),
    '/social/post/nothing.0000000.wide.png',
    '/social/page/constructor.0000000.wide.png',
    '/social/post/..%2F..%2Fstate.sqlite',
    '/social/post/seo.0.huge.png',
    '/social/other.png',
  ]) {
    expect([url, (await site.get(url)).statusCode]).toEqual([url, 404]);
  }
});

async function findCard(site: TestSite, url: string): Promise<string> {
  const { root } = await site.page(url);
  return (readMeta(root, 'og:image') ?? '').slice(ORIGIN.length);
}
