import sharp from 'sharp';

export type IconFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array };

type PngIcon = {
  readonly size: number;
  /** The share of the icon's width that the logo takes. */
  readonly share: number;
  /** The colour behind the logo; transparent if undefined. */
  readonly ground?: string;
};

/**
 * Systems cut these icons to shapes of their own; the inner 80 % of a maskable icon always remain.
 */
const TOUCH_SHARE = 0.8;
const MASKABLE_SHARE = 0.6;
const FAVICON_SIZES = [16, 32, 48];

/**
 * Draws the icons for programs that can't show an SVG, from the painted logo. `ground` is opaque,
 * because some systems show transparent areas in black.
 */
export async function drawIcons(logo: string, ground: string): Promise<readonly IconFile[]> {
  const png = async (name: string, icon: PngIcon): Promise<IconFile> => ({
    name: `${name}.png`,
    type: 'image/png',
    bytes: await drawPng(logo, icon),
  });
  const favicons = await Promise.all(
    FAVICON_SIZES.map((size) => drawPng(logo, { size, share: 1 })),
  );
  return [
    { name: 'favicon.ico', type: 'image/vnd.microsoft.icon', bytes: joinIcons(favicons) },
    ...(await Promise.all([
      png('apple-touch-icon', { size: 180, share: TOUCH_SHARE, ground }),
      png('feed-icon', { size: 144, share: 1 }),
      png('icon-192', { size: 192, share: 1 }),
      png('icon-512', { size: 512, share: 1 }),
      png('icon-maskable', { size: 512, share: MASKABLE_SHARE, ground }),
    ])),
  ];
}

/** Draws a PNG in which a logo that is not square is centred. */
async function drawPng(logo: string, { size, share, ground }: PngIcon): Promise<Uint8Array> {
  const [inner, edge] = [size * share, (size * (1 - share)) / 2];
  const place = `<svg x="${edge}" y="${edge}" width="${inner}" height="${inner}" `;
  const back =
    ground === undefined ? '' : `<rect width="${size}" height="${size}" fill="${ground}"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${back}${logo.replace('<svg ', place)}</svg>`;
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer();
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** Joins PNG images, each at most 255 pixels wide, into an ICO file. */
function joinIcons(images: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, image] of images.entries()) {
    const entry = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    const size = FAVICON_SIZES[index] ?? 0;
    header.set([size, size], entry);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(image.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images]);
}
