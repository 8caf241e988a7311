import { type Bindings, type Row, readInteger, readText } from '../../search-engine/database.ts';
import type { LearningPathStep, ListPage, Post, PostSummary } from '../../site/entities.ts';
import { API_PAGE_SIZE, FEATURED_COUNT, RECENT_COUNT } from '../../site/limits.ts';
import type { AnswerOf, RecordOf } from '../../site/records.ts';
import { createAnswerReader } from '../index/record-rows.ts';
import { type PostSelectionFilter, selectPosts } from '../lists/post-selection.ts';
import { readOptionalInteger, readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { formatPostIsLive } from './live.ts';
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
/** The order of posts with the alias `p`. */
export const NEWEST_FIRST = 'p.published_at DESC, p.id DESC';
/** SQLite's LIMIT for no limit. */
const NO_LIMIT = -1;

/** Pages count from 1. */
export type PostFilter = PostSelectionFilter & {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
};

/** Lists posts, newest first. Without page and limit, all posts are one page. */
export function listPosts(store: Store, filter: PostFilter, now: number): ListPage<PostSummary> {
  return store.index.snapshot(() => {
    const selection = selectPosts(store, filter, now);
    if (selection === undefined) return { items: [], total: 0 };
    const { rows, id, isLive, filter: condition = 'TRUE', bindings } = selection;
    const { page, limit = page === undefined ? NO_LIMIT : API_PAGE_SIZE } = filter;
    const published = `${rows} AND ${condition} AND ${isLive}`;
    const items = selectSummaries(
      store,
      `${SUMMARY_TABLES} WHERE p.id IN (
         SELECT ${id} FROM ${published} ORDER BY d.published_at DESC, ${id} DESC LIMIT :limit OFFSET :offset
       )
       ORDER BY ${NEWEST_FIRST}`,
      { ...bindings, now, limit, offset: limit === NO_LIMIT ? 0 : ((page ?? 1) - 1) * limit },
    );
    if (selection.filter === undefined) return { items, total: selection.total };
    const count = store.index.get(`SELECT count(*) AS posts FROM ${published}`, {
      ...bindings,
      now,
    });
    return { items, total: readInteger(count, 'posts') };
  });
}

/** Returns the summaries of the posts with these ids, newest first. */
export function listSummaries(store: Store, ids: readonly number[]): PostSummary[] {
  return selectSummaries(
    store,
    `${SUMMARY_TABLES} WHERE p.id IN (SELECT value FROM json_each(:ids)) ORDER BY ${NEWEST_FIRST}`,
    { ids: JSON.stringify(ids) },
  );
}

export function findPost(store: Store, slug: string, now: number): Post | undefined {
  return store.index.snapshot(() => {
    const row = store.index.get(
      `SELECT ${POST_COLUMNS}, p.category, p.word_count FROM ${POST_TABLES}
       WHERE p.slug = :slug AND ${formatPostIsLive('p')}`,
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
    store.index.get(`SELECT id FROM posts WHERE id = :id AND ${formatPostIsLive('posts')}`, {
      id,
      now,
    }) !== undefined
  );
}

/** Returns the newest that are marked as featured, then the newest others. */
export function listFeaturedPosts(store: Store, now: number): PostSummary[] {
  return selectSummaries(
    store,
    `${SUMMARY_TABLES} WHERE ${formatPostIsLive('p')} ORDER BY p.featured DESC, ${NEWEST_FIRST} LIMIT :limit`,
    { now, limit: FEATURED_COUNT },
  );
}

export function listRecentPosts(store: Store, now: number): PostSummary[] {
  return selectSummaries(
    store,
    `${SUMMARY_TABLES} WHERE ${formatPostIsLive('p')} ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { now, limit: RECENT_COUNT },
  );
}

/** Lists posts by heat, then newest first. */
export function listPopularPosts(store: Store, limit: number, now: number): PostSummary[] {
  return store.index.snapshot(() => {
    const viewed = selectSummaries(
      store,
      `state.views w CROSS JOIN ${SUMMARY_TABLES}
       WHERE p.id = w.post_id AND ${formatPostIsLive('p')} ORDER BY w.heat DESC, ${NEWEST_FIRST} LIMIT :limit`,
      { now, limit },
    );
    const others = selectSummaries(
      store,
      `${SUMMARY_TABLES}
       WHERE ${formatPostIsLive('p')} AND v.count IS NULL ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
      { now, limit: limit - viewed.length },
    );
    return [...viewed, ...others];
  });
}

export function listLearningPath(store: Store, category: string, now: number): PostSummary[] {
  return selectSummaries(
    store,
    `learning_steps l CROSS JOIN ${SUMMARY_TABLES}
     WHERE l.category = :category AND p.slug = l.post AND ${formatPostIsLive('p')} ORDER BY l.position`,
    { category, now },
  );
}

/** A post with the id that feeds know it by if it was renamed. */
export type FeedPost = PostSummary &
  Pick<AnswerOf<'post', 'full'>, 'content' | 'tags'> &
  Pick<RecordOf<'post'>, 'feedId'>;

/** Slugs of a category and a subcategory; the whole site if neither is given. */
export type FeedFilter = { readonly category?: string; readonly subcategory?: string };

type FeedPostOptions = FeedFilter & { readonly limit: number; readonly now: number };

/** Lists posts with their content, newest first. */
export function listFeedPosts(
  store: Store,
  { category, subcategory, limit, now }: FeedPostOptions,
): FeedPost[] {
  // Each form of the condition has an index of its own.
  const [condition, place] =
    subcategory === undefined
      ? [category === undefined ? 'TRUE' : 'p.category = :place', category]
      : ['p.subcategory = :place', subcategory];
  const rows = store.index.all(
    `SELECT p.feed_id, ${POST_COLUMNS} FROM ${POST_TABLES}
     WHERE ${formatPostIsLive('p')} AND ${condition} ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { ...(place !== undefined && { place }), limit, now },
  );
  return rows.map((row) => ({
    ...addLinks(row, FULL.read(row)),
    feedId: readOptionalText(row, 'feed_id'),
  }));
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

function findPathStep(path: readonly PostSummary[], slug: string): LearningPathStep | undefined {
  const index = path.findIndex((step) => step.slug === slug);
  if (index === -1) return undefined;
  const next = path[index + 1];
  return { number: index + 1, total: path.length, ...(next && { next: pickNextStep(next) }) };
}

function pickNextStep({
  slug,
  title,
  categoryId,
  subcategoryId,
}: PostSummary): LearningPathStep['next'] {
  return { slug, title, categoryId, ...(subcategoryId !== undefined && { subcategoryId }) };
}

/** Finds the previous and the next post in the post's subcategory. */
function findNeighbours(store: Store, id: number, now: number): Pick<Post, 'previous' | 'next'> {
  const find = (comparison: '<' | '>', order: 'ASC' | 'DESC') => {
    const row = store.index.get(
      `SELECT other.slug, other.title FROM posts p JOIN posts other ON other.subcategory = p.subcategory
       WHERE p.id = :id AND (other.published_at, other.id) ${comparison} (p.published_at, p.id)
         AND ${formatPostIsLive('other')}
       ORDER BY other.published_at ${order}, other.id ${order} LIMIT 1`,
      { id, now },
    );
    return row && { slug: readText(row, 'slug'), title: readText(row, 'title') };
  };
  const [previous, next] = [find('<', 'DESC'), find('>', 'ASC')];
  return { ...(previous && { previous }), ...(next && { next }) };
}
