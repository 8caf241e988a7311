import { BLEED } from './backdrops.ts';
import { composeCover } from './compose-cover.ts';
import { box, COVER_HEIGHT, COVER_WIDTH } from './shapes.ts';

const GROUND = box(-BLEED, -BLEED, COVER_WIDTH + 2 * BLEED, COVER_HEIGHT + 2 * BLEED);

/** The inside of a cover's SVG; another slug, another drawing. */
export function drawCover(category: string, slug: string): string {
  const { ground, backdrop, layers, transform } = composeCover(category, slug);
  const motif = layers.map(({ tone, path }) => `<path class="cover-${tone}" d="${path}"/>`);
  return `<g class="cover-${ground}"><path class="cover-ground" d="${GROUND}"/><path class="cover-back" d="${backdrop}"/><g transform="${transform}">${motif.join('')}</g></g>`;
}
