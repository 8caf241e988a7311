import { files } from '../site/addresses.ts';

/** The built files that a page needs. */
export type PageAssets = {
  /** A data URL, as browsers fetch the icon while the page still loads. */
  readonly icon: string;
  readonly styles: readonly string[];
  /** The entry and the page's screen with their imports, each after its own imports. */
  readonly modules: readonly string[];
  /** Preloaded: the letters that nearly every page has. */
  readonly fonts: readonly string[];
  /** Preloaded if the page has rare letters. */
  readonly rareFonts: readonly string[];
  /** A small script that runs before the first paint and loads the modules after it. */
  readonly startScript: string;
  /** Integrity hashes of scripts and style sheets by address; none in development. */
  readonly integrity: Readonly<Record<string, string>>;
};

/** The letters of the rare subset of `src/ui/fonts`. */
const RARE_LETTER = /[À-ÖØ-öø-ÿıŒœ]/;

/** Preloads the rare subset of the fonts for a page that uses it. */
export function selectAssets({ body }: PageParts, { rareFonts, ...assets }: PageAssets): SelectedAssets {
  return RARE_LETTER.test(body) ? { ...assets, fonts: [...assets.fonts, ...rareFonts] } : assets;
}

export type SelectedAssets = Omit<PageAssets, 'rareFonts'>;

type PageParts = { readonly head: string; readonly body: string };

/** Delays the first paint until the page has arrived up to its footer, `FOOTER_ID`, so that no part of it moves while it loads. */
const PAINT_AFTER = '<link rel="expect" href="#Footer" blocking="render">';

/** Adds style sheets and scripts to a rendered page. */
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

/** A page without scripts. */
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

/** A `Link` header for caches that send early hints (RFC 8297). A file preloaded without its hash would be fetched twice. */
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
