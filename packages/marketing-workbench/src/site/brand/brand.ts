import type { Palette } from './colours.ts';
import { DEFAULT_COLOURS, DEFAULT_THEMES } from './default-colours.ts';
import { DEFAULT_LOGO } from './logo.ts';
import type { OwnStyle } from './own-style.ts';

export type Look = {
  readonly headings: 'serif' | 'sans';
  readonly corners: 'round' | 'square';
  /** Direction of the site's language; left out for left to right. */
  readonly direction?: 'rtl' | undefined;
};

/** How a site looks. Browsers get only what follows from it: the theme, the icons and the cards. */
export type Brand = {
  readonly palette: Palette;
  readonly look: Look;
  /** Markup that pages may contain. */
  readonly logo: string;
  /**
   * The content of the SVG of each icon of a category or profile, by the name that is its class; 24
   * × 24 units.
   */
  readonly drawings: Readonly<Record<string, string>>;
  /**
   * The published picture of each category that has one in the place of an icon, by the class that
   * shows it. Absent if there are none.
   */
  readonly pictures?: Readonly<Record<string, string>> | undefined;
  /** The owner's own style sheet, which pages load after all others. Absent if there is none. */
  readonly style?: OwnStyle | undefined;
  /** The published file of each icon of the site, such as `favicon.ico`. */
  readonly icons: Readonly<Record<string, string>>;
};

/** That of the specification's site, before anything is published. */
export const DEFAULT_BRAND: Brand = {
  palette: { colours: DEFAULT_COLOURS, themes: DEFAULT_THEMES },
  look: { headings: 'serif', corners: 'round' },
  logo: DEFAULT_LOGO,
  drawings: {},
  icons: {},
};
