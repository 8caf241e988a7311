import sharp from 'sharp';
import { FEED_ICON_SIZE_PX } from '../src/site/limits.ts';

/** Renders the icons under `public/` from the favicon. Run it by hand after a change: `node scripts/draw-pictures.ts`. */
for (const [name, size] of [
  ['apple-touch-icon', 180],
  ['feed-icon', FEED_ICON_SIZE_PX],
] as const) {
  await sharp('public/favicon.svg', { density: 300 }).resize(size, size).png().toFile(`public/${name}.png`);
}
