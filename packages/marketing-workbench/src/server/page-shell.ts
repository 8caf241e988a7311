import { files, machineFiles } from '../site/addresses.ts';
import type { AnalyticsScript } from '../site/analytics.ts';
import type { Brand } from '../site/brand/brand.ts';
import { paintLogo } from '../site/brand/logo.ts';
import type { Site } from '../site/site.ts';
import { PLAYER_ORIGINS } from '../site/video-players.ts';

export type PageAssets = CodeAssets & {
  /** A data URL if it is small, as browsers fetch the icon while the page still loads. */
  readonly icon: string;
};

/** What the build gives a page. */
export type CodeAssets = {
  readonly styles: readonly string[];
  /** Addresses of the scripts' modules, in import order. */
  readonly modules: readonly string[];
  /** Preloaded: the letters that nearly every page has. */
  readonly fonts: readonly string[];
  readonly rareFonts: readonly string[];
  /** A small script that runs before the first paint and loads the modules after it. */
  readonly startScript: string;
  /**
   * The script of the analytics service, on pages of a site with `analytics`; none in development.
   */
  readonly analyticsScript?: string | undefined;
  /** Subresource integrity by address. */
  readonly integrity: Readonly<Record<string, string>>;
};

const DATA_URL_MAX = 2_000;

/** Adds what follows from the look of the site. */
export function addBrand(
  assets: CodeAssets,
  { site, brand }: { readonly site: Pick<Site, 'brandHash'>; readonly brand: Brand },
): PageAssets {
  const icon = `data:image/svg+xml,${encodeURIComponent(paintLogo(brand.logo, brand.palette))}`;
  return {
    ...assets,
    icon: icon.length > DATA_URL_MAX ? files.faviconSvg() : icon,
    styles: [
      files.theme(site.brandHash),
      ...assets.styles,
      ...(brand.style ? [machineFiles.ownStyle(brand.style.hash)] : []),
    ],
  };
}

const RARE_LETTER = /[À-ÖØ-öø-ÿıŒœ]/;

type PageParts = { readonly head: string; readonly body: string };

function listFonts({ body }: PageParts, { fonts, rareFonts }: PageAssets): readonly string[] {
  return RARE_LETTER.test(body) ? [...fonts, ...rareFonts] : fonts;
}

const PLAYER_ATTRIBUTE = 'data-player="';
/** Matches tags only: code that a text shows has no < of its own. */
const PLAYER = new RegExp(
  `<a [^>]*${PLAYER_ATTRIBUTE}(${Object.values(PLAYER_ORIGINS).join('|')})/`,
  'g',
);

/** Returns the origins of the players of a page's videos. */
export function listPlayers({ body }: PageParts): readonly string[] {
  // Few pages have a player, and looking for a fixed text takes less time than matching the
  // expression.
  if (!body.includes(PLAYER_ATTRIBUTE)) return [];
  return [...new Set(Array.from(body.matchAll(PLAYER), ([, origin = '']) => origin))];
}

export function formatPage(
  page: PageParts,
  assets: PageAssets,
  analytics?: AnalyticsScript,
): string {
  const { icon, modules, startScript, integrity } = assets;
  const players = listPlayers(page).join(' ');
  const hashes = modules.map((href) => integrity[href] ?? '').join(' ');
  const links = [
    `<link rel="icon" href="${files.icon('favicon.ico')}" sizes="32x32">`,
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${files.appleTouchIcon()}">`,
    `<link rel="manifest" href="${files.manifest()}">`,
    `<script src="${startScript}"${formatIntegrity(startScript, assets)} data-modules="${modules.join(' ')}" data-integrity="${hashes}"${players && ` data-players="${players}"`}></script>`,
    ...(analytics !== undefined ? [formatAnalytics(analytics, assets)] : []),
    ...formatFonts(page, assets),
    ...formatStyles(assets),
  ];
  return `<!doctype html>${page.head}${links.join('')}${page.body}`;
}

/**
 * Formats a module, since two classic scripts would share their names. Its settings are checked
 * characters of site.yaml.
 */
function formatAnalytics(
  { service, script, receivers, id }: AnalyticsScript,
  assets: PageAssets,
): string {
  const { analyticsScript = '' } = assets;
  return `<script type="module" src="${analyticsScript}"${formatIntegrity(analyticsScript, assets)} data-analytics="${service}" data-script="${script}" data-receiver="${receivers[0]}" data-site="${id}"></script>`;
}

/** Formats the page without scripts, and without fonts unless they are asked for. */
export function formatPlainPage(
  page: PageParts,
  assets: PageAssets,
  { hasFonts = false } = {},
): string {
  const links = [
    `<link rel="icon" href="${assets.icon}" type="image/svg+xml">`,
    ...(hasFonts ? formatFonts(page, assets) : []),
    ...formatStyles(assets),
  ];
  return `<!doctype html>${page.head}${links.join('')}${page.body}`;
}

function formatFonts(page: PageParts, assets: PageAssets): readonly string[] {
  return listFonts(page, assets).map(
    (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
  );
}

function formatStyles(assets: PageAssets): readonly string[] {
  return assets.styles.map(
    (href) => `<link rel="stylesheet" href="${href}"${formatIntegrity(href, assets)}>`,
  );
}

function formatIntegrity(href: string, { integrity }: PageAssets): string {
  return integrity[href] === undefined ? '' : ` integrity="${integrity[href]}"`;
}

/**
 * Formats the Link header of early hints (RFC 8297). A file preloaded without its hash would be
 * fetched twice.
 */
export function formatPreloads(page: PageParts, assets: PageAssets): string {
  const { styles, startScript, integrity } = assets;
  const format = (href: string, kind: string) => {
    const hash = integrity[href];
    return `<${href}>; rel=preload; as=${kind}${hash === undefined ? '' : `; integrity="${hash}"`}`;
  };
  return [
    ...styles.map((href) => format(href, 'style')),
    format(startScript, 'script'),
    ...listFonts(page, assets).map(
      (href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
    ),
  ].join(', ');
}
