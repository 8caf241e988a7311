import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Create, type Sharp } from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  claimFrames,
  claimSize,
  createMovingGif,
} from '../../../../../tests/support/claimed-sizes.ts';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  listContentFindings,
  SVG,
  writeContentFolder,
} from '../../../../../tests/support/content-folder.ts';
import { listPictureRecords } from '../../../../../tests/support/list-pictures.ts';
import { compileContent } from '../compile-content.ts';
import type { CompileProgress } from '../texts/compile-texts.ts';

const FOLDER = 'articles/seo/local-seo';
const show = (...names: readonly string[]) =>
  formatArticle(
    {},
    ['Words.', ...names.map((name) => `![What it shows.](${name} "What it says.")`)].join('\n\n'),
  );

const pictures: Record<string, Uint8Array> = { 'a.svg': Buffer.from(SVG) };

beforeAll(async () => {
  const create = (options: Partial<Create> = {}) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: '#b4501e', ...options } });
  const frames = await Promise.all([create().png().toBuffer(), create().negate().png().toBuffer()]);
  const animation = () => sharp(frames, { join: { animated: true } });
  const images: Record<string, Sharp> = {
    'a.png': create().png(),
    'a.jpg': create().jpeg(),
    'a.webp': create().webp(),
    'a.avif': create().avif(),
    'a.gif': create().gif(),
    'clear.webp': create({ channels: 4, background: '#b4501e80' }).webp(),
    'large.jpg': create({ width: 1500, height: 300 }).jpeg(),
    'flat.png': create({ width: 9000, height: 2 }).png(),
    'long.png': create({ width: 20_000, height: 1 }).png(),
    'press.jpg': create().toColourspace('cmyk').jpeg(),
    'rotated.jpeg': create().withMetadata({ orientation: 6 }).jpeg(),
    'moving.gif': animation().gif(),
    'tagged.webp': animation()
      .withExif({ IFD0: { Copyright: 'Someone at 1 High Street' } })
      .webp(),
  };
  for (const [name, image] of Object.entries(images)) pictures[name] = await image.toBuffer();
});

/** The media and the HTML of an article that shows the image. */
function compileImage(name: string, imageCacheDir?: string) {
  return compileArticle(show(name), { [name]: pictures[name] ?? Buffer.of() }, imageCacheDir);
}

async function compileArticle(
  article: string,
  images: Readonly<Record<string, string | Uint8Array>>,
  imageCacheDir?: string,
) {
  const files = Object.entries(images).map(([name, bytes]) => [`${FOLDER}/${name}`, bytes]);
  const folder = await writeContentFolder({
    ...Object.fromEntries(files),
    [ARTICLE_FILE]: article,
  });
  const options = imageCacheDir === undefined ? {} : { imageCacheDir };
  const { records, problems } = await compileContent(folder, COMPILED_AT, options);
  expect(problems).toEqual([]);
  const media = listPictureRecords(records);
  const post = records.find((record) => record.kind === 'post');
  return { media, html: post?.content ?? '' };
}

async function createCacheDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workbench-images-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('an image', () => {
  test.each([
    ['a.svg', 'image/svg+xml', 'width="360" height="200"'],
    ['moving.gif', 'image/gif', 'width="40" height="20"'],
  ])('%s becomes a record of type %s unchanged and is shown with %s', async (name, type, size) => {
    const bytes = pictures[name] ?? Buffer.of();
    const { media, html } = await compileImage(name);
    expect(media).toMatchObject([
      { kind: 'media', name: expect.stringMatching(/^[0-9a-f]{16}-/), type },
    ]);
    expect(media[0]?.bytes.read()).toEqual(bytes);
    expect(html).toContain(`${size} loading="eager" fetchpriority="high" decoding="async"`);
    expect(html).not.toContain('<picture>');
  });

  test.each([
    ['a.png', 'image/png', [40, 20]],
    ['a.jpg', 'image/jpeg', [40, 20]],
    ['a.webp', 'image/jpeg', [40, 20]],
    ['a.avif', 'image/jpeg', [40, 20]],
    ['clear.webp', 'image/png', [40, 20]],
    ['rotated.jpeg', 'image/jpeg', [20, 40]],
    ['large.jpg', 'image/jpeg', [1440, 288]],
    ['press.jpg', 'image/jpeg', [40, 20]],
  ])(
    '%s is shown as AVIF, WebP or %s, upright, %s pixels large',
    async (name, type, [width, height]) => {
      const { media, html } = await compileImage(name);
      expect([...new Set(media.map((record) => record.type))].toSorted()).toEqual(
        ['image/avif', 'image/webp', type].toSorted(),
      );
      for (const { type, bytes } of media) {
        const metadata = await sharp(bytes.read()).metadata();
        expect(metadata.mediaType).toBe(type);
        expect(['srgb', 'b-w']).toContain(metadata.space);
        expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
        expect(metadata.width / metadata.height).toBeCloseTo((width ?? 1) / (height ?? 1), 1);
      }
      expect(html).toMatch(
        new RegExp(
          `<picture><source type="image/avif" srcset="[^"]+" sizes="[^"]+"><source type="image/webp" srcset="[^"]+" sizes="[^"]+"><img src="[^"]+" alt="[^"]+" width="${width}" height="${height}"`,
        ),
      );
    },
  );

  test('is published even without a writable cache', async () => {
    const cacheDir = path.join(import.meta.filename, 'no-folder');
    expect((await compileImage('a.png', cacheDir)).html).toContain('<picture>');
  });

  test('with an extreme aspect ratio is at least one pixel high', async () => {
    expect((await compileImage('flat.png')).html).toContain('width="1440" height="1"');
  });

  test('stays animated, without its metadata', async () => {
    const { media } = await compileImage('tagged.webp');
    expect(media).toHaveLength(1);
    const { pages, exif } = await sharp(media[0]?.bytes.read(), { animated: true }).metadata();
    expect([pages, exif]).toEqual([2, undefined]);
    expect(media[0]?.name).not.toBe((await compileImage('moving.gif')).media[0]?.name);
  });

  test('has variants in the widths of the text column, never larger than the original', async () => {
    const listWidths = (html: string) =>
      [...html.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));
    expect(listWidths((await compileImage('large.jpg')).html)).toEqual([
      480, 720, 1080, 1440, 480, 720, 1080, 1440,
    ]);
    expect(listWidths((await compileImage('a.png')).html)).toEqual([40, 40]);
  });

  test.each([
    [
      'loads eagerly in the first two blocks of a text, and lazily below them',
      show('a.svg', 'b.svg'),
      ['eager', 'lazy'],
    ],
    [
      'loads lazily below them even if it is the first image',
      show('a.svg', 'b.svg').replace('Words.', 'Words.\n\nMore words.'),
      ['lazy', 'lazy'],
    ],
  ])('%s', async (_, article, loading) => {
    const { html } = await compileArticle(article, { 'a.svg': SVG, 'b.svg': `${SVG}\n` });
    expect(Array.from(html.matchAll(/loading="(\w+)"/g), ([, value]) => value)).toEqual(loading);
  });

  test.each([
    ['a.png', 3],
    ['a.svg', 1],
    ['moving.gif', 1],
  ])('%s is read from the cache if it was published before', async (name, count) => {
    const imageCacheDir = await createCacheDir();
    const first = await compileImage(name, imageCacheDir);
    const files = (await readdir(imageCacheDir)).filter((file) => !file.endsWith('.json'));
    expect(files).toHaveLength(count);
    for (const file of files) await writeFile(path.join(imageCacheDir, file), 'from the cache');
    const second = await compileImage(name, imageCacheDir);
    expect(second.media.map(({ bytes }) => String(bytes.read()))).toEqual(
      Array(count).fill('from the cache'),
    );
    expect(second.media[0]?.bytes.sha256).not.toBe(first.media[0]?.bytes.sha256);
  });

  test('is counted for the progress when the first is encoded, and not if all are cached', async () => {
    const files = ['a.png', 'a.jpg'].map((name) => [`${FOLDER}/${name}`, pictures[name] ?? '']);
    const texts = { [ARTICLE_FILE]: show('a.png', 'a.jpg'), ...Object.fromEntries(files) };
    const folder = await writeContentFolder(texts);
    const imageCacheDir = await createCacheDir();
    const listCounts = async () => {
      const counts: number[] = [];
      const onProgress = ({ what, done }: CompileProgress) =>
        void (what === 'pictures' && counts.push(done));
      await compileContent(folder, COMPILED_AT, { imageCacheDir, onProgress });
      return counts;
    };
    expect([await listCounts(), await listCounts()]).toEqual([[0, 1, 2], []]);
  });

  test('is measured again if its cache entry is damaged', async () => {
    const imageCacheDir = await createCacheDir();
    await compileImage('a.svg', imageCacheDir);
    const entry =
      (await readdir(imageCacheDir)).find((name) => /-measures-\d+\.json$/.test(name)) ?? '';
    await writeFile(path.join(imageCacheDir, entry), '{"width"');
    expect((await compileImage('a.svg', imageCacheDir)).html).toContain('width="360" height="200"');
  });
});

describe('an image is a problem', () => {
  const UNREADABLE = "is an image that can't be read; save it again";
  const TOO_MANY_PIXELS = 'has more than 100 million pixels; save it smaller';
  const describeXml = (reason: string) =>
    `is not well-formed XML (${reason}); save it again as plain SVG`;
  const describeType = (actual: string, expected: string) =>
    `is ${actual}, not ${expected} as its name says; rename it or save it as that`;

  test.each([
    ['a.svg', describeXml('1:4: document must contain a root element.'), () => '<svg'],
    ['a.svg', describeXml('1:90: unclosed tag: svg'), () => SVG.replace('</svg>', '')],
    ['a.svg', "can't be read as utf-16le; save it as UTF-8", () => Uint8Array.of(0xff, 0xfe, 0x3c)],
    ['a.png', UNREADABLE, () => ''],
    ['a.png', UNREADABLE, () => 'no picture'],
    ['a.png', TOO_MANY_PIXELS, () => claimSize(pictures['a.png'], 12_000)],
    ['a.png', UNREADABLE, () => claimSize(pictures['a.png'], 4_000)],
    ['a.gif', TOO_MANY_PIXELS, () => createMovingGif(4_000, 10)],
    ['a.gif', TOO_MANY_PIXELS, () => createMovingGif(1, 1, 65_535)],
    ['a.gif', TOO_MANY_PIXELS, () => createMovingGif(65_535, 1, 1)],
    ['a.gif', TOO_MANY_PIXELS, () => createMovingGif(1, 200, 3_000)],
    ['a.png', TOO_MANY_PIXELS, () => claimFrames(pictures['a.png'] ?? Buffer.of(), 2_000_000)],
    [
      'a.png',
      'has a side of more than 16383 pixels; save it smaller',
      () => pictures['long.png'] ?? '',
    ],
    ['a.jpg', UNREADABLE, () => cut('a.jpg')],
    ['a.png', UNREADABLE, () => cut('a.png')],
    ['a.gif', UNREADABLE, () => cut('a.gif')],
    ['a.webp', UNREADABLE, () => cut('a.webp')],
    ['a.avif', UNREADABLE, () => cut('a.avif')],
    ['a.gif', UNREADABLE, () => 'GIF89a'],
    ['a.svg', TOO_MANY_PIXELS, () => SVG.replace('<svg', '<svg width="900000" height="900000"')],
    [
      'a.svg',
      describeXml('1:74: undefined entity.'),
      () => SVG.replace('<rect', '<text>&bomb;</text><rect'),
    ],
    ['a.svg', describeXml('1:603: undefined entity.'), () => defineEntities(SVG, 9)],
    ['a.svg', describeXml('1:133: undefined entity.'), () => readFileEntity(SVG)],
    [
      'a.svg',
      'draws its parts more than 200000 times in all; write fewer repetitions',
      () => repeatInside(SVG, 9),
    ],
    [
      'a.svg',
      'is an SVG of more than 500 kB; simplify it or save it as PNG',
      () => SVG.replace('/>', `/>${'<rect width="9" height="9"/>'.repeat(20_000)}`),
    ],
    ['a.png', describeType('image/jpeg', 'image/png'), () => pictures['a.jpg'] ?? ''],
    ['a.webp', describeType('image/svg+xml', 'image/webp'), () => SVG],
  ])('%s: %s', async (name, message, createBytes) => {
    const problems = await listContentFindings({
      [`${FOLDER}/${name}`]: createBytes(),
      [ARTICLE_FILE]: show(name),
    });
    expect(problems).toEqual([`content/${FOLDER}/${name} ${message}`]);
  });

  test.each([
    [
      'viewBox="0 0 720 400" width="720"',
      '20',
      'has text of 9.7 pixels on a phone; give all text a font-size of at least 23',
    ],
    [
      'viewBox="0 0 360 200" width="360"',
      '14',
      'is 360 pixels wide; give its <svg> class="stretch", or make it 640 pixels wide',
    ],
    ['viewBox="0 0 360 200" width="360" class="stretch"', '14', undefined],
    ['viewBox="0 0 720 400" width="720"', '23', undefined],
    [
      `viewBox="0 0 720 400" width="720" font-family="'Source Sans 3'"`,
      '23',
      'shows ✓ →, which the text face does not have; draw it as a path',
      'Done ✓ → “next” – 5 €',
    ],
  ])('a drawing with %s and text of %s: %s', async (root, size, advice, words = 'Words') => {
    const text = `<text x="9" y="99" font-size="${size}">${words}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${text}</svg>`;
    const problems = await listContentFindings({
      [`${FOLDER}/a.svg`]: svg,
      [ARTICLE_FILE]: show('a.svg'),
    });
    expect(problems).toEqual(
      advice === undefined ? [] : [`content/${FOLDER}/a.svg advice (drawings): ${advice}`],
    );
  });

  test('if no text beside it shows it', async () => {
    const elsewhere = {
      'articles/seo/technical-seo/a.svg': SVG,
      [ARTICLE_FILE]: show('b.svg'),
      [`${FOLDER}/b.svg`]: SVG,
    };
    expect(await listContentFindings(elsewhere)).toEqual([
      'content/articles/seo/technical-seo/a.svg advice (unusedPictures): is an image that no text beside it shows; show it or remove it',
    ]);
  });
});

/** A picture without its last bytes. */
function cut(name: string): Uint8Array {
  return (pictures[name] ?? Buffer.of()).subarray(0, -20);
}

/**
 * A drawing of ten to the power of `depth` groups, in few words: each group shows the one before it
 * ten times.
 */
function repeatInside(svg: string, depth: number): string {
  const groups = Array.from({ length: depth }, (_, index) => {
    return `<g id="g${index + 1}">${`<use href="#g${index}"/>`.repeat(10)}</g>`;
  });
  return svg.replace('</svg>', `<g id="g0"/>${groups.join('')}</svg>`);
}

/**
 * Text of ten to the power of `depth` words, in few bytes: each entity is the one before it ten
 * times.
 */
function defineEntities(svg: string, depth: number): string {
  const entities = Array.from({ length: depth }, (_, index) => {
    return `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`;
  });
  const doctype = `<!DOCTYPE svg [<!ENTITY e0 "boom">${entities.join('')}]>`;
  return `${doctype}${svg.replace('<rect', `<text>&e${depth};</text><rect`)}`;
}

/** A drawing that would show a file of the machine. */
function readFileEntity(svg: string): string {
  const doctype = '<!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
  return `${doctype}${svg.replace('<rect', '<text>&file;</text><rect')}`;
}
