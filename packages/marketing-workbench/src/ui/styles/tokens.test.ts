import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_COLOURS, DEFAULT_THEMES } from '../../site/brand/default-colours.ts';

const tokens = new Map<string, Colour>([
  ...readTokens(readFileSync('packages/marketing-workbench/src/ui/styles/tokens.css', 'utf8')),
  ...Object.entries({ ...DEFAULT_COLOURS, ...DEFAULT_THEMES }),
]);

const GROUNDS = ['paper', 'panel', 'sunken'];
const TEXTS = ['ink', 'soft', 'accent', 'accent-strong', 'good', 'danger'];
const CODE = ['code-keyword', 'code-constant', 'code-function'];
const CATEGORIES = [
  'google-ads',
  'facebook-ads',
  'email-marketing',
  'seo',
  'digital-marketing-news',
];

/** Text on its ground; WCAG 2.2, 1.4.3 asks for 4.5. */
const TEXT_PAIRS = [
  ...[...TEXTS, ...CODE, ...CATEGORIES].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ['on-accent', 'accent'] as const,
  ['on-accent', 'accent-strong'] as const,
  ['notice-ink', 'notice'] as const,
  ['ink', 'danger-panel'] as const,
  ['soft', 'danger-panel'] as const,
  ['ink', 'mark'] as const,
];

/** The edges of fields and buttons, and the focus ring; WCAG 2.2, 1.4.11 asks for 3. */
const SHAPE_PAIRS = GROUNDS.flatMap((ground) => [
  ['edge', ground] as const,
  ['accent', ground] as const,
]);

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  test.each(TEXT_PAIRS)('text in %s has enough contrast on %s', (text, ground) => {
    expect(computeContrast(text, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPE_PAIRS)('a shape in %s has enough contrast on %s', (shape, ground) => {
    expect(computeContrast(shape, ground, scheme)).toBeGreaterThanOrEqual(3);
  });
});

type Colour = { readonly light: string; readonly dark: string };

function readTokens(css: string): ReadonlyMap<string, Colour> {
  const pattern = /--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g;
  return new Map(
    Array.from(css.matchAll(pattern), ([, name = '', light = '', dark = '']) => [
      name,
      { light, dark },
    ]),
  );
}

function computeContrast(one: string, other: string, scheme: 'light' | 'dark'): number {
  const [dim = 0, bright = 0] = [one, other]
    .map((name) => computeLuminance(findColour(name)[scheme]))
    .toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

function findColour(name: string): Colour {
  const colour = tokens.get(name);
  if (colour === undefined) throw new Error(`There is no token --color-${name}`);
  return colour;
}

/** Relative luminance as WCAG 2.2 defines it. */
function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
