import { files } from './addresses.ts';
import type { Author, LegacyPostSummary, PostSummary } from './entities.ts';
import { findMotif, type Site, type SitePage } from './site.ts';
import { findThemeOf, formatCategoryLabel, type Taxonomy } from './taxonomy.ts';

export type Card = {
  readonly kind: CardKind;
  readonly slug: string;
  readonly title: string;
  readonly label: string;
  /** The category whose motif and colour it has; empty for the site's own. */
  readonly theme: string;
  readonly motif: string;
  readonly siteName: string;
  /** Changes with the colours, the logo and the typefaces of the site. */
  readonly brandHash: string;
};

/** A `page` is one of the fixed pages, a `text` a guide or another page of its own. */
export type CardKind = 'page' | 'text' | 'section' | 'post' | 'legacy' | 'author';

/** Social networks want `wide`, search engines the others. */
export const CARD_CUTS = {
  wide: { width: 1200, height: 630 },
  '16x9': { width: 1200, height: 675 },
  '4x3': { width: 1200, height: 900 },
  '1x1': { width: 1200, height: 1200 },
} as const;

export type CardCut = keyof typeof CARD_CUTS;

export const SEARCH_CUTS: readonly CardCut[] = ['16x9', '4x3', '1x1'];

/** Increase it with every change of the drawing, so that all cards get new addresses. */
const DESIGN = 5;

const PAGE_TITLES = {
  articles: 'All Articles',
  'site-map': 'Site Map',
  search: 'Search',
  'db-setup-help': 'Database Setup Help',
  'not-found': 'Page Not Found',
} as const;

export type CardPage = keyof typeof PAGE_TITLES | 'home';

export function createPageCard(slug: CardPage, site: Site): Card {
  const title = slug === 'home' ? site.hero.title : PAGE_TITLES[slug];
  return createCard({ kind: 'page', slug, title }, site);
}

export function findPageCard(slug: string, site: Site): Card | undefined {
  return isCardPage(slug) ? createPageCard(slug, site) : undefined;
}

/** A guide has the colour of the first category. */
export function createTextCard(
  { slug, title, form }: Pick<SitePage, 'slug' | 'title' | 'form'>,
  site: Site,
): Card {
  const theme = form === 'guide' ? site.categories[0]?.slug : '';
  return createCard({ kind: 'text', slug, title, theme }, site);
}

type Named = { readonly slug: string; readonly name: string };

export function createCategoryCard(category: Named, site: Site, subcategory?: Named): Card {
  const theme = subcategory !== undefined && subcategory.slug === site.news?.slug ? subcategory : category;
  const { slug, name: title } = subcategory ?? category;
  const label = subcategory === undefined ? '' : category.name;
  return createCard({ kind: 'section', slug, title, label, theme: theme.slug }, site);
}

type CardPost = Pick<PostSummary, 'slug' | 'title' | 'categoryId' | 'subcategoryId'>;

export function createPostCard({ slug, title, ...post }: CardPost, taxonomy: Taxonomy): Card {
  const label = formatCategoryLabel(post, taxonomy);
  return createCard({ kind: 'post', slug, title, label, theme: findThemeOf(post, taxonomy) }, taxonomy.site);
}

export function createLegacyCard(
  { slug, title }: Pick<LegacyPostSummary, 'slug' | 'title'>,
  site: Site,
): Card {
  return createCard({ kind: 'legacy', slug, title }, site);
}

export function createAuthorCard(
  { slug, name, role }: Pick<Author, 'slug' | 'name' | 'role'>,
  site: Site,
): Card {
  return createCard({ kind: 'author', slug, title: name, label: role }, site);
}

type CardParts = Pick<Card, 'kind' | 'slug' | 'title'> & {
  readonly label?: string | undefined;
  readonly theme?: string | undefined;
};

function createCard({ label = '', theme = '', ...parts }: CardParts, site: Site): Card {
  return {
    ...parts,
    label,
    theme,
    motif: findMotif(site, theme),
    siteName: site.name,
    brandHash: site.brandHash,
  };
}

export function formatCardAddress(card: Card, cut: CardCut): string {
  return files.card({ kind: card.kind, slug: card.slug, hash: hashCard(card), cut });
}

export function formatCardText({ title, label, siteName }: Card): string {
  return [label, ...new Set([title, siteName])].filter((part) => part !== '').join(': ');
}

/** 14 letters and digits: two rounds of 32-bit FNV-1a. */
export function hashCard(card: Card): string {
  const text = JSON.stringify([
    DESIGN,
    card.kind,
    card.slug,
    card.title,
    card.label,
    card.theme,
    card.motif,
    card.siteName,
    card.brandHash,
  ]);
  return [0x811c9dc5, 0x2f0b4c47].map((seed) => hashText(text, seed).toString(36).padStart(7, '0')).join('');
}

function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function isCardPage(slug: string): slug is CardPage {
  return slug === 'home' || Object.hasOwn(PAGE_TITLES, slug);
}
