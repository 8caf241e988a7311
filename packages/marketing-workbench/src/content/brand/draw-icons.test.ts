import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DEFAULT_COLOURS } from '../../site/brand/default-colours.ts';
import { DEFAULT_LOGO, paintLogo } from '../../site/brand/logo.ts';
import { drawIcons } from './draw-icons.ts';

const SIZES = {
  'apple-touch-icon.png': 180,
  'feed-icon.png': 144,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable.png': 512,
};
const LOGO = paintLogo(DEFAULT_LOGO, { colours: DEFAULT_COLOURS });

test('the icons have the sizes that systems ask for', async () => {
  const icons = await drawIcons(LOGO, '#fbf7f0');
  expect(icons.map(({ name }) => name)).toEqual(['favicon.ico', ...Object.keys(SIZES)]);
  for (const { name, bytes } of icons.filter((icon) => icon.type === 'image/png')) {
    const { width, height } = await sharp(bytes).metadata();
    expect([name, width, height]).toEqual([
      name,
      ...Array(2).fill(Object.entries(SIZES).find(([key]) => key === name)?.[1]),
    ]);
  }
});

test('the favicon has pictures of 16, 32 and 48 pixels', async () => {
  const favicon = Buffer.from(await findIcon('favicon.ico'));
  expect(favicon.readUInt16LE(4)).toBe(3);
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index;
    const start = favicon.readUInt32LE(entry + 12);
    const picture = favicon.subarray(start, start + favicon.readUInt32LE(entry + 8));
    expect([favicon[entry], await sharp(picture).metadata()]).toEqual([
      size,
      expect.objectContaining({ format: 'png', width: size, height: size }),
    ]);
  }
});

test('the logo has the colours of the site', async () => {
  const icon = await findIcon('icon-192.png');
  expect(await readPixel(icon, 96, 20)).toEqual([0x9c, 0x42, 0x17, 255]);
  expect(await readPixel(icon, 40, 80)).toEqual([0xfb, 0xf7, 0xf0, 255]);
  expect(await readPixel(icon, 0, 0)).toEqual([0, 0, 0, 0]);
});

test('icons that systems cut have a ground', async () => {
  for (const name of ['apple-touch-icon.png', 'icon-maskable.png']) {
    expect(await readPixel(await findIcon(name), 0, 0)).toEqual([0xfb, 0xf7, 0xf0, 255]);
  }
});

test('a logo that is not square is centred', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path d="M0 0h200v100H0z" fill="#0a7d4f"/></svg>';
  const icon = await findIcon('icon-192.png', svg);
  expect(await readPixel(icon, 96, 40)).toEqual([0, 0, 0, 0]);
  expect(await readPixel(icon, 96, 96)).toEqual([0x0a, 0x7d, 0x4f, 255]);
  expect(await readPixel(icon, 96, 150)).toEqual([0, 0, 0, 0]);
});

test('the same logo always gives the same bytes', async () => {
  expect(await drawIcons(LOGO, '#fbf7f0')).toEqual(await drawIcons(LOGO, '#fbf7f0'));
});

async function findIcon(name: string, logo = LOGO): Promise<Uint8Array> {
  const icons = await drawIcons(logo, '#fbf7f0');
  return icons.find((icon) => icon.name === name)?.bytes ?? Buffer.alloc(0);
}

async function readPixel(png: Uint8Array, left: number, top: number): Promise<readonly number[]> {
  return [
    ...(await sharp(png)
      .ensureAlpha()
      .extract({ left, top, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
}
