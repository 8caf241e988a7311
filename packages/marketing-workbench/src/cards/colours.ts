import type { Palette } from '../site/brand/colours.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** The colours of a card are those of the light scheme. */
export type CardColours = {
  readonly paper: Colour;
  readonly ink: Colour;
  readonly soft: Colour;
  /** Colour of the category, or the accent of the site without one. */
  readonly theme: Colour;
};

export const WHITE: Colour = [0xff, 0xff, 0xff];
export const BLACK: Colour = [0, 0, 0];

export function findCardColours({ colours, themes }: Palette, theme: string): CardColours {
  return {
    paper: parseHex(colours.paper.light),
    ink: parseHex(colours.ink.light),
    soft: parseHex(colours.soft.light),
    theme: parseHex((themes[theme] ?? colours.accent).light),
  };
}

/** `hex` is `#rrggbb`. */
function parseHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Returns a blend of which `share`, from 0 to 1, is `colour`. */
export function blendColours(colour: Colour, ground: Colour, share: number): Colour {
  const [red, green, blue] = colour;
  const blend = (part: number, other: number) => Math.round(part * share + other * (1 - share));
  return [blend(red, ground[0]), blend(green, ground[1]), blend(blue, ground[2])];
}

export function formatHex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
