import type { PostSummary } from '../../site/entities.ts';
import { readText } from '../rows.ts';
import type { Store } from '../store.ts';
import { NEWEST_FIRST, parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from './post-summary.ts';

export type FeedPost = PostSummary & { readonly content: string };

/** By slug; the whole site where neither is given. */
export type FeedShelf = { readonly category?: string; readonly subcategory?: string };

type Options = FeedShelf & { readonly limit: number; readonly now: number };

/** The newest posts of a shelf with their texts, the newest first. */
export function listFeedPosts(store: Store, { category, subcategory, limit, now }: Options): FeedPost[] {
  const rows = store.index.all(
    `SELECT ${SUMMARY_COLUMNS}, t.content FROM ${SUMMARY_TABLES} JOIN post_texts t ON t.post_id = p.id
     WHERE p.published_at <= :now
       AND p.category = coalesce(:category, p.category)
       AND (:subcategory IS NULL OR p.subcategory = :subcategory)
     ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { category: category ?? null, subcategory: subcategory ?? null, limit, now },
  );
  return rows.map((row) => ({ ...parsePostSummary(row), content: readText(row, 'content') }));
}
