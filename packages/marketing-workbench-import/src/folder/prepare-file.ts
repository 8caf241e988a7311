import { findSizeProblem } from 'marketing-workbench/content/content-folder';
import { findDownloadProblem } from 'marketing-workbench/content/downloads';
import { readExtension } from 'marketing-workbench/content/file-names';
import { measurePicture } from 'marketing-workbench/content/images/picture-size';
import { cleanSvg } from 'marketing-workbench/content/svg/clean-svg';
import { DOWNLOAD_TYPES } from 'marketing-workbench/site/downloads';
import sharp from 'sharp';

/**
 * Bytes that can be published under a name with this extension, or the reason why there are none.
 */
export type PreparedFile =
  | { readonly bytes: Uint8Array; readonly extension: string; readonly change?: string | undefined }
  | { readonly problem: string };

/** Extensions of the media types of pictures on this site. */
const EXTENSIONS: ReadonlyMap<string | undefined, string> = new Map([
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
  ['image/gif', '.gif'],
  ['image/svg+xml', '.svg'],
]);
/**
 * These limits are below those of publishing (`src/content/images`), and enough for the widest
 * screen.
 */
const SIDE_MAX = 8000;
const PIXELS_MAX = 60_000_000;
const BYTES_MAX = 40_000_000;
const PROOF_SIZE_PX = 8;
/** Larger pictures are not decoded, although the metadata of any size is read. */
const DECODED_PIXELS_MAX = 500_000_000;

const READING = { limitInputPixels: DECODED_PIXELS_MAX };

const NO_PICTURE = { problem: 'is not a picture that can be read' };
const XML_START = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</;
const SVG_START = /<(?:[\w-]+:)?svg[\s>]/;
const SVG_START_BYTES = 4_000;

/**
 * Returns a picture that publishing accepts: unchanged if possible, smaller if it is too large,
 * repaired if a part can be read, and an SVG without what publishing would leave out.
 */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedFile> {
  if (bytes.length === 0) return { problem: 'is empty' };
  try {
    // An SVG is cleaned before any other program reads it.
    const start = Buffer.from(bytes.subarray(0, SVG_START_BYTES))
      .toString('latin1')
      .replaceAll('\0', '');
    if (XML_START.test(start) && SVG_START.test(start)) return await prepareDrawing(bytes);
    return await prepareMeasured(bytes);
  } catch {
    return NO_PICTURE;
  }
}

async function prepareDrawing(bytes: Uint8Array): Promise<PreparedFile> {
  const cleaned = await cleanSvg(bytes);
  if (cleaned.kind === 'refused') return { problem: cleaned.message };
  const { dropped } = cleaned;
  const prepared = await prepareMeasured(cleaned.bytes);
  if ('problem' in prepared || dropped.length === 0) return prepared;
  const changes = [`was saved without ${dropped.join(', ')}`, prepared.change].filter(
    (one) => one !== undefined,
  );
  return { ...prepared, change: changes.join(', and ') };
}

async function prepareMeasured(bytes: Uint8Array): Promise<PreparedFile> {
  const { mediaType, format, width, height, pixels } = await measurePicture(bytes);
  const extension = EXTENSIONS.get(mediaType);
  const isLarge =
    Math.max(width, height) > SIDE_MAX || pixels > PIXELS_MAX || bytes.length > BYTES_MAX;
  if (extension === undefined)
    return reencodePicture(bytes, `was ${format}, which browsers don't show`);
  if (isLarge) return reencodePicture(bytes, `was too large (${width} × ${height} pixels)`);
  if (await canDecodeWhole(bytes)) return { bytes, extension };
  return reencodePicture(bytes, 'was damaged; the part that can be read is saved');
}

/** Decoding a picture even at a small size proves that all its bytes can be read. */
async function canDecodeWhole(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(bytes, { sequentialRead: true })
      .resize(PROOF_SIZE_PX, PROOF_SIZE_PX, { fit: 'fill' })
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

async function reencodePicture(bytes: Uint8Array, change: string): Promise<PreparedFile> {
  const picture = sharp(bytes, { ...READING, failOn: 'none' }).autoOrient();
  const { hasAlpha } = await picture.metadata();
  const sized = picture.resize({
    width: SIDE_MAX / 2,
    height: SIDE_MAX / 2,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const encoded = hasAlpha ? sized.png() : sized.jpeg({ quality: 90 });
  return { bytes: await encoded.toBuffer(), extension: hasAlpha ? '.png' : '.jpg', change };
}

/** Checks a file that the site is to offer for download. */
export function prepareDownload(name: string, bytes: Uint8Array): PreparedFile {
  const extension = readExtension(name);
  const file = `file${extension}`;
  if (!DOWNLOAD_TYPES.has(extension))
    return { problem: 'is not a file that this site offers for download' };
  const problem = findSizeProblem(file, bytes.length) ?? findDownloadProblem(file, bytes);
  return problem === undefined ? { bytes, extension } : { problem };
}
