import sharp from 'sharp';

/** Of 255. The browser may round a pixel of a smooth edge differently when it draws the same again. */
const ROUNDING_MAX = 2;

/** Whether two screenshots show the same. */
export async function lookAlike(one: Buffer, other: Buffer): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(readPixels));
  if (first?.info.width !== second?.info.width || first?.info.height !== second?.info.height) return false;
  return (
    first?.data.every((level, place) => Math.abs(level - (second?.data[place] ?? 0)) <= ROUNDING_MAX) ?? false
  );
}

function readPixels(screenshot: Buffer) {
  return sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}
