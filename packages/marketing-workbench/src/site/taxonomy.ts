import { pages } from './addresses.ts';
import type { Category, PostSummary, SubcategoryLink } from './entities.ts';
import type { Site } from './site.ts';

/**
 * All categories and subcategories. A post knows only their ids; links and labels need their slugs
 * and names.
 */
export type Taxonomy = {
  readonly categories: readonly Category[];
  readonly subcategories: readonly SubcategoryLink[];
  readonly site: Site;
};

type PlacedPost = Pick<PostSummary, 'categoryId' | 'subcategoryId'>;

export function findCategoryOf(post: PlacedPost, { categories }: Taxonomy): Category | undefined {
  return categories.find((category) => category.id === post.categoryId);
}

export function findSubcategoryOf(
  post: PlacedPost,
  { subcategories }: Taxonomy,
): SubcategoryLink | undefined {
  return subcategories.find((subcategory) => subcategory.id === post.subcategoryId);
}

export function formatCategoryLabel(post: PlacedPost, taxonomy: Taxonomy): string {
  return (findSubcategoryOf(post, taxonomy) ?? findCategoryOf(post, taxonomy))?.name ?? '';
}

export function listSubcategoriesOf(
  category: Category,
  { subcategories }: Taxonomy,
): readonly SubcategoryLink[] {
  return subcategories.filter((subcategory) => subcategory.categoryId === category.id);
}

/**
 * Returns the slug that gives a post its colour, motif and social image: its category or the news;
 * empty if unknown.
 */
export function findThemeOf(post: PlacedPost, taxonomy: Taxonomy): string {
  const { news } = taxonomy.site;
  if (news !== undefined && findSubcategoryOf(post, taxonomy)?.slug === news.slug) return news.slug;
  return findCategoryOf(post, taxonomy)?.slug ?? '';
}

/** A post of an unknown category has the address of the list of all articles. */
export function formatPostAddress(
  post: PlacedPost & { readonly slug: string },
  taxonomy: Taxonomy,
): string {
  const category = findCategoryOf(post, taxonomy);
  if (category === undefined) return pages.articles();
  const subcategory = findSubcategoryOf(post, taxonomy)?.slug;
  return pages.article(
    { category: category.slug, subcategory, slug: post.slug },
    taxonomy.site.news,
  );
}

export function formatSubcategoryAddress(
  subcategory: SubcategoryLink,
  taxonomy: Taxonomy,
  page = 1,
): string {
  const category = taxonomy.categories.find(({ id }) => id === subcategory.categoryId);
  if (category === undefined) return pages.articles();
  return pages.subcategory(
    { category: category.slug, slug: subcategory.slug },
    taxonomy.site.news,
    page,
  );
}
