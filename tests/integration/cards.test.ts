import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test as plainTest } from 'vitest';
import { createCardDrawer } from '../../src/cards/card-drawer.ts';
import {
  CARD_CUTS,
  type Card,
  type CardCut,
  createPostCard,
  formatCardAddress,
  hashCard,
} from '../../src/site/cards.ts';
import { getElement } from '../support/html-search.ts';
import { readMeta } from '../support/page.ts';
import { createContent } from '../support/records.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';

const CUTS = Object.keys(CARD_CUTS).filter((cut): cut is CardCut => cut in CARD_CUTS);
const BYTES_MAX = 300_000;
const TITLES = [
  'Links',
  'What the Google Ads search terms report tells you to cut now',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
  'Как выбрать ключевые слова для рекламы',
  'Πώς να διαλέξετε λέξεις-κλειδιά',
  '小さな店のためのグーグル広告の始め方',
  'A & B <b>"tested"</b>',
  'A title that goes on and on, '.repeat(12),
];

function createDrawer() {
  const drawer = createCardDrawer(createDataDir());
  onTestFinished(() => drawer.stop());
  return drawer;
}

function createCard(title: string): Card {
  return { kind: 'post', slug: 'a', title, label: 'Google Search', theme: 'google-ads' };
}

describe.for(TITLES)('a card with the title %s', (title) => {
  plainTest('has the right dimensions, a small file and clear margins, in every format', async () => {
    const drawer = createDrawer();
    for (const cut of CUTS) {
      const path = await drawer.draw(createCard(title), cut);
      const image = sharp(path);
      const { width, height, format } = await image.metadata();
      expect({ width, height, format }).toEqual({ ...CARD_CUTS[cut], format: 'png' });
      const pixels = await image.flatten().greyscale().raw().toBuffer();
      expect(pixels.some((value) => value < 80)).toBe(true);
      expect((await stat(path)).size).toBeLessThan(BYTES_MAX);
      expectMargins(pixels, { width, height });
    }
  });
});

/** Nothing dark stands in the margins beside the text, nor right above the mark at its foot. */
function expectMargins(pixels: Uint8Array, { width, height }: { width: number; height: number }): void {
  const isFlat = height < 700;
  const right = isFlat ? 840 : width;
  const isLight = (y: number, from: number, to: number) =>
    pixels.subarray(y * width + from, y * width + to).every((value) => value > 200);
  for (let y = isFlat ? 0 : Math.ceil(height * 0.4) + 1; y < height; y += 1)
    expect([y, isLight(y, 0, 56), isLight(y, right - 56, right)]).toEqual([y, true, true]);
  for (let y = height - 128 - 36; y < height - 128; y += 1)
    expect([y, isLight(y, 0, right)]).toEqual([y, true]);
}

plainTest.for([
  ['with the category in place of a title in another script', '小さな店 Ads', 'Google Search', ''],
  ['without an emoji', 'Launch day \u{1f389}: a  list', 'Launch day: a list', 'Google Search'],
] as const)('a card is drawn %s', async ([, title, shownTitle, shownLabel]) => {
  const drawer = createDrawer();
  const drawn = await readFile(await drawer.draw(createCard(title), 'wide'));
  const shown = await readFile(await drawer.draw({ ...createCard(shownTitle), label: shownLabel }, 'wide'));
  expect(drawn.equals(shown)).toBe(true);
});

plainTest('a card is drawn once for concurrent requests, and its hash depends on its text', async () => {
  const drawer = createDrawer();
  const card = createCard('One title');
  const [one, two] = await Promise.all([drawer.draw(card, 'wide'), drawer.draw(card, 'wide')]);
  expect(one).toBe(two);
  expect(hashCard(card)).not.toBe(hashCard(createCard('Another title')));
  expect(hashCard(card)).toBe(hashCard({ ...card }));
});

test('the card of each page is immutable and different', async ({ site }) => {
  const images = new Set<string>();
  for (const url of [
    '/',
    '/seo',
    '/seo/local-seo',
    '/digitalmarketingnews',
    '/seo/seo-basics-checklist',
    '/posts/2012/07/keyword-density.html',
    '/search',
    '/nothing',
  ]) {
    const head = getElement((await site.page(url)).root, 'head');
    const image = readMeta(head, 'og:image') ?? '';
    const { statusCode, headers, rawPayload } = await site.get(image.slice(ORIGIN.length));
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect(rawPayload.length).toBeLessThan(BYTES_MAX);
    images.add(image);
  }
  expect(images.size).toBe(8);
});

test('the guide’s card has the title of its page', async ({ site }) => {
  const { root, h1 } = await site.page('/google-ads-coupon-codes');
  expect(readMeta(root, 'og:image:alt')).toBe(`${h1}: Marketing Workbench`);
  const image = readMeta(root, 'og:image') ?? '';
  expect((await site.get(image.slice(ORIGIN.length))).statusCode).toBe(200);
  expect((await site.get('/social/page/guide.0000000.wide.png')).headers.location).toBe(
    image.slice(ORIGIN.length),
  );
});

plainTest('if the disk is full, the card of the category is used temporarily', async () => {
  const cardDir = createDataDir();
  // A file in place of the folder: nothing can be written there, whoever runs this test.
  await writeFile(join(cardDir, 'post'), '');
  await using site = await createTestSite({ cardDir });
  const findCard = async (url: string) =>
    (readMeta(getElement((await site.page(url)).root, 'head'), 'og:image') ?? '').slice(ORIGIN.length);
  const [article, category] = [await findCard('/seo/seo-basics-checklist'), await findCard('/seo')];
  expect((await site.get(article)).statusCode).toBe(404);
  expect((await site.get(category)).statusCode).toBe(200);
  const { statusCode, headers } = await site.get(article);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, category, 'no-store']);
  const log = site.takeLog();
  expect(log).toHaveLength(2);
  expect(log.join()).toContain(`${article} is not drawn: `);
});

test('old addresses of cards redirect to the current ones', async ({ site }) => {
  const read = async (url: string) => {
    const { statusCode, headers } = await site.get(url);
    return [statusCode, headers.location];
  };
  const location = expect.stringMatching(/^\/social\/post\/seo-basics-checklist\.[a-z0-9]{14}\.wide\.png$/);
  expect(await read('/social/post/seo-basics-checklist.0000000.wide.png')).toEqual([301, location]);
  expect(await read('/social/seo.png')).toEqual([301, expect.stringMatching(/^\/social\/section\/seo\./)]);
  expect(await read('/social/site.png')).toEqual([301, expect.stringMatching(/^\/social\/page\/home\./)]);
});

test('no card is drawn for a missing or unpublished page', async () => {
  await using site = await createTestSite({
    records: createContent({ slug: 'later', publishedAt: Date.UTC(2027, 0, 1) }),
  });
  const taxonomy = { categories: [], subcategories: [] };
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
