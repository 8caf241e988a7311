import { expect, test } from 'vitest';
import { DEFAULT_COLOURS } from './default-colours.ts';
import { DEFAULT_LOGO } from './logo.ts';
import { formatTheme } from './theme.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#0a7d4f"/></svg>';
const BRAND = {
  palette: { colours: DEFAULT_COLOURS, themes: { shop: { light: '#1f5c99', dark: '#8dbdf0' } } },
  look: { headings: 'serif', corners: 'round' },
  logo: LOGO,
  drawings: { BiStore: '<path d="M2 5h20v14H2z"/>' },
} as const;

test('the style sheet has the colours, the logo and the icons of the site', () => {
  expect(formatTheme(BRAND)).toMatchInlineSnapshot(`
    ":root{--color-paper:light-dark(#fbf7f0,#1b1714);--color-panel:light-dark(#ffffff,#26211d);--color-sunken:light-dark(#f3ece0,#14110f);--color-ink:light-dark(#2b2620,#f1eae0);--color-soft:light-dark(#5f564c,#bdb2a4);--color-line:light-dark(#ddd2c1,#463d35);--color-edge:light-dark(#857a6c,#94887b);--color-accent:light-dark(#9c4217,#f0a070);--color-accent-strong:light-dark(#7d3410,#f6bd98);--color-on-accent:light-dark(#ffffff,#241309);--color-mark:light-dark(#ffe7a3,#6b5210);--logo:url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22%3E%3Cpath d=%22M0 0h9v9z%22 fill=%22%230a7d4f%22/%3E%3C/svg%3E")}
    [data-category="shop"]{--category:light-dark(#1f5c99,#8dbdf0)}
    .BiStore{--icon:url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22%3E%3Cpath d=%22M2 5h20v14H2z%22/%3E%3C/svg%3E")}"
  `);
});

test('a logo with colours of the site has those of each scheme', () => {
  const theme = decodeURIComponent(formatTheme({ ...BRAND, logo: DEFAULT_LOGO }));
  const logos = Array.from(
    theme.matchAll(/^(.*)--logo:url.*?<rect [^>]*fill="(#[0-9a-f]+)"/gm),
    ([, where = '', fill]) => [where.replace(/^:root\{--color.*$/, ':root{'), fill],
  );
  expect(logos).toEqual([
    [':root{', '#9c4217'],
    [':root[data-theme="dark"]{', '#f0a070'],
    ['@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){', '#f0a070'],
  ]);
});

test('headings without serifs and square corners replace the built-in tokens', () => {
  expect(formatTheme({ ...BRAND, look: { headings: 'sans', corners: 'square' } })).toContain(
    ';--font-serif:var(--font-sans);--radius-sm:0;--radius-md:0;--radius-full:0;',
  );
});
