import type { Analytics } from './analytics.ts';
import type { PublicFiles } from './public-files.ts';

/** What `site.yaml` says about a site, completed with defaults. Published as one record. */
export type SiteSettings = {
  readonly name: string;
  /** Host of canonical addresses; `SITE_URL` overrides it. */
  readonly domain: string;
  readonly description: string;
  /** BCP 47, such as `en` or `de-AT`. */
  readonly language: string;
  /** The IANA name of the time zone that dates are read and shown in; undefined for UTC. */
  readonly timeZone?: string | undefined;
  /** The heading and introduction of the home page. */
  readonly hero: { readonly title: string; readonly text: string };
  readonly profiles: readonly SocialProfile[];
  readonly categories: readonly SiteCategory[];
  readonly news?: News | undefined;
  /**
   * Ownership codes by the name of the search engine or network; only the home page contains them.
   */
  readonly verification?: Readonly<Record<string, string | undefined>> | undefined;
  /** The service that counts visits besides the site itself; undefined for none. */
  readonly analytics?: Analytics | undefined;
  /** The files of the folder `public`; undefined if there are none. */
  readonly publicFiles?: PublicFiles | undefined;
  /** Which reader events are counted; undefined for the default. */
  readonly counting?: Counting | undefined;
  /**
   * Hash of the brand; part of the addresses of the theme, icons and cards. Empty before the brand
   * is created.
   */
  readonly brandHash: string;
  /** The main menu. */
  readonly navigation: readonly MenuEntry[];
};

/** What the site counts of its readers, by day in the time zone of the site. */
export type Counting = {
  /** Days before the last one with counts. */
  readonly daysKept: number;
  /**
   * Different names of a kind, such as addresses without a page; further ones are counted together.
   */
  readonly rowsPerDay: number;
  /** Where readers of an article come from. */
  readonly sources: boolean;
  readonly searches: boolean;
  /** Addresses without a page. */
  readonly missing: boolean;
};

export const DEFAULT_COUNTING: Counting = {
  daysKept: 400,
  rowsPerDay: 1_000,
  sources: true,
  searches: true,
  missing: true,
};

/** A path of the site or a whole address. */
export type MenuLink = { readonly label: string; readonly to: string };

/** `links` are shown in a dropdown. */
export type MenuEntry = MenuLink & { readonly links: readonly MenuLink[] };

/** A page of the site in a social network. */
export type SocialProfile = {
  readonly name: string;
  readonly url: string;
  /** How the network names it, such as `@name`; only X has one on cards. */
  readonly handle?: string | undefined;
  /** A name of the icon set, or a class. Undefined if the set has no icon of that network. */
  readonly icon?: string | undefined;
};

export type SiteSubcategory = { readonly slug: string; readonly name: string };

export type SiteCategory = {
  readonly slug: string;
  readonly name: string;
  readonly icon: string;
  /** The motif of its covers: a name of `src/ui/cover/draw-cover.ts`. */
  readonly motif: string;
  /** The subcategories without that of the news. */
  readonly subcategories: readonly SiteSubcategory[];
};

/** A subcategory with an address and a menu entry of its own, in no dropdown. */
export type News = {
  readonly slug: string;
  readonly name: string;
  readonly category: string;
  readonly menuName: string;
  /** Its address, of one segment. */
  readonly path: string;
};

/** Returns all subcategories in the order of their ids; the news are last. */
export function listAllSubcategories({
  categories,
  news,
}: SiteSettings): readonly (SiteSubcategory & { readonly category: string })[] {
  const regular = categories.flatMap(({ slug: category, subcategories }) =>
    subcategories.map((subcategory) => ({ ...subcategory, category })),
  );
  return news === undefined
    ? regular
    : [...regular, { slug: news.slug, name: news.name, category: news.category }];
}

export function formatOrigin({ domain }: SiteSettings): string {
  return `https://${domain}`;
}

/** Returns the motif of a category or of the news; `blocks` for any other theme. */
export function findMotif({ categories, news }: SiteSettings, theme: string): string {
  if (theme !== '' && theme === news?.slug) return 'news';
  return categories.find(({ slug }) => slug === theme)?.motif ?? 'blocks';
}
