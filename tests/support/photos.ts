import sharp from 'sharp';

/** Returns a PNG with a red upper half, a blue lower half. */
export async function createPhoto(width: number, height: number): Promise<Uint8Array> {
  const lower = { width, height: Math.ceil(height / 2), channels: 3, background: 'blue' } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: await sharp({ create: lower }).png().toBuffer(), gravity: 'south' }])
    .png()
    .toBuffer();
}
