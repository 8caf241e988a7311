import sharp from 'sharp';

/**
 * A level from 0 to 255 may differ by so much: the browser may round a smooth edge differently when
 * it draws the same again.
 */
const ROUNDING_MAX = 2;

/** Tells whether two screenshots show the same, apart from rounding. */
export async function lookAlike(one: Buffer, other: Buffer): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(readPixels));
  if (first?.info.width !== second?.info.width || first?.info.height !== second?.info.height)
    return false;
  return (
    first?.data.every(
      (level, place) => Math.abs(level - (second?.data[place] ?? 0)) <= ROUNDING_MAX,
    ) ?? false
  );
}

function readPixels(screenshot: Buffer) {
  return sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}
