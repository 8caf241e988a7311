import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ARTICLE, formatArticle, listContentProblems, SVG } from '../../../tests/support/content-folder.ts';

const FOLDER = 'articles/seo/local-seo';
const show = (name: string) => formatArticle({}, `Words.\n\n![What it shows.](${name} "What it says.")`);
const pictures: Record<string, Uint8Array> = {};

beforeAll(async () => {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#b4501e' } });
  pictures['a.png'] = await picture.clone().png().toBuffer();
  pictures['a.jpg'] = await picture.clone().jpeg().toBuffer();
  pictures['a.gif'] = await picture.clone().gif().toBuffer();
  pictures['a.webp'] = await picture.clone().webp().toBuffer();
  pictures['a.avif'] = await picture.clone().avif().toBuffer();
  const strip = sharp({ create: { width: 20_000, height: 1, channels: 3, background: '#b4501e' } });
  pictures['long.png'] = await strip.png().toBuffer();
});

describe('a problem is an image', () => {
  const UNREADABLE = "is an image that can't be read; save it again";
  const describeType = (actual: string, expected: string) =>
    `is ${actual}, not ${expected} as its name says; rename it or save it as that`;

  test.each([
    ['a.svg', UNREADABLE, () => '<svg'],
    ['a.svg', UNREADABLE, () => SVG.replace('</svg>', '')],
    ['a.svg', UNREADABLE, () => Uint8Array.of(0xff, 0xfe, 0x3c)],
    ['a.png', UNREADABLE, () => ''],
    ['a.png', UNREADABLE, () => 'no picture'],
    [
      'a.png',
      'has more than 100 million pixels; save it smaller',
      () => claimSize(pictures['a.png'], 12_000),
    ],
    ['a.png', UNREADABLE, () => claimSize(pictures['a.png'], 4_000)],
    ['a.gif', 'has more than 100 million pixels; save it smaller', () => createMovingGif(4_000, 10)],
    ['a.png', 'has a side of more than 16383 pixels; save it smaller', () => pictures['long.png'] ?? ''],
    ['a.jpg', UNREADABLE, () => cut('a.jpg')],
    ['a.png', UNREADABLE, () => cut('a.png')],
    ['a.gif', UNREADABLE, () => cut('a.gif')],
    ['a.webp', UNREADABLE, () => cut('a.webp')],
    ['a.avif', UNREADABLE, () => cut('a.avif')],
    ['a.gif', UNREADABLE, () => 'GIF89a'],
    ['a.svg', UNREADABLE, () => SVG.replace('<svg', '<svg width="900000" height="900000"')],
    ['a.svg', UNREADABLE, () => SVG.replace('<rect', '<text>&bomb;</text><rect')],
    ['a.svg', UNREADABLE, () => defineEntities(SVG, 9)],
    ['a.svg', UNREADABLE, () => readFileEntity(SVG)],
    ['a.svg', UNREADABLE, () => repeatInside(SVG, 9)],
    [
      'a.svg',
      'weighs more than 500 kB as a drawing; simplify it or save it as PNG',
      () => SVG.replace('/>', `/>${'<rect width="9" height="9"/>'.repeat(20_000)}`),
    ],
    ['a.png', describeType('image/jpeg', 'image/png'), () => pictures['a.jpg'] ?? ''],
    ['a.webp', describeType('image/svg+xml', 'image/webp'), () => SVG],
    [
      'My_Shop.svg',
      'has a name that is no slug; use lower-case letters, digits and single hyphens',
      () => SVG,
    ],
  ])('%s that %s', async (name, message, createBytes) => {
    const problems = await listContentProblems({
      [`${FOLDER}/${name}`]: createBytes(),
      [ARTICLE]: show(name),
    });
    expect(problems).toEqual(
      [
        `content/${FOLDER}/${name} ${message}`,
        `content/${ARTICLE}:10 image ${name} can't be shown; see what is wrong with it`,
      ].toSorted(),
    );
  });

  test('that no text beside it shows', async () => {
    const elsewhere = {
      'articles/seo/technical-seo/a.svg': SVG,
      [ARTICLE]: show('b.svg'),
      [`${FOLDER}/b.svg`]: SVG,
    };
    expect(await listContentProblems(elsewhere)).toEqual([
      'content/articles/seo/technical-seo/a.svg is an image that no text beside it shows; show it or remove it',
    ]);
  });
});

/** A picture without its last bytes. */
function cut(name: string): Uint8Array {
  return (pictures[name] ?? Buffer.of()).subarray(0, -20);
}

/** A drawing of ten to the power of `depth` rectangles, in few words: each group shows the one before it ten times. */
function repeatInside(svg: string, depth: number): string {
  const groups = Array.from({ length: depth }, (_, index) => {
    return `<g id="g${index + 1}">${`<use href="#g${index}"/>`.repeat(10)}</g>`;
  });
  const defs = `<defs><rect id="g0" width="9" height="9"/>${groups.join('')}</defs>`;
  return svg.replace('</svg>', `${defs}<use href="#g${depth}"/></svg>`);
}

/** Text of ten to the power of `depth` words, in few bytes: each entity is the one before it ten times. */
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

/** A square of few bytes that says it has many frames. */
function createMovingGif(side: number, frames: number): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const palette = [0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x4c, 1, 0];
  const body = Array.from({ length: frames }, () => frame).flat();
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([...palette, ...body, 0x3b])]);
}

/** A PNG that says it is a square of that many pixels a side, and holds next to nothing. */
function claimSize(png: Uint8Array | undefined, side: number): Uint8Array {
  const bytes = Buffer.from(png ?? []);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
