import sharp, { type Metadata } from 'sharp';

/**
 * The size of a photo from a large camera; a file that claims more was made to exhaust the memory,
 * also that of readers' browsers.
 */
export const PIXELS_MAX = 100_000_000;
export const TOO_MANY_PIXELS = `has more than ${PIXELS_MAX / 1e6} million pixels; save it smaller`;
/** Largest side of an icon in pixels. The directory of an ICO file has one byte for each side. */
const ICON_SIDE_MAX = 1_024;

export const UNREADABLE = "is an image that can't be read; save it again";
const UNFIT_ICON = `is not a readable icon of at most ${ICON_SIDE_MAX} pixels a side; save it again`;

type MeasuredPicture = Metadata & {
  /** Number of pixels that a browser decodes: those of all frames, each as large as the canvas. */
  readonly pixels: number;
};

/** Reads the measures of a picture without decoding it. Rejects if the bytes are not a picture. */
export async function measurePicture(bytes: Uint8Array): Promise<MeasuredPicture> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1, format } = metadata;
  const told =
    format === 'gif'
      ? readGifSize(Buffer.from(bytes))
      : format === 'png'
        ? readPngSize(Buffer.from(bytes))
        : undefined;
  const canvas = Math.max(width * height, (told?.width ?? 0) * (told?.height ?? 0));
  return { ...metadata, pixels: canvas * Math.max(pages, told?.frames ?? 1) };
}

type ClaimedSize = { readonly width: number; readonly height: number; readonly frames: number };

const GIF_HEADER_BYTES = 13;
const [GIF_EXTENSION, GIF_FRAME] = [0x21, 0x2c];

/**
 * Returns the canvas that a GIF declares, or its largest frame if that is larger: `sharp` reads
 * only the first frame.
 */
function readGifSize(bytes: Buffer): ClaimedSize {
  let [width, height, frames] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8), 0];
  let at = GIF_HEADER_BYTES + measureColourTable(bytes[10] ?? 0);
  while (at + 10 <= bytes.length) {
    if (bytes[at] === GIF_EXTENSION) at = skipGifBlocks(bytes, at + 2);
    else if (bytes[at] === GIF_FRAME) {
      frames += 1;
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = skipGifBlocks(bytes, at + 11 + measureColourTable(bytes[at + 9] ?? 0));
    } else break;
  }
  return { width, height, frames };
}

/** Returns the length in bytes of the colour table that follows the flags. */
function measureColourTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function skipGifBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
  return at + 1;
}

/** Reads the size of a PNG and the frames of an animated one, which `sharp` does not count. */
function readPngSize(bytes: Buffer): ClaimedSize {
  const control = bytes.subarray(0, bytes.indexOf('IDAT') + 1).indexOf('acTL');
  const frames = control === -1 ? 1 : bytes.readUInt32BE(control + 4);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frames };
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;
const PNG_SIGNATURE = '89504e47';

/** Says why a picture can't be published as it is, or returns undefined. */
export async function findPictureProblem(
  type: string,
  bytes: Uint8Array,
): Promise<string | undefined> {
  if (type === 'image/x-icon') return isFitIcon(bytes) ? undefined : UNFIT_ICON;
  try {
    const { pixels } = await measurePicture(bytes);
    return pixels > PIXELS_MAX ? TOO_MANY_PIXELS : undefined;
  } catch {
    return UNREADABLE;
  }
}

/** Returns whether the bytes are an ICO file without a picture that is too large for an icon. */
function isFitIcon(bytes: Uint8Array): boolean {
  const icon = Buffer.from(bytes);
  if (icon.length < ICO_HEADER_BYTES || icon.readUInt32LE(0) !== 0x1_00_00) return false;
  const count = icon.readUInt16LE(4);
  return Array.from(
    { length: count },
    (_, index) => ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index,
  ).every((entry) => {
    if (entry + ICO_ENTRY_BYTES > icon.length) return false;
    const at = icon.readUInt32LE(entry + 12);
    if (at + 24 > icon.length) return false;
    const isPng = icon.toString('hex', at, at + 4) === PNG_SIGNATURE;
    const sides = isPng
      ? [icon.readUInt32BE(at + 16), icon.readUInt32BE(at + 20)]
      : [icon.readInt32LE(at + 4), icon.readInt32LE(at + 8) / 2];
    return sides.every((side) => Math.abs(side) <= ICON_SIDE_MAX);
  });
}
