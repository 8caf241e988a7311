import sharp from 'sharp';

/** Draws the touch icon that is committed under `public/`, of the favicon. Run by hand: `node scripts/draw-pictures.ts`. */
await sharp('public/favicon.svg', { density: 300 })
  .resize(180, 180)
  .png()
  .toFile('public/apple-touch-icon.png');
