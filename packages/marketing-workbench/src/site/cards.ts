import { FIXED_PAGES, type FixedPageName } from './addresses.ts';
import type { Author, LegacyPostSummary, PostSummary } from './entities.ts';
import { findMotif } from './settings.ts';
import type { Site, SitePage } from './site.ts';
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

/** A `page` is one of the fixed pages, a `text` an own page. */
export type CardKind = 'page' | 'text' | 'section' | 'post' | 'legacy' | 'author';

export type CardPage = FixedPageName | 'not-found';

export function createPageCard(slug: CardPage, site: Site): Card {
  const known = slug === 'not-found' ? 'Page Not Found' : FIXED_PAGES[slug].title;
  const title = slug === 'home' ? site.hero.title : known;
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

type NamedSection = { readonly slug: string; readonly name: string };

export function createCategoryCard(
  category: NamedSection,
  site: Site,
  subcategory?: NamedSection,
): Card {
  const theme =
    subcategory !== undefined && subcategory.slug === site.news?.slug ? subcategory : category;
  const { slug, name: title } = subcategory ?? category;
  const label = subcategory === undefined ? '' : category.name;
  return createCard({ kind: 'section', slug, title, label, theme: theme.slug }, site);
}

type PostForCard = Pick<PostSummary, 'slug' | 'title' | 'categoryId' | 'subcategoryId'>;

export function createPostCard({ slug, title, ...post }: PostForCard, taxonomy: Taxonomy): Card {
  const label = formatCategoryLabel(post, taxonomy);
  return createCard(
    { kind: 'post', slug, title, label, theme: findThemeOf(post, taxonomy) },
    taxonomy.site,
  );
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

function isCardPage(slug: string): slug is CardPage {
  return slug === 'not-found' || Object.hasOwn(FIXED_PAGES, slug);
}
