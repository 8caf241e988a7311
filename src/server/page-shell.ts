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
  /** Integrity hashes of scripts and style sheets, by address; the development server has none. */
  readonly integrity: Readonly<Record<string, string>>;
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
  const { icon, modules, fonts, startScript, integrity } = assets;
  const hashes = modules.map((href) => integrity[href] ?? '').join(' ');
  const links = [
    PAINT_AFTER,
    `<link rel="icon" href="${files.favicon()}" sizes="32x32">`,
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${files.appleTouchIcon()}">`,
    `<script src="${startScript}"${formatIntegrity(startScript, assets)} data-modules="${modules.join(' ')}" data-integrity="${hashes}"></script>`,
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...formatStyles(assets),
  ];
  return `<!doctype html>${head}${links.join('')}${body}`;
}

/** A page that runs no script: of the files it needs only the icon and the style sheets. */
export function formatPlainPage({ head, body }: PageParts, assets: PageAssets): string {
  const links = [`<link rel="icon" href="${assets.icon}" type="image/svg+xml">`, ...formatStyles(assets)];
  return `<!doctype html>${head}${links.join('')}${body}`;
}

function formatStyles(assets: SelectedAssets): readonly string[] {
  return assets.styles.map(
    (href) => `<link rel="stylesheet" href="${href}"${formatIntegrity(href, assets)}>`,
  );
}

function formatIntegrity(href: string, { integrity }: SelectedAssets): string {
  return integrity[href] === undefined ? '' : ` integrity="${integrity[href]}"`;
}

/**
 * The page's first files as the header `Link` names them, for caches in front that send it ahead of the page (RFC 8297).
 * A file fetched ahead without its hash would be fetched again.
 */
export function formatPreloads({ styles, fonts, startScript, integrity }: SelectedAssets): string {
  const format = (href: string, kind: string) => {
    const hash = integrity[href];
    return `<${href}>; rel=preload; as=${kind}${hash === undefined ? '' : `; integrity="${hash}"`}`;
  };
  return [
    ...styles.map((href) => format(href, 'style')),
    format(startScript, 'script'),
    ...fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ].join(', ');
}
