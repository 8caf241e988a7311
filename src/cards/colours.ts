export type Colour = readonly [red: number, green: number, blue: number];

export const PAPER: Colour = [0xfb, 0xf7, 0xf0];
export const WHITE: Colour = [0xff, 0xff, 0xff];
export const BLACK: Colour = [0, 0, 0];
export const INK: Colour = [0x2b, 0x26, 0x20];
export const SOFT_INK: Colour = [0x5f, 0x56, 0x4c];
export const SITE_COLOUR: Colour = [0x9c, 0x42, 0x17];

/** From the light theme of `src/ui/styles/tokens.css`. */
const THEMES: ReadonlyMap<string, Colour> = new Map<string, Colour>([
  ['google-ads', [0x1f, 0x5c, 0x99]],
  ['facebook-ads', [0x4a, 0x4a, 0x9c]],
  ['email-marketing', [0x2a, 0x65, 0x58]],
  ['seo', [0x7a, 0x54, 0x10]],
  ['digital-marketing-news', [0x93, 0x30, 0x4b]],
]);

export function findThemeColour(theme: string): Colour {
  return THEMES.get(theme) ?? SITE_COLOUR;
}

/** A blend with this share of `colour`. */
export function mix(colour: Colour, ground: Colour, share: number): Colour {
  const [red, green, blue] = colour;
  const blend = (part: number, other: number) => Math.round(part * share + other * (1 - share));
  return [blend(red, ground[0]), blend(green, ground[1]), blend(blue, ground[2])];
}

export function hex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
