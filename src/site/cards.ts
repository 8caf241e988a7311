import { files } from './addresses.ts';
import { NEWS } from './categories.ts';
import type { Category, Guide, LegacyPostSummary, PostSummary, SubcategoryLink } from './entities.ts';
import { SITE } from './site-info.ts';
import { findThemeOf, formatCategoryLabel, type Taxonomy } from './taxonomy.ts';

export type Card = {
  readonly kind: CardKind;
  readonly slug: string;
  readonly title: string;
  readonly label: string;
  /** The category whose motif and colour it has; empty for the site's own. */
  readonly theme: string;
};

export type CardKind = 'page' | 'section' | 'post' | 'legacy';

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
const DESIGN = 3;

const PAGE_TITLES = {
  home: 'Do-It-Yourself Digital Marketing',
  articles: 'All Articles',
  'site-map': 'Site Map',
  search: 'Search',
  'db-setup-help': 'Database Setup Help',
  'not-found': 'Page Not Found',
} as const;

export type CardPage = keyof typeof PAGE_TITLES;

export function createPageCard(slug: CardPage): Card {
  return { kind: 'page', slug, title: PAGE_TITLES[slug], label: '', theme: '' };
}

export function createGuideCard({ title }: Pick<Guide, 'title'>): Card {
  return { kind: 'page', slug: GUIDE_SLUG, title, label: '', theme: 'google-ads' };
}

export const GUIDE_SLUG = 'guide';

export function findPageCard(slug: string): Card | undefined {
  return isCardPage(slug) ? createPageCard(slug) : undefined;
}

export function createCategoryCard(category: Category, subcategory?: SubcategoryLink): Card {
  const theme = subcategory?.slug === NEWS.slug ? NEWS.slug : category.slug;
  const { slug, name } = subcategory ?? category;
  return { kind: 'section', slug, title: name, label: subcategory === undefined ? '' : category.name, theme };
}

type CardPost = Pick<PostSummary, 'slug' | 'title' | 'categoryId' | 'subcategoryId'>;

export function createPostCard(post: CardPost, taxonomy: Taxonomy): Card {
  const label = formatCategoryLabel(post, taxonomy);
  return { kind: 'post', slug: post.slug, title: post.title, label, theme: findThemeOf(post, taxonomy) };
}

export function createLegacyCard({ slug, title }: Pick<LegacyPostSummary, 'slug' | 'title'>): Card {
  return { kind: 'legacy', slug, title, label: '', theme: '' };
}

export function formatCardAddress(card: Card, cut: CardCut): string {
  return files.card({ kind: card.kind, slug: card.slug, hash: hashCard(card), cut });
}

export function formatCardText({ title, label }: Card): string {
  return [label, title, SITE.name].filter((part) => part !== '').join(': ');
}

/** 14 letters and digits: two rounds of 32-bit FNV-1a. */
export function hashCard(card: Card): string {
  const text = JSON.stringify([DESIGN, card.kind, card.slug, card.title, card.label, card.theme]);
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
  return Object.hasOwn(PAGE_TITLES, slug);
}
