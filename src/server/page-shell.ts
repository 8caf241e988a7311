import { files } from '../site/addresses.ts';

/** The files of the browser's code that a page asks for. */
export type PageAssets = {
  /** The drawn icon; best in the address itself, as browsers ask for it while the page still loads. */
  readonly icon: string;
  readonly styles: readonly string[];
  /** The entry and the page's screen with all that they import, each after what it imports itself. */
  readonly modules: readonly string[];
  /** Fetched ahead: the typefaces' letters that nearly every page has. */
  readonly fonts: readonly string[];
  /** Their other letters. */
  readonly rareFonts: readonly string[];
  /** A small script that runs before anything is painted, and brings the modules when it is. */
  readonly startScript: string;
};

/** What `src/ui/fonts` counts as rare, as far as words are written with it. */
const RARE_LETTER = /[À-ÖØ-öø-ÿıŒœ]/;

/** The files that this page needs: typefaces are fetched ahead where it is seen to use them, as a browser would find out late. */
export function selectAssets({ body }: PageParts, { rareFonts, ...assets }: PageAssets): SelectedAssets {
  return RARE_LETTER.test(body) ? { ...assets, fonts: [...assets.fonts, ...rareFonts] } : assets;
}

export type SelectedAssets = Omit<PageAssets, 'rareFonts'>;

type PageParts = { readonly head: string; readonly body: string };

/**
 * A page is painted once all above its footer has arrived: half a table, or half a line of centred links, would move as
 * the rest of it comes. It waits for its style sheet anyway, which comes behind it. The footer is `FOOTER_ID` (src/app/app.tsx).
 */
const PAINT_AFTER = '<link rel="expect" href="#Footer" blocking="render">';

/** Puts style sheets and scripts around a page that the application rendered. */
export function formatPage({ head, body }: PageParts, assets: SelectedAssets): string {
  const { icon, styles, modules, fonts, startScript } = assets;
  const links = [
    PAINT_AFTER,
    `<link rel="icon" href="${files.favicon()}" sizes="32x32">`,
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${files.appleTouchIcon()}">`,
    `<script src="${startScript}" data-modules="${modules.join(' ')}"></script>`,
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
  ];
  return `<!doctype html>${head}${links.join('')}${body}`;
}

/** A page that runs no script: of the files it needs only the icon and the style sheets. */
export function formatPlainPage({ head, body }: PageParts, { icon, styles }: PageAssets): string {
  const links = [
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
  ];
  return `<!doctype html>${head}${links.join('')}${body}`;
}
