import type { Author } from './entities.ts';
import type { SiteSettings } from './settings.ts';

/** All that addresses and the frame of each page depend on. */
export type Site = SiteSettings & {
  /** A hash of all other fields and of the taxonomy. */
  readonly revision: string;
  /** Guides, then other pages, each in the order of their slugs. */
  readonly pages: readonly SitePage[];
  /**
   * Paths of the legacy posts, exactly as on the old site. In the browser, the list may be
   * incomplete.
   */
  readonly legacyPaths: readonly string[];
  /** How far the zone of the site is ahead of UTC; only in a page of a site with a `timeZone`. */
  readonly utcOffsetMs?: number;
  /** Authors in the order of their slugs; absent if there are none. */
  readonly authors?: readonly Author[];
};

export type SitePage = {
  readonly slug: string;
  readonly title: string;
  readonly form: 'guide' | 'page';
  readonly inFooter: boolean;
  readonly inSitemap: boolean;
};

/** Returns the authors in the order of `slugs`; unknown slugs are left out. */
export function findAuthors(
  { authors = [] }: Site,
  slugs: readonly string[] = [],
): readonly Author[] {
  return slugs.flatMap((slug) => authors.find((author) => author.slug === slug) ?? []);
}

/** Returns the `rel` of a link that may lead to another site. */
export function formatRelation(to: string): string | undefined {
  return to.startsWith('/') ? undefined : 'noopener external';
}

/** Returns the value of `dir` of a page in this language; undefined for the usual direction. */
export function findDirection(language: string): 'rtl' | undefined {
  return new Intl.Locale(language).getTextInfo().direction === 'rtl' ? 'rtl' : undefined;
}
