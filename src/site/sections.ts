import { pages } from './addresses.ts';
import { NEWS } from './categories.ts';
import type { Category, PostSummary, SubcategoryLink } from './entities.ts';

/** The site's shelves, by id and by slug: what a post, which knows only ids, is linked and labelled by. */
export type Sections = {
  readonly categories: readonly Category[];
  readonly subcategories: readonly SubcategoryLink[];
};

type Placed = Pick<PostSummary, 'categoryId' | 'subcategoryId'>;

export function findCategoryOf(post: Placed, { categories }: Sections): Category | undefined {
  return categories.find((category) => category.id === post.categoryId);
}

export function findSubcategoryOf(post: Placed, { subcategories }: Sections): SubcategoryLink | undefined {
  return subcategories.find((subcategory) => subcategory.id === post.subcategoryId);
}

/** What a post is labelled by: its subcategory's name, or the category's where it has none. */
export function formatShelfName(post: Placed, sections: Sections): string {
  return (findSubcategoryOf(post, sections) ?? findCategoryOf(post, sections))?.name ?? '';
}

export function listSubcategoriesOf(
  category: Category,
  { subcategories }: Sections,
): readonly SubcategoryLink[] {
  return subcategories.filter((subcategory) => subcategory.categoryId === category.id);
}

/** Whose colour, motif and social image a post has: its category's, or the news' own; empty where none is known. */
export function findThemeOf(post: Placed, sections: Sections): string {
  if (findSubcategoryOf(post, sections)?.slug === NEWS.slug) return NEWS.slug;
  return findCategoryOf(post, sections)?.slug ?? '';
}

/** The one address of a post. A post of a category that is not known has none but the list of all articles. */
export function formatPostAddress(post: Placed & { readonly slug: string }, sections: Sections): string {
  const category = findCategoryOf(post, sections);
  if (category === undefined) return pages.articles();
  const subcategory = findSubcategoryOf(post, sections)?.slug;
  return pages.article({ category: category.slug, subcategory, slug: post.slug });
}

/** The one address of a subcategory. */
export function formatSubcategoryAddress(subcategory: SubcategoryLink, sections: Sections, page = 1): string {
  const category = sections.categories.find(({ id }) => id === subcategory.categoryId);
  return category === undefined ? pages.articles() : pages.subcategory(category.slug, subcategory.slug, page);
}
