/** Which of the cover's colours a shape has. */
export type Tone = 'thread' | 'soft' | 'main' | 'strong' | 'line';

/** A shape of a cover as an SVG path. */
export type Shape = { readonly tone: Tone; readonly path: string };

/**
 * The field that a cover is drawn on. A wide cover shows its middle 128 units of height, a square one its middle 240 of
 * width: what matters stands within both.
 */
export const COVER_WIDTH = 320;
export const COVER_HEIGHT = 180;

export function box(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

export function circle(x: number, y: number, radius: number): string {
  return `M${round(x - radius)} ${round(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** Words of a text, as strokes one below the other, each `widths` wide. */
export function words(x: number, y: number, widths: readonly number[]): string {
  return widths.map((width, row) => `M${round(x)} ${round(y + row * 16)}h${round(width)}`).join('');
}

export function times<Item>(count: number, create: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
