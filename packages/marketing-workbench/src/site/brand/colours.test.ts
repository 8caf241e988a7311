import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPalette, type GivenColour, type Palette } from './colours.ts';
import { DEFAULT_COLOURS, DEFAULT_THEMES } from './default-colours.ts';
import { computeContrast, parseColour } from './oklch.ts';

const GROUNDS = ['paper', 'panel', 'sunken'] as const;
/** Colours that every site has, such as those of errors and code. */
const FIXED = Object.fromEntries(
  Array.from(
    readFileSync('packages/marketing-workbench/src/ui/styles/tokens.css', 'utf8').matchAll(
      /--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
    ),
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

const TEXTS = [
  'ink',
  'soft',
  'accent',
  'accent-strong',
  'good',
  'danger',
  'code-keyword',
  'code-constant',
  'code-function',
] as const;

/** Text on its ground; WCAG 2.2, 1.4.3 asks for 4.5. */
const TEXT_PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['on-accent', 'accent'] as const,
  ['on-accent', 'accent-strong'] as const,
  ['ink', 'danger-panel'] as const,
  ['soft', 'danger-panel'] as const,
  ['ink', 'mark'] as const,
];
/** The edges of fields and buttons, and the focus ring; WCAG 2.2, 1.4.11 asks for 3. */
const SHAPE_PAIRS = GROUNDS.flatMap((ground) => [
  ['edge', ground] as const,
  ['accent', ground] as const,
]);

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const given: fc.Arbitrary<GivenColour> = fc.oneof(hex, fc.record({ light: hex, dark: hex }));
const tokens = Object.keys(DEFAULT_COLOURS);
const someColours = fc.oneof(
  fc.record({ accent: given }),
  fc.record({ accent: given, paper: given }),
  fc.dictionary(fc.constantFrom(...tokens), given),
);

test('every pair of colours has enough contrast, whatever an owner chooses', () => {
  fc.assert(
    fc.property(
      someColours,
      fc.array(fc.option(given, { nil: undefined }), { maxLength: 6 }),
      (colours, list) => {
        const themes = Object.fromEntries(
          list.map((colour, index) => [`category-${index}`, colour]),
        );
        expect(listFaults(createPalette({ colours, themes }).palette)).toEqual([]);
      },
    ),
    { numRuns: 500, seed: 20261123 },
  );
});

test('the default set is shown as it is', () => {
  const { palette, advice } = createPalette({ colours: DEFAULT_COLOURS, themes: DEFAULT_THEMES });
  expect(palette).toEqual({ colours: DEFAULT_COLOURS, themes: DEFAULT_THEMES });
  expect(advice).toEqual([]);
  expect(listFaults(palette)).toEqual([]);
});

test('colours with enough contrast are kept, and a single one keeps its hue in the dark scheme', () => {
  const { palette, advice } = createPalette({
    colours: { accent: '#0a7d4f', paper: '#FFF' },
    themes: { shop: '#1f5c99' },
  });
  expect(advice).toEqual([]);
  expect(palette.colours.accent.light).toBe('#0a7d4f');
  expect(palette.colours.paper.light).toBe('#ffffff');
  expect(palette.themes.shop?.light).toBe('#1f5c99');
  expect(computeHueDistance(palette.colours.accent.dark, '#0a7d4f')).toBeLessThan(0.05);
  expect(computeHueDistance(palette.themes.shop?.dark ?? '', '#1f5c99')).toBeLessThan(0.05);
});

describe('a colour that the site shows differently is told', () => {
  test.each([
    [
      { accent: '#ffcc00', paper: '#ffffff' },
      'accent #ffcc00 has a contrast of 1.5 on paper #ffffff in the light scheme and needs 4.5; the site shows #',
    ],
    [
      {
        accent: { light: '#0a7d4f', dark: '#333333' },
        paper: { light: '#ffffff', dark: '#111111' },
      },
      'accent #333333 has a contrast of 1.4 on paper #111111 in the dark scheme and needs 4.5; the site shows #',
    ],
    [{ paper: '#999999' }, 'paper #999999 is too dark for the light scheme; the site shows #'],
    [
      { paper: { light: '#ffffff', dark: '#444444' } },
      'paper #444444 is too bright for the dark scheme; the site shows #',
    ],
    [
      { paper: '#111111' },
      /^paper #111111 is for the dark scheme; the light scheme shows #[0-9a-f]{6}; write paper: { light: …, dark: … } to choose both$/,
    ],
  ])('%j', (colours, message) => {
    const { advice } = createPalette({ colours, themes: {} });
    expect(advice.map((each) => each.message)).toEqual([expect.stringMatching(message)]);
  });

  test('also that of a category, by its slug, with the hue that it has', () => {
    const { palette, advice } = createPalette({
      colours: { paper: '#ffffff' },
      themes: { shop: '#ffcc00' },
    });
    expect(advice.map(({ name }) => name)).toEqual(['shop']);
    expect(computeHueDistance(palette.themes.shop?.light ?? '', '#ffcc00')).toBeLessThan(0.05);
    expect(palette.themes.shop?.dark).toBe('#ffcc00');
  });
});

test('twelve categories without colours get twelve hues', () => {
  const slugs = Array.from({ length: 12 }, (_, index) => [`category-${index}`, undefined]);
  const { themes } = createPalette({
    colours: { accent: '#0a7d4f' },
    themes: Object.fromEntries(slugs),
  }).palette;
  const colours = Object.values(themes).map(({ light }) => light);
  for (const [index, colour] of colours.entries()) {
    for (const other of colours.slice(index + 1))
      expect(computeHueDistance(colour, other)).toBeGreaterThan(0.2);
  }
});

test('a dark paper is that of the dark scheme', () => {
  const { palette, advice } = createPalette({
    colours: { accent: '#ffcc00', paper: '#101418' },
    themes: {},
  });
  expect(palette.colours.paper.dark).toBe('#101418');
  expect(palette.colours.accent.dark).toBe('#ffcc00');
  expect(advice.map(({ name }) => name)).toEqual(['paper', 'accent']);
});

function listFaults({ colours, themes }: Palette): readonly string[] {
  const shown = new Map(Object.entries({ ...colours, ...FIXED }));
  const find = (token: string) => {
    const colour = shown.get(token);
    if (colour === undefined) throw new Error(`There is no token --color-${token}`);
    return colour;
  };
  const themePairs = Object.entries(themes).flatMap(([slug, colour]) =>
    GROUNDS.map((ground) => ({
      name: `${slug} on ${ground}`,
      text: colour,
      ground: find(ground),
      needed: 4.5,
    })),
  );
  const pairs = [
    ...TEXT_PAIRS.map((pair) => ({ pair, needed: 4.5 })),
    ...SHAPE_PAIRS.map((pair) => ({ pair, needed: 3 })),
  ].map(({ pair: [text, ground], needed }) => ({
    name: `${text} on ${ground}`,
    text: find(text),
    ground: find(ground),
    needed,
  }));
  return [...pairs, ...themePairs].flatMap(({ name, text, ground, needed }) =>
    (['light', 'dark'] as const)
      .filter((scheme) => computeContrast(text[scheme], ground[scheme]) < needed)
      .map((scheme) => `${name} in ${scheme}: ${text[scheme]} on ${ground[scheme]}`),
  );
}

function computeHueDistance(one: string, other: string): number {
  const distance = Math.abs(parseColour(one).hue - parseColour(other).hue);
  return Math.min(distance, 2 * Math.PI - distance);
}
