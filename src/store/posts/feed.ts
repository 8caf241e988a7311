import type { PostSummary } from '../../site/entities.ts';
import type { Store } from '../store.ts';
import { NEWEST_FIRST, POST_COLUMNS, POST_TABLES, parsePost } from './post-summary.ts';

export type FeedPost = PostSummary & { readonly content: string };

/** By slug; the whole site where neither is given. */
export type FeedShelf = { readonly category?: string; readonly subcategory?: string };

type Options = FeedShelf & { readonly limit: number; readonly now: number };

/** The newest posts of a shelf with their texts, the newest first. */
export function listFeedPosts(store: Store, { category, subcategory, limit, now }: Options): FeedPost[] {
  const rows = store.index.all(
    `SELECT ${POST_COLUMNS} FROM ${POST_TABLES}
     WHERE p.published_at <= :now
       AND p.category = coalesce(:category, p.category)
       AND (:subcategory IS NULL OR p.subcategory = :subcategory)
     ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { category: category ?? null, subcategory: subcategory ?? null, limit, now },
  );
  return rows.map(parsePost);
}
