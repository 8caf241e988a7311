import { files } from '../addresses.ts';
import type { Brand } from './brand.ts';
import type { SchemeColours } from './colours.ts';
import { paintLogo } from './logo.ts';

/**
 * English words of a page that is written from right to left keep their order, and so does code.
 */
const RIGHT_TO_LEFT = `@layer base{:is(h1,h2,h3,p,li,a,span,time,input){unicode-bidi:plaintext}:is(h1,h2,h3,p,li,input){text-align:right}}
.prose :is(pre,code){direction:ltr;unicode-bidi:isolate}`;

/**
 * The style sheet of a site's own look. It needs those of `src/ui/styles`, which use its variables.
 * It is written while the site runs, so nothing lowers it for older browsers: each scheme has its
 * values in rules of its own, without `light-dark()`. All of them have the specificity of `:root`,
 * so that a rule of the owner for `:root` overrides both. Print uses the light scheme.
 */
export function formatTheme({
  palette,
  look,
  logo,
  drawings,
  pictures = {},
}: Omit<Brand, 'icons' | 'style'>): string {
  const light = formatScheme('light', palette, logo);
  const dark = formatScheme('dark', palette, logo).filter((variable) => !light.includes(variable));
  const lookVariables = [
    ...(look.headings === 'sans' ? ['--font-serif:var(--font-sans)'] : []),
    ...(look.corners === 'square' ? ['sm', 'md', 'full'].map((size) => `--radius-${size}:0`) : []),
  ];
  return [
    `:root{${[...light, ...lookVariables].join(';')}}`,
    `@media screen and (prefers-color-scheme:dark){:root:where(:not([data-theme="light"])){${dark.join(';')}}}`,
    `@media screen{:root:where([data-theme="dark"]){${dark.join(';')}}}`,
    ...(look.direction === 'rtl' ? [RIGHT_TO_LEFT] : []),
    ...Object.keys(palette.themes).map(
      (slug) => `[data-category="${slug}"]{--category:var(--category-${slug})}`,
    ),
    ...Object.entries(drawings).map(
      ([name, body]) => `.${name}{--icon:${formatUrl(formatIcon(body))}}`,
    ),
    ...Object.entries(pictures).map(
      ([name, picture]) =>
        `.${name}{display:inline-block;flex-shrink:0;background:url("${files.media(picture)}") center/contain no-repeat;print-color-adjust:exact}`,
    ),
  ].join('\n');
}

/** Returns the variables of a scheme. */
function formatScheme(
  scheme: keyof SchemeColours,
  palette: Brand['palette'],
  logo: string,
): readonly string[] {
  return [
    ...Object.entries(palette.colours).map(([token, pair]) => `--color-${token}:${pair[scheme]}`),
    ...Object.entries(palette.themes).map(([slug, pair]) => `--category-${slug}:${pair[scheme]}`),
    `--logo:${formatUrl(paintLogo(logo, palette, scheme))}`,
  ];
}

/** Formats an icon that shows only its shape, in the colour of the text around it. */
function formatIcon(body: string): string {
  const shape = body.replaceAll(' fill="currentColor"', '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${shape}</svg>`;
}

/** Encodes only what a data URL in a quoted string needs, to keep the style sheet small. */
function formatUrl(svg: string): string {
  return `url("data:image/svg+xml,${svg.replace(/[^\w =:/.,;()'-]/gu, encodeURIComponent)}")`;
}
