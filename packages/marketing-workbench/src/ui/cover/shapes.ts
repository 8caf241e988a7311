import type { PickNumber } from './random.ts';

export const TONES = ['thread', 'soft', 'main', 'strong', 'line'] as const;
/** One of the cover's colours; `thread` and `line` are stroked, the others filled. */
export type Tone = (typeof TONES)[number];
/** An SVG path for each tone. */
type Layers = { readonly [T in Tone]?: string };

/** The order in which it picks its numbers decides how every existing cover looks. */
type DrawMotif = (pick: PickNumber) => Layers;

export type Motif = {
  readonly draw: DrawMotif;
  /** Whether it floats on the canvas, stands on its lower edge, or fills it. */
  readonly stance: 'floating' | 'standing' | 'filling';
  /** The mirror image would mean something else, such as a falling line. */
  readonly direction?: 'one-way' | undefined;
};

export function floating(draw: DrawMotif, direction?: 'one-way'): Motif {
  return { draw, stance: 'floating', direction };
}

export function standing(draw: DrawMotif): Motif {
  return { draw, stance: 'standing' };
}

export function filling(draw: DrawMotif, direction?: 'one-way'): Motif {
  return { draw, stance: 'filling', direction };
}

/**
 * The canvas of a cover. A wide cover shows its middle 128 units of height, a square one its middle
 * 240 of width: everything that matters is within both.
 */
export const COVER_WIDTH = 320;
export const COVER_HEIGHT = 180;

export function box(x: number, y: number, width: number, height: number): string {
  return `M${roundToTenth(x)} ${roundToTenth(y)}h${roundToTenth(width)}v${roundToTenth(height)}h${roundToTenth(-width)}z`;
}

export function circle(x: number, y: number, radius: number): string {
  return `M${roundToTenth(x - radius)} ${roundToTenth(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** Draws words of a text as strokes of these widths, one below the other. */
export function words(x: number, y: number, widths: readonly number[]): string {
  return widths
    .map((width, row) => `M${roundToTenth(x)} ${roundToTenth(y + row * 16)}h${roundToTenth(width)}`)
    .join('');
}

export function times<Item>(count: number, create: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

/** Joins the paths of each tone. */
export function joinLayers(parts: readonly Layers[]): Layers {
  const paths = TONES.map(
    (tone) => [tone, parts.map((part) => part[tone] ?? '').join('')] as const,
  );
  return Object.fromEntries(paths.filter(([, path]) => path !== ''));
}

export function drawEach(count: number, draw: (index: number) => Layers): Layers {
  return joinLayers(times(count, draw));
}

/**
 * Returns the tone of one of several similar shapes: the chosen one stands out, the others
 * alternate.
 */
export function alternate(index: number, chosen: number): Tone {
  if (index === chosen) return 'strong';
  return index % 2 === 0 ? 'main' : 'soft';
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
