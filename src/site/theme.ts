import type { Palette, SchemeColours } from './colours.ts';

export type Look = {
  readonly headings: 'serif' | 'sans';
  readonly corners: 'round' | 'square';
};

/** The style sheet of a site's own look. It needs those of `src/ui/styles`, which use its variables. */
export function formatTheme({ colours, themes }: Palette, { headings, corners }: Look): string {
  const variables = [
    ...Object.entries(colours).map(([token, pair]) => `--color-${token}:${formatPair(pair)}`),
    ...(headings === 'sans' ? ['--font-serif:var(--font-sans)'] : []),
    ...(corners === 'square' ? ['sm', 'md', 'full'].map((size) => `--radius-${size}:0`) : []),
  ];
  const categories = Object.entries(themes).map(
    ([slug, pair]) => `[data-category="${slug}"]{--category:${formatPair(pair)}}`,
  );
  return [`:root{${variables.join(';')}}`, ...categories].join('\n');
}

function formatPair({ light, dark }: SchemeColours): string {
  return `light-dark(${light},${dark})`;
}
