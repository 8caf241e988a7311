import { type Row, readInteger } from '../../search-engine/database.ts';
import type { Category, CategoryDetail, Subcategory } from '../../site/entities.ts';
import type { Site } from '../../site/site.ts';
import { HIDDEN_POSTS } from '../posts/live.ts';
import { listLearningPath } from '../posts/posts.ts';
import type { Store } from '../store.ts';
import { CATEGORY_SUMMARY, readSite, SUBCATEGORY_SUMMARY } from './known-site.ts';

export type DescribedTaxonomy = {
  readonly categories: readonly Category[];
  readonly subcategories: readonly Subcategory[];
  readonly site: Site;
};

export function readTaxonomy(store: Store, now: number): DescribedTaxonomy {
  return {
    categories: listCategories(store, now),
    subcategories: listSubcategories(store, {}, now),
    site: readSite(store),
  };
}

/** Lists the categories in the order of the site's settings. */
export function listCategories(store: Store, now: number): Category[] {
  return store.index.all(`${SELECT_CATEGORIES} ORDER BY c.id`, { now }).map(parseCategory);
}

export function findCategory(store: Store, slug: string, now: number): CategoryDetail | undefined {
  return store.index.snapshot(() => {
    const row = store.index.get(`${SELECT_CATEGORIES} WHERE c.slug = :slug`, { slug, now });
    if (row === undefined) return undefined;
    const learningPath = listLearningPath(store, slug, now);
    return { ...parseCategory(row), ...(learningPath.length > 0 && { learningPath }) };
  });
}

export function listSubcategories(
  store: Store,
  { categoryId = null }: { readonly categoryId?: number | null | undefined },
  now: number,
): Subcategory[] {
  const sql = `${SELECT_SUBCATEGORIES} WHERE c.id = coalesce(:categoryId, c.id) ORDER BY s.id`;
  return store.index.all(sql, { categoryId, now }).map(parseSubcategory);
}

export function findSubcategory(store: Store, slug: string, now: number): Subcategory | undefined {
  const row = store.index.get(`${SELECT_SUBCATEGORIES} WHERE s.slug = :slug`, { slug, now });
  return row && parseSubcategory(row);
}

/** `post_total` counts all posts; those to be published later are subtracted. */
const SELECT_CATEGORIES = `
  SELECT c.id, ${CATEGORY_SUMMARY.columns}, c.post_total -
    (SELECT count(*) FROM posts WHERE id IN (${HIDDEN_POSTS}) AND +category = c.slug) AS post_count
  FROM categories c`;

const SELECT_SUBCATEGORIES = `
  SELECT s.id, c.id AS category_id, ${SUBCATEGORY_SUMMARY.columns}, s.post_total -
    (SELECT count(*) FROM posts WHERE id IN (${HIDDEN_POSTS}) AND +subcategory = s.slug) AS post_count
  FROM subcategories s JOIN categories c ON c.slug = s.category`;

function parseCategory(row: Row): Category {
  return {
    id: readInteger(row, 'id'),
    ...CATEGORY_SUMMARY.read(row),
    postCount: readInteger(row, 'post_count'),
  };
}

function parseSubcategory(row: Row): Subcategory {
  return {
    id: readInteger(row, 'id'),
    categoryId: readInteger(row, 'category_id'),
    ...SUBCATEGORY_SUMMARY.read(row),
    postCount: readInteger(row, 'post_count'),
  };
}
