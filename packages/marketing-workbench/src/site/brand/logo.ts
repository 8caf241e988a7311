import type { BrandToken, Palette } from './colours.ts';

/** A workbench. Its colours are those of the site, in both schemes. */
export const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="var(--color-accent)"/><path d="M10 25h44v8H10zM15 33h7v19h-7zM42 33h7v19h-7z" fill="var(--color-paper)"/><path d="M17 23V12h7v11zM29 23v-6h7v6zM41 23V8h7v15z" fill="var(--color-mark)"/></svg>';

/** A ring: that of a site with another name and without a logo. */
export const PLAIN_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="var(--color-accent)"/><circle cx="32" cy="32" r="19" fill="var(--color-paper)"/><circle cx="32" cy="32" r="9" fill="var(--color-mark)"/></svg>';

/** A colour of the site in a logo. */
export const COLOUR_VARIABLE = /var\(--color-([a-z-]+)\)/g;

/** Returns the logo outside of pages, where no style sheet sets the colours. */
export function paintLogo(
  svg: string,
  { colours }: Pick<Palette, 'colours'>,
  scheme: 'light' | 'dark' = 'light',
): string {
  const isToken = (name: string): name is BrandToken => Object.hasOwn(colours, name);
  return svg
    .replaceAll('currentColor', colours.ink[scheme])
    .replaceAll(COLOUR_VARIABLE, (variable, name: string) =>
      isToken(name) ? colours[name][scheme] : variable,
    );
}
