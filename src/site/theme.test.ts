import { expect, test } from 'vitest';
import { DEFAULT_COLOURS } from './default-colours.ts';
import { formatTheme } from './theme.ts';

const palette = { colours: DEFAULT_COLOURS, themes: { shop: { light: '#1f5c99', dark: '#8dbdf0' } } };

test('the style sheet has all colours of the brand and of its categories', () => {
  expect(formatTheme(palette, { headings: 'serif', corners: 'round' })).toMatchInlineSnapshot(`
    ":root{--color-paper:light-dark(#fbf7f0,#1b1714);--color-panel:light-dark(#ffffff,#26211d);--color-sunken:light-dark(#f3ece0,#14110f);--color-ink:light-dark(#2b2620,#f1eae0);--color-soft:light-dark(#5f564c,#bdb2a4);--color-line:light-dark(#ddd2c1,#463d35);--color-edge:light-dark(#857a6c,#94887b);--color-accent:light-dark(#9c4217,#f0a070);--color-accent-strong:light-dark(#7d3410,#f6bd98);--color-on-accent:light-dark(#ffffff,#241309);--color-mark:light-dark(#ffe7a3,#6b5210)}
    [data-category="shop"]{--category:light-dark(#1f5c99,#8dbdf0)}"
  `);
});

test('headings without serifs and square corners replace the built-in tokens', () => {
  const theme = formatTheme(palette, { headings: 'sans', corners: 'square' });
  expect(theme).toContain(';--font-serif:var(--font-sans);--radius-sm:0;--radius-md:0;--radius-full:0}');
});
