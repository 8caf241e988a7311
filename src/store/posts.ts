import type { LearningPathStep, Page, Post, PostSummary } from '../site/entities.ts';
import { API_PAGE_SIZE, FEATURED_COUNT, RECENT_COUNT } from '../site/limits.ts';
import type { AnswerOf } from '../site/records.ts';
import type { Bindings, Row } from './database.ts';
import { IS_SCHEDULED, whereLive } from './live.ts';
import { createAnswerReader } from './record-rows.ts';
import { readInteger, readOptionalInteger, readText } from './rows.ts';
import type { Store } from './store.ts';
import { listPostTags } from './tags.ts';

const SUMMARY = createAnswerReader('post', 'summary', 'p');
const FULL = createAnswerReader('post', 'full', 'p');
const LINKS = 'p.id, c.id AS category_id, s.id AS subcategory_id, v.count AS views';

export const SUMMARY_COLUMNS = `${LINKS}, ${SUMMARY.columns}`;
export const SUMMARY_TABLES = `posts p
  LEFT JOIN categories c ON c.slug = p.category
  LEFT JOIN subcategories s ON s.slug = p.subcategory
  LEFT JOIN state.views v ON v.post_id = p.id`;
const POST_COLUMNS = `${LINKS}, ${FULL.columns}`;
const POST_TABLES = `${SUMMARY_TABLES} JOIN post_texts t ON t.post_id = p.id`;
const NEWEST_FIRST = 'p.published_at DESC, p.id DESC';
/** SQLite's LIMIT for no limit. */
const NO_LIMIT = -1;

/** Pages count from 1. */
export type PostFilter = {
  readonly categoryId?: number | undefined;
  readonly subcategoryId?: number | undefined;
  /** The slug of one. */
  readonly tag?: string | undefined;
  /** A slug. */
  readonly author?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
};

/** Newest first. Without page and limit: all posts as one page. */
export function listPosts(store: Store, filter: PostFilter, now: number): Page<PostSummary> {
  return store.index.snapshot(() => {
    const selection = findSelection(store, filter);
    if (selection === undefined) return { items: [], total: 0 };
    const { condition, bindings, total } = selection;
    const { page, limit = page === undefined ? NO_LIMIT : API_PAGE_SIZE } = filter;
    const scheduled = store.index.get(
      `SELECT count(*) AS posts FROM posts WHERE ${condition} AND ${IS_SCHEDULED}`,
      { ...bindings, now },
    );
    const items = selectSummaries(
      store,
      `${SUMMARY_TABLES} WHERE p.id IN (
         SELECT id FROM posts WHERE ${condition} AND ${whereLive('posts')}
         ORDER BY published_at DESC, id DESC LIMIT :limit OFFSET :offset
       )
       ORDER BY ${NEWEST_FIRST}`,
      { ...bindings, now, limit, offset: limit === NO_LIMIT ? 0 : ((page ?? 1) - 1) * limit },
    );
    return { items, total: total - readInteger(scheduled, 'posts') };
  });
}

export function findPost(store: Store, slug: string, now: number): Post | undefined {
  return store.index.snapshot(() => {
    const row = store.index.get(
      `SELECT ${POST_COLUMNS}, p.category, p.word_count FROM ${POST_TABLES}
       WHERE p.slug = :slug AND ${whereLive('p')}`,
      { slug, now },
    );
    if (row === undefined) return undefined;
    const { tags: _, ...post } = addLinks(row, FULL.read(row));
    const tags = listPostTags(store, post.id, now);
    const pathStep = findPathStep(listLearningPath(store, readText(row, 'category'), now), slug);
    return {
      ...post,
      wordCount: readInteger(row, 'word_count'),
      ...(tags.length > 0 && { tags }),
      ...(pathStep !== undefined && { pathStep }),
      ...findNeighbours(store, post.id, now),
    };
  });
}

export function hasPost(store: Store, id: number, now: number): boolean {
  return (
    store.index.get(`SELECT id FROM posts WHERE id = :id AND ${whereLive('posts')}`, { id, now }) !==
    undefined
  );
}

/** The newest that are marked as featured, then the newest others. */
export function listFeaturedPosts(store: Store, now: number): PostSummary[] {
  return selectSummaries(
    store,
    `${SUMMARY_TABLES} WHERE ${whereLive('p')} ORDER BY p.featured DESC, ${NEWEST_FIRST} LIMIT :limit`,
    { now, limit: FEATURED_COUNT },
  );
}

export function listRecentPosts(store: Store, now: number): PostSummary[] {
  return selectSummaries(
    store,
    `${SUMMARY_TABLES} WHERE ${whereLive('p')} ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { now, limit: RECENT_COUNT },
  );
}

/** By heat, then newest first. */
export function listPopularPosts(store: Store, limit: number, now: number): PostSummary[] {
  return store.index.snapshot(() => {
    const viewed = selectSummaries(
      store,
      `state.views w CROSS JOIN ${SUMMARY_TABLES}
       WHERE p.id = w.post_id AND ${whereLive('p')} ORDER BY w.heat DESC, ${NEWEST_FIRST} LIMIT :limit`,
      { now, limit },
    );
    const others = selectSummaries(
      store,
      `${SUMMARY_TABLES}
       WHERE ${whereLive('p')} AND v.count IS NULL ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
      { now, limit: limit - viewed.length },
    );
    return [...viewed, ...others];
  });
}

export function listLearningPath(store: Store, category: string, now: number): PostSummary[] {
  return selectSummaries(
    store,
    `learning_steps l CROSS JOIN ${SUMMARY_TABLES}
     WHERE l.category = :category AND p.slug = l.post AND ${whereLive('p')} ORDER BY l.position`,
    { category, now },
  );
}

export type FeedPost = PostSummary & Pick<AnswerOf<'post', 'full'>, 'content' | 'tags'>;

/** By slug; the whole site if neither is given. */
export type FeedFilter = { readonly category?: string; readonly subcategory?: string };

type FeedOptions = FeedFilter & { readonly limit: number; readonly now: number };

/** With their content, newest first. */
export function listFeedPosts(store: Store, { category, subcategory, limit, now }: FeedOptions): FeedPost[] {
  const rows = store.index.all(
    `SELECT ${POST_COLUMNS} FROM ${POST_TABLES}
     WHERE ${whereLive('p')}
       AND p.category = coalesce(:category, p.category)
       AND (:subcategory IS NULL OR p.subcategory = :subcategory)
     ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { category: category ?? null, subcategory: subcategory ?? null, limit, now },
  );
  return rows.map((row) => addLinks(row, FULL.read(row)));
}

/** `rest` is the statement after FROM. */
function selectSummaries(store: Store, rest: string, bindings: Bindings): PostSummary[] {
  return store.index.all(`SELECT ${SUMMARY_COLUMNS} FROM ${rest}`, bindings).map(parsePostSummary);
}

export function parsePostSummary(row: Row): PostSummary {
  return addLinks(row, SUMMARY.read(row));
}

export function addLinks<Own extends AnswerOf<'post', 'summary'>>(row: Row, own: Own) {
  const subcategoryId = readOptionalInteger(row, 'subcategory_id');
  const popular = readOptionalInteger(row, 'views');
  return {
    id: readInteger(row, 'id'),
    ...own,
    categoryId: readInteger(row, 'category_id'),
    ...(subcategoryId !== undefined && { subcategoryId }),
    ...(popular !== undefined && { popular }),
  };
}

/** `total` includes scheduled posts. */
type Selection = { readonly condition: string; readonly bindings: Bindings; readonly total: number };

function findSelection(store: Store, { author, ...filter }: PostFilter): Selection | undefined {
  const selection = filter.tag === undefined ? selectPlaced(store, filter) : selectTagged(store, filter);
  if (author === undefined || selection === undefined) return selection;
  const condition = `${selection.condition} AND id IN (SELECT post_id FROM post_authors WHERE author = :author)`;
  const bindings = { ...selection.bindings, author };
  const row = store.index.get(`SELECT count(*) AS posts FROM posts WHERE ${condition}`, bindings);
  return { condition, bindings, total: readInteger(row, 'posts') };
}

function selectPlaced(store: Store, { categoryId, subcategoryId }: PostFilter): Selection | undefined {
  if (subcategoryId !== undefined) {
    const row = store.index.get(
      `SELECT s.slug, s.post_total FROM subcategories s JOIN categories c ON c.slug = s.category
       WHERE s.id = :subcategoryId AND c.id = coalesce(:categoryId, c.id)`,
      { subcategoryId, categoryId: categoryId ?? null },
    );
    return row && createSelection('subcategory = :slug', row);
  }
  if (categoryId !== undefined) {
    const row = store.index.get('SELECT slug, post_total FROM categories WHERE id = :categoryId', {
      categoryId,
    });
    return row && createSelection('category = :slug', row);
  }
  const row = store.index.get('SELECT coalesce(sum(post_total), 0) AS post_total FROM categories');
  return { condition: 'TRUE', bindings: {}, total: readInteger(row, 'post_total') };
}

function selectTagged({ index }: Store, { tag = '', ...place }: PostFilter): Selection {
  const condition = `id IN (SELECT post_id FROM post_tags WHERE slug = :tag)
    AND (:categoryId IS NULL OR category = (SELECT slug FROM categories WHERE id = :categoryId))
    AND (:subcategoryId IS NULL OR subcategory = (SELECT slug FROM subcategories WHERE id = :subcategoryId))`;
  const { categoryId = null, subcategoryId = null } = place;
  const bindings = { tag, categoryId, subcategoryId };
  const row = index.get(`SELECT count(*) AS total FROM posts WHERE ${condition}`, bindings);
  return { condition, bindings, total: readInteger(row, 'total') };
}

function createSelection(condition: string, row: Row): Selection {
  return { condition, bindings: { slug: readText(row, 'slug') }, total: readInteger(row, 'post_total') };
}

function findPathStep(path: readonly PostSummary[], slug: string): LearningPathStep | undefined {
  const index = path.findIndex((step) => step.slug === slug);
  if (index === -1) return undefined;
  const next = path[index + 1];
  return { number: index + 1, total: path.length, ...(next && { next: pickNextStep(next) }) };
}

function pickNextStep({ slug, title, categoryId, subcategoryId }: PostSummary): LearningPathStep['next'] {
  return { slug, title, categoryId, ...(subcategoryId !== undefined && { subcategoryId }) };
}

/** In the post's subcategory. */
function findNeighbours(store: Store, id: number, now: number): Pick<Post, 'previous' | 'next'> {
  const find = (comparison: '<' | '>', order: 'ASC' | 'DESC') => {
    const row = store.index.get(
      `SELECT other.slug, other.title FROM posts p JOIN posts other ON other.subcategory = p.subcategory
       WHERE p.id = :id AND (other.published_at, other.id) ${comparison} (p.published_at, p.id)
         AND ${whereLive('other')}
       ORDER BY other.published_at ${order}, other.id ${order} LIMIT 1`,
      { id, now },
    );
    return row && { slug: readText(row, 'slug'), title: readText(row, 'title') };
  };
  const [previous, next] = [find('<', 'DESC'), find('>', 'ASC')];
  return { ...(previous && { previous }), ...(next && { next }) };
}
