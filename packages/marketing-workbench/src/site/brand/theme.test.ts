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
    ":root{--color-paper:#fbf7f0;--color-panel:#ffffff;--color-sunken:#f3ece0;--color-ink:#2b2620;--color-soft:#5f564c;--color-line:#ddd2c1;--color-edge:#857a6c;--color-accent:#9c4217;--color-accent-strong:#7d3410;--color-on-accent:#ffffff;--color-mark:#ffe7a3;--category-shop:#1f5c99;--logo:url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22%3E%3Cpath d=%22M0 0h9v9z%22 fill=%22%230a7d4f%22/%3E%3C/svg%3E")}
    @media screen and (prefers-color-scheme:dark){:root:where(:not([data-theme="light"])){--color-paper:#1b1714;--color-panel:#26211d;--color-sunken:#14110f;--color-ink:#f1eae0;--color-soft:#bdb2a4;--color-line:#463d35;--color-edge:#94887b;--color-accent:#f0a070;--color-accent-strong:#f6bd98;--color-on-accent:#241309;--color-mark:#6b5210;--category-shop:#8dbdf0}}
    @media screen{:root:where([data-theme="dark"]){--color-paper:#1b1714;--color-panel:#26211d;--color-sunken:#14110f;--color-ink:#f1eae0;--color-soft:#bdb2a4;--color-line:#463d35;--color-edge:#94887b;--color-accent:#f0a070;--color-accent-strong:#f6bd98;--color-on-accent:#241309;--color-mark:#6b5210;--category-shop:#8dbdf0}}
    [data-category="shop"]{--category:var(--category-shop)}
    .BiStore{--icon:url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22%3E%3Cpath d=%22M2 5h20v14H2z%22/%3E%3C/svg%3E")}"
  `);
});

test('a logo with colours of the site has those of each scheme', () => {
  const theme = decodeURIComponent(formatTheme({ ...BRAND, logo: DEFAULT_LOGO }));
  const logos = Array.from(
    theme.matchAll(/^(.*?)--color.*--logo:url.*?<rect [^>]*fill="(#[0-9a-f]+)"/gm),
    ([, where = '', fill]) => [where, fill],
  );
  expect(logos).toEqual([
    [':root{', '#9c4217'],
    [
      '@media screen and (prefers-color-scheme:dark){:root:where(:not([data-theme="light"])){',
      '#f0a070',
    ],
    ['@media screen{:root:where([data-theme="dark"]){', '#f0a070'],
  ]);
});

test('headings without serifs and square corners replace the built-in tokens', () => {
  expect(formatTheme({ ...BRAND, look: { headings: 'sans', corners: 'square' } })).toContain(
    ';--font-serif:var(--font-sans);--radius-sm:0;--radius-md:0;--radius-full:0}',
  );
});
