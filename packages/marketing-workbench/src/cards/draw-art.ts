import { type CoverSubject, composeCover, type Ground } from '../ui/cover/draw-cover.ts';
import { COVER_HEIGHT, COVER_WIDTH, type Tone } from '../ui/cover/shapes.ts';
import { BLACK, blendColours, type CardColours, type Colour, formatHex, WHITE } from './colours.ts';
import type { TextBox } from './draw-text.ts';

type ArtColours = Pick<CardColours, 'theme' | 'ink'>;

export type CardArea = TextBox & { readonly left: number; readonly top: number };

/** Returns SVG that fills the area with covers: that of the card's page and variants of it. */
export function drawArt(card: CoverSubject, colours: ArtColours, area: CardArea): string {
  return divideArt(area)
    .map((tile, turn) => drawTile(card, colours, { ...tile, turn }))
    .join('');
}

/** Divides the area into rows and columns of tiles that have about the aspect ratio of a cover. */
function divideArt({ left, top, width, height }: CardArea): readonly CardArea[] {
  const ratio = COVER_WIDTH / COVER_HEIGHT;
  const [columns, rows] = [
    Math.ceil(width / height / ratio),
    Math.ceil((height / width) * ratio - 0.5),
  ];
  return Array.from({ length: columns * rows }, (_, index) => ({
    left: left + ((index % columns) * width) / columns,
    top: top + (Math.floor(index / columns) * height) / rows,
    width: width / columns,
    height: height / rows,
  }));
}

function drawTile(
  card: CoverSubject,
  cardColours: ArtColours,
  { left, top, width, height, turn }: CardArea & { readonly turn: number },
): string {
  const { ground, backdrop, layers, transform } = composeCover(card, turn);
  const colours = mixColours(cardColours, ground);
  const stroke = `fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" stroke="${formatHex(colours.line)}"`;
  const paint = (tone: Exclude<Tone, 'thread' | 'line'>) => `fill="${formatHex(colours[tone])}"`;
  const motif = layers.map(
    ({ tone, path }) =>
      `<path ${tone === 'thread' || tone === 'line' ? stroke : paint(tone)} d="${path}"/>`,
  );
  return `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">
<rect width="${COVER_WIDTH}" height="${COVER_HEIGHT}" fill="${formatHex(colours.ground)}"/><path fill="${formatHex(colours.back)}" d="${backdrop}"/><g transform="${transform}">${motif.join('')}</g></svg>`;
}

type CoverColours = Readonly<Record<'ground' | 'back' | Exclude<Tone, 'thread'>, Colour>>;

/** Returns the colours that `src/ui/styles/cover.css` has in its light theme. */
function mixColours({ theme: colour, ink }: ArtColours, ground: Ground): CoverColours {
  const tint = (share: number) => blendColours(colour, WHITE, share);
  switch (ground) {
    case 'pale': {
      const [back, soft, main] = [tint(0.23), tint(0.38), tint(0.6)];
      return {
        ground: tint(0.1),
        back,
        soft,
        main,
        strong: colour,
        line: blendColours(colour, ink, 0.4),
      };
    }
    case 'tinted': {
      const [back, soft, main] = [tint(0.43), tint(0.08), tint(0.68)];
      return {
        ground: tint(0.3),
        back,
        soft,
        main,
        strong: colour,
        line: blendColours(colour, ink, 0.25),
      };
    }
    case 'bold': {
      const deep = blendColours(colour, BLACK, 0.9);
      const light = (share: number) => blendColours(WHITE, deep, share);
      const [soft, main, strong] = [light(0.18), light(0.38), light(0.84)];
      return {
        ground: deep,
        back: blendColours(colour, BLACK, 0.68),
        soft,
        main,
        strong,
        line: WHITE,
      };
    }
  }
}
