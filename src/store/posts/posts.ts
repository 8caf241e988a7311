import type { Page, Post, PostSummary } from '../../site/entities.ts';
import { API_PAGE_SIZE } from '../../site/limits.ts';
import type { Bindings, Row } from '../database.ts';
import { readInteger, readText } from '../rows.ts';
import type { Store } from '../store.ts';
import { findPathStep } from './learning-path.ts';
import { findNeighbours } from './neighbours.ts';
import {
  NEWEST_FIRST,
  POST_COLUMNS,
  POST_TABLES,
  parsePost,
  parsePostSummary,
  SUMMARY_COLUMNS,
  SUMMARY_TABLES,
} from './post-summary.ts';

/** No limit, in SQLite's words. */
const ALL = -1;

/** Pages count from 1. */
export type PostFilter = {
  readonly categoryId?: number | undefined;
  readonly subcategoryId?: number | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
};

/** Newest first; both filters together both apply. Without page and limit all posts, as one page. */
export function listPosts(store: Store, filter: PostFilter, now: number): Page<PostSummary> {
  return store.index.snapshot(() => {
    const shelf = findShelf(store, filter);
    return shelf === undefined ? { items: [], total: 0 } : readPage(store, shelf, { ...filter, now });
  });
}

/** Undefined for a slug that no published post has. */
export function findPost(store: Store, slug: string, now: number): Post | undefined {
  return store.index.snapshot(() => {
    const row = store.index.get(
      `SELECT ${POST_COLUMNS}, p.category, p.word_count FROM ${POST_TABLES}
       WHERE p.slug = :slug AND p.published_at <= :now`,
      { slug, now },
    );
    if (row === undefined) return undefined;
    const post = parsePost(row);
    const pathStep = findPathStep(store, { slug, category: readText(row, 'category') }, now);
    return {
      ...post,
      wordCount: readInteger(row, 'word_count'),
      ...(pathStep !== undefined && { pathStep }),
      ...findNeighbours(store, post.id, now),
    };
  });
}

/** Whether a published post has this id. */
export function hasPost(store: Store, id: number, now: number): boolean {
  return (
    store.index.get('SELECT id FROM posts WHERE id = :id AND published_at <= :now', { id, now }) !== undefined
  );
}

/** A set of posts: the condition that picks them, and how many there are, with those whose time is to come. */
type Shelf = { readonly condition: string; readonly bindings: Bindings; readonly total: number };

function findShelf(store: Store, { categoryId, subcategoryId }: PostFilter): Shelf | undefined {
  if (subcategoryId !== undefined) {
    const row = store.index.get(
      `SELECT s.slug, s.post_total FROM subcategories s JOIN categories c ON c.slug = s.category
       WHERE s.id = :subcategoryId AND c.id = coalesce(:categoryId, c.id)`,
      { subcategoryId, categoryId: categoryId ?? null },
    );
    return row && createShelf('subcategory = :slug', row);
  }
  if (categoryId !== undefined) {
    const row = store.index.get('SELECT slug, post_total FROM categories WHERE id = :categoryId', {
      categoryId,
    });
    return row && createShelf('category = :slug', row);
  }
  const row = store.index.get('SELECT coalesce(sum(post_total), 0) AS post_total FROM categories');
  return { condition: 'TRUE', bindings: {}, total: readInteger(row, 'post_total') };
}

function createShelf(condition: string, row: Row): Shelf {
  return { condition, bindings: { slug: readText(row, 'slug') }, total: readInteger(row, 'post_total') };
}

type PageOptions = {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly now: number;
};

function readPage(
  store: Store,
  { condition, bindings, total }: Shelf,
  { page, limit, now }: PageOptions,
): Page<PostSummary> {
  const scheduled = store.index.get(
    `SELECT count(*) AS posts FROM posts WHERE ${condition} AND published_at > :now`,
    { ...bindings, now },
  );
  const size = limit ?? (page === undefined ? ALL : API_PAGE_SIZE);
  const rows = store.index.all(
    `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES}
     WHERE p.id IN (
       SELECT id FROM posts WHERE ${condition} AND published_at <= :now
       ORDER BY published_at DESC, id DESC LIMIT :size OFFSET :offset
     )
     ORDER BY ${NEWEST_FIRST}`,
    { ...bindings, now, size, offset: size === ALL ? 0 : ((page ?? 1) - 1) * size },
  );
  return { items: rows.map(parsePostSummary), total: total - readInteger(scheduled, 'posts') };
}
