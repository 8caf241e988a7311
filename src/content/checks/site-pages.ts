import { pages } from '../../site/addresses.ts';
import { CATEGORIES, listBuiltInSubcategories } from '../../site/categories.ts';
import type { LearningPath } from '../learning-paths.ts';
import type { RedirectRow } from '../redirects.ts';
import type { Standard } from '../standard.ts';
import type { SiteText } from './site-text.ts';

/** All texts, what the folder says of them as a whole, and every page that there will be. */
export type Site = {
  readonly folder: string;
  readonly documents: readonly SiteText[];
  /** By canonical path. */
  readonly pages: ReadonlyMap<string, SitePage>;
  /** Undefined where the folder asks for nothing more of its texts than every folder must. */
  readonly standard: Standard | undefined;
  readonly learningPaths: readonly LearningPath[];
  /** Of `redirects.yaml` and of the texts themselves. */
  readonly redirects: readonly RedirectRow[];
  /** The time that counts as now, in milliseconds since the epoch. */
  readonly now: number;
};

export type SitePage = {
  readonly anchors: ReadonlySet<string>;
  /** The text that it shows; a list or a fixed page has none. */
  readonly document?: SiteText;
};

/** Every page of the site with the anchors that links may name. */
export function createSitePages(documents: readonly SiteText[]): ReadonlyMap<string, SitePage> {
  const none: SitePage = { anchors: new Set() };
  const fixed = [pages.articles(), pages.guide(), pages.siteMap(), pages.search(), pages.dbSetupHelp()];
  const categories = CATEGORIES.map(({ slug }) => pages.category(slug));
  const subcategories = listBuiltInSubcategories().map(({ category, slug }) =>
    pages.subcategory(category, slug),
  );
  return new Map<string, SitePage>([
    [pages.home(), { anchors: new Set([pages.featured(), pages.browseCategories()].map(anchorOf)) }],
    ...[...fixed, ...categories, ...subcategories].map((path) => [path, none] as const),
    ...documents.flatMap((document) =>
      document.address === undefined
        ? []
        : [[document.address, { anchors: document.anchors, document }] as const],
    ),
  ]);
}

function anchorOf(address: string): string {
  return address.slice(address.indexOf('#') + 1);
}
