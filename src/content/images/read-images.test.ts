import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ARTICLE,
  formatArticle,
  NOW,
  SVG,
  writeContentFolder,
} from '../../../tests/support/content-folder.ts';
import { compileContent } from '../compile-content.ts';

const FOLDER = 'articles/seo/local-seo';
const show = (...names: readonly string[]) =>
  formatArticle(
    {},
    ['Words.', ...names.map((name) => `![What it shows.](${name} "What it says.")`)].join('\n\n'),
  );

const pictures: Record<string, Uint8Array> = { 'a.svg': Buffer.from(SVG) };

beforeAll(async () => {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#b4501e' } });
  pictures['a.png'] = await picture.clone().png().toBuffer();
  pictures['a.jpg'] = await picture.clone().jpeg().toBuffer();
  pictures['a.webp'] = await picture.clone().webp().toBuffer();
  pictures['a.avif'] = await picture.clone().avif().toBuffer();
  const clear = sharp({ create: { width: 40, height: 20, channels: 4, background: '#b4501e80' } });
  pictures['clear.webp'] = await clear.webp().toBuffer();
  const frames = [picture.clone().png().toBuffer(), picture.clone().negate().png().toBuffer()];
  pictures['moving.gif'] = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  const large = sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#2a6558' } });
  pictures['large.jpg'] = await large.jpeg().toBuffer();
  pictures['flat.png'] = await sharp({ create: { width: 9000, height: 2, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  pictures['press.jpg'] = await picture.clone().toColourspace('cmyk').jpeg().toBuffer();
  pictures['tagged.webp'] = await sharp(await Promise.all(frames), { join: { animated: true } })
    .withExif({ IFD0: { Copyright: 'Someone at 1 High Street' } })
    .webp()
    .toBuffer();
  pictures['rotated.jpeg'] = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
});

/** What an article that shows the image comes to. */
async function compileImage(name: string, imageCacheDir?: string) {
  const folder = await writeContentFolder({
    [`${FOLDER}/${name}`]: pictures[name] ?? Buffer.of(),
    [ARTICLE]: show(name),
  });
  const { records, problems } = await compileContent(folder, NOW, {
    ...(imageCacheDir && { imageCacheDir }),
  });
  expect(problems).toEqual([]);
  const media = records.filter((record) => record.kind === 'media');
  const post = records.find((record) => record.kind === 'post');
  return { media, html: post?.content ?? '' };
}

describe('an image', () => {
  test.each([
    ['a.svg', 'image/svg+xml', 'width="360" height="200"'],
    ['moving.gif', 'image/gif', 'width="40" height="20"'],
  ])('%s becomes a record of type %s as it is and is shown with %s', async (name, type, size) => {
    const bytes = pictures[name] ?? Buffer.of();
    const { media, html } = await compileImage(name);
    expect(media).toEqual([{ kind: 'media', name: expect.stringMatching(/^[0-9a-f]{16}-/), type, bytes }]);
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
    ['large.jpg', 'image/jpeg', [1440, 720]],
    ['press.jpg', 'image/jpeg', [40, 20]],
  ])('%s is shown as AVIF, WebP or %s, upright, %s pixels large', async (name, type, [width, height]) => {
    const { media, html } = await compileImage(name);
    expect([...new Set(media.map((record) => record.type))].toSorted()).toEqual(
      ['image/avif', 'image/webp', type].toSorted(),
    );
    for (const { type, bytes } of media) {
      const metadata = await sharp(bytes).metadata();
      expect(metadata.mediaType).toBe(type);
      expect(['srgb', 'b-w']).toContain(metadata.space);
      expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual([undefined, undefined, undefined]);
      expect(metadata.width / metadata.height).toBeCloseTo((width ?? 1) / (height ?? 1), 1);
    }
    expect(html).toMatch(
      new RegExp(
        `<picture><source type="image/avif" srcset="[^"]+" sizes="[^"]+"><source type="image/webp" srcset="[^"]+" sizes="[^"]+"><img src="[^"]+" alt="[^"]+" width="${width}" height="${height}"`,
      ),
    );
  });

  test('is published where nothing can be kept for the next time, too', async () => {
    const cacheDir = path.join(import.meta.filename, 'no-folder');
    expect((await compileImage('a.png', cacheDir)).html).toContain('<picture>');
  });

  test('that is very flat is at least a pixel high', async () => {
    expect((await compileImage('flat.png')).html).toContain('width="1440" height="1"');
  });

  test('that moves goes on moving, without what was written into its file', async () => {
    const { media } = await compileImage('tagged.webp');
    expect(media).toHaveLength(1);
    const { pages, exif } = await sharp(media[0]?.bytes, { animated: true }).metadata();
    expect([pages, exif]).toEqual([2, undefined]);
    expect(media[0]?.name).not.toBe((await compileImage('moving.gif')).media[0]?.name);
  });

  test('comes in the widths that a text is shown in, and never larger than it is', async () => {
    const listWidths = (html: string) => [...html.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));
    expect(listWidths((await compileImage('large.jpg')).html)).toEqual([
      480, 720, 1080, 1440, 480, 720, 1080, 1440,
    ]);
    expect(listWidths((await compileImage('a.png')).html)).toEqual([40, 40]);
  });

  test('after the first of a text waits until it comes near', async () => {
    const folder = await writeContentFolder({
      [`${FOLDER}/a.svg`]: SVG,
      [`${FOLDER}/b.svg`]: `${SVG}\n`,
      [ARTICLE]: show('a.svg', 'b.svg'),
    });
    const { records } = await compileContent(folder, NOW);
    const post = records.find((record) => record.kind === 'post');
    expect(post?.content.match(/loading="\w+"/g)).toEqual(['loading="eager"', 'loading="lazy"']);
  });

  test('further down waits too, though it is the first', async () => {
    const folder = await writeContentFolder({
      [`${FOLDER}/a.svg`]: SVG,
      [ARTICLE]: show('a.svg').replace('Words.', 'Words.\n\nMore words.'),
    });
    const { records } = await compileContent(folder, NOW);
    const post = records.find((record) => record.kind === 'post');
    expect(post?.content.match(/loading="\w+"/g)).toEqual(['loading="lazy"']);
  });

  test('that was encoded once is taken from the cache', async () => {
    const imageCacheDir = await mkdtemp(path.join(tmpdir(), 'workbench-images-'));
    onTestFinished(() => rm(imageCacheDir, { recursive: true }));
    const first = await compileImage('a.png', imageCacheDir);
    const files = await readdir(imageCacheDir);
    expect(files).toHaveLength(3);
    for (const file of files) await writeFile(path.join(imageCacheDir, file), 'from the cache');
    const second = await compileImage('a.png', imageCacheDir);
    expect(second.media.map(({ bytes }) => String(bytes))).toEqual(Array(3).fill('from the cache'));
    expect(second.media).not.toEqual(first.media);
  });

  test('that was drawn once is not drawn again, unless its cache entry is damaged', async () => {
    const imageCacheDir = await mkdtemp(path.join(tmpdir(), 'workbench-images-'));
    onTestFinished(() => rm(imageCacheDir, { recursive: true }));
    await compileImage('a.svg', imageCacheDir);
    const [entry = ''] = await readdir(imageCacheDir);
    await writeFile(path.join(imageCacheDir, entry), '{"width":7,"height":5}');
    expect((await compileImage('a.svg', imageCacheDir)).html).toContain('width="7" height="5"');
    await writeFile(path.join(imageCacheDir, entry), '{"width"');
    expect((await compileImage('a.svg', imageCacheDir)).html).toContain('width="360" height="200"');
  });

  test('is one record for the same bytes, under the name that comes first', async () => {
    const folder = await writeContentFolder({
      [`${FOLDER}/second.svg`]: SVG,
      [`${FOLDER}/first.svg`]: SVG,
      [ARTICLE]: show('second.svg', 'first.svg'),
    });
    const { records } = await compileContent(folder, NOW);
    const media = records.flatMap((record) => (record.kind === 'media' ? record.name : []));
    expect(media).toEqual([expect.stringMatching(/^[0-9a-f]{16}-first\.svg$/)]);
    const post = records.find((record) => record.kind === 'post');
    expect(post?.content.match(/src="[^"]*"/g)).toEqual([
      `src="/media/${media[0]}"`,
      `src="/media/${media[0]}"`,
    ]);
  });

  test('that changes by one byte gets another name', async () => {
    const nameOf = async (svg: string) => {
      const { records } = await compileContent(
        await writeContentFolder({ [`${FOLDER}/a.svg`]: svg, [ARTICLE]: show('a.svg') }),
        NOW,
      );
      return records.find((record) => record.kind === 'media')?.name;
    };
    expect(await nameOf(SVG)).not.toBe(await nameOf(`${SVG}\n`));
    expect(await nameOf(SVG)).toBe(await nameOf(SVG));
  });
});
