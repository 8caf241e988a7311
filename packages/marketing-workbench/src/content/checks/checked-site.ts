import { files, pages } from '../../site/addresses.ts';
import {
  listFixedPages,
  listGeneratedFiles,
  listSectionPages,
  listTagSlugs,
} from '../../site/catalogue.ts';
import type { LiveTest } from '../../site/live.ts';
import { normaliseRedirectPath } from '../../site/paths/redirects.ts';
import type { SiteSettings } from '../../site/settings.ts';
import type { LearningPath, RedirectRow } from '../compile-settings.ts';
import type { TextPlace } from '../sort-files.ts';
import type { Standard } from '../standard.ts';
import type { KnownText } from '../texts/compile-texts.ts';
import type { TextFacts } from '../texts/text-parts.ts';

export type SiteText = TextPlace & KnownText & NonNullable<TextFacts['text']>;

export type CheckedSite = {
  readonly folder: string;
  readonly documents: readonly SiteText[];
  /** The places of texts that are not documents, because nothing in them can be read. */
  readonly unreadable: readonly TextPlace[];
  readonly pages: ReadonlyMap<string, CheckedPage>;
  /** Files that the site answers besides pages, by path. */
  readonly files: ReadonlyMap<string, CheckedPage>;
  /** Legacy posts by their keys (`formatLegacyKey`). */
  readonly legacyTexts: ReadonlyMap<string, SiteText>;
  /** Articles by slug. */
  readonly articles: ReadonlyMap<string, SiteText>;
  readonly standard: Standard | undefined;
  readonly settings: SiteSettings;
  /** The line of the menu in `site.yaml`. */
  readonly menuLine: number;
  readonly learningPaths: readonly LearningPath[];
  /** Slugs of authors; undefined if any may be known. */
  readonly authors: readonly string[] | undefined;
  /** Files that texts may offer. */
  readonly downloads: readonly string[];
  /** Rows of `redirects.yaml` and of the aliases of texts. */
  readonly redirects: readonly RedirectRow[];
  /** Redirects by their source. */
  readonly redirectsBySource: ReadonlyMap<string, RedirectRow>;
  readonly isLive: LiveTest;
  /**
   * The latest time that is known of, in milliseconds since 1970: `clockTime`, unless the clock has
   * gone back.
   */
  readonly now: number;
  /** The time of this machine's clock, in milliseconds since 1970. */
  readonly clockTime: number;
};

export type CheckedPage = {
  /** Ids that links may name; undefined for a text that can't be read. */
  readonly anchors?: readonly string[];
  /** The text of the page or file; a listing, a fixed page and most files have none. */
  readonly document?: SiteText;
};

/**
 * Returns milliseconds since 1970. It is 0 for all texts but articles, since only articles can be
 * scheduled.
 */
export function readPublicationTime({ kind, validKeys: { publishedAt } }: SiteText): number {
  return kind === 'article' && publishedAt !== undefined ? Date.parse(publishedAt) : 0;
}

/**
 * Returns when the text will be shown, in milliseconds since 1970. It is 0 for a text that readers
 * see already.
 */
export function findScheduledTime(text: SiteText, { isLive }: Pick<CheckedSite, 'isLive'>): number {
  return isLive('post', text.slug, readPublicationTime(text)) ? 0 : readPublicationTime(text);
}

export function isPublished(text: SiteText, site: Pick<CheckedSite, 'isLive'>): boolean {
  return text.validKeys.draft !== true && findScheduledTime(text, site) === 0;
}

/** Returns whether search engines may show the page of a text under its own address. */
export function isInSearchResults(text: SiteText, site: Pick<CheckedSite, 'isLive'>): boolean {
  const { noindex, canonical, redirectTo } = text.validKeys;
  return (
    isPublished(text, site) &&
    noindex !== true &&
    canonical === undefined &&
    redirectTo === undefined
  );
}

export function createSitePages(
  documents: readonly SiteText[],
  settings: SiteSettings,
): ReadonlyMap<string, CheckedPage> {
  const withoutAnchors = [...listFixedPages(), ...listSectionPages(settings)];
  const anchorOf = (address: string) => address.slice(address.indexOf('#') + 1);
  // The last entry of an address counts: a section is never hidden, and the text of its name is
  // reported.
  return new Map<string, CheckedPage>([
    ...documents.flatMap((document) => {
      const { address, anchors } = document;
      return address === undefined ? [] : [[address, { anchors, document }] as const];
    }),
    ...withoutAnchors.map(({ path }) => [path, { anchors: [] }] as const),
    [pages.home(), { anchors: [pages.featured(), pages.browseCategories()].map(anchorOf) }],
  ]);
}

/** Lists the pages of authors, and of the tags that enough published articles have. */
export function createListingPages(
  documents: readonly SiteText[],
  authors: readonly string[],
  { site, language }: { readonly site: Pick<CheckedSite, 'isLive'>; readonly language: string },
): ReadonlyMap<string, CheckedPage> {
  const articles = documents.filter((text) => text.kind === 'article' && isPublished(text, site));
  const tags = listTagSlugs(
    articles.map(({ validKeys }) => validKeys.tags ?? []),
    language,
  );
  const paths = [
    ...authors.map((slug) => pages.author(slug)),
    ...tags.map((slug) => pages.tag(slug)),
  ];
  return new Map(paths.map((path) => [path, { anchors: [] }]));
}

/**
 * Lists the files of the site itself, and the Markdown of each text that has any. `published` are
 * the addresses of media and of files of `public`.
 */
export function createSiteFiles(
  documents: readonly SiteText[],
  settings: SiteSettings,
  published: readonly string[],
): ReadonlyMap<string, CheckedPage> {
  return new Map<string, CheckedPage>([
    ...[...listGeneratedFiles(settings), ...published].map(
      (path) => [path, { anchors: [] }] as const,
    ),
    ...documents.flatMap((document) => {
      const { address, validKeys } = document;
      if (address === undefined || validKeys.redirectTo !== undefined) return [];
      return [[files.markdown(address), { anchors: [], document }] as const];
    }),
  ]);
}

/**
 * Turns the aliases of articles into redirects, each active from the time its article is published.
 */
export function listAliasRedirects(
  documents: readonly SiteText[],
  { news }: SiteSettings,
): readonly RedirectRow[] {
  return documents.flatMap((document) => {
    const { file, address, validKeys, lines } = document;
    if (address === undefined || validKeys.draft === true) return [];
    return (validKeys.aliases ?? []).map((alias) => ({
      from: normaliseRedirectPath(alias, news),
      isPrefix: false,
      status: 301 as const,
      to: address,
      activeFrom: readPublicationTime(document),
      file,
      line: lines.aliases ?? 1,
      key: `alias ${alias}`,
    }));
  });
}
