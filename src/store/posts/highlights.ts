import type { PostSummary } from '../../site/entities.ts';
import { FEATURED_COUNT, RECENT_COUNT } from '../../site/limits.ts';
import type { Store } from '../store.ts';
import { NEWEST_FIRST, parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from './post-summary.ts';

/** The newest that are marked as featured, filled up with the newest others. */
export function listFeaturedPosts(store: Store, now: number): PostSummary[] {
  return listFirst(store, 'p.featured DESC, p.published_at DESC, p.id DESC', { now, limit: FEATURED_COUNT });
}

export function listRecentPosts(store: Store, now: number): PostSummary[] {
  return listFirst(store, NEWEST_FIRST, { now, limit: RECENT_COUNT });
}

/** Most viewed first, older views counting less; then newest; posts never viewed come last. */
export function listPopularPosts(store: Store, limit: number, now: number): PostSummary[] {
  return store.index.snapshot(() => {
    const viewed = store.index.all(
      `SELECT ${SUMMARY_COLUMNS} FROM state.views w CROSS JOIN ${SUMMARY_TABLES}
       WHERE p.id = w.post_id AND p.published_at <= :now ORDER BY w.heat DESC, ${NEWEST_FIRST} LIMIT :limit`,
      { now, limit },
    );
    const others = store.index.all(
      `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES}
       WHERE p.published_at <= :now AND v.count IS NULL ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
      { now, limit: limit - viewed.length },
    );
    return [...viewed, ...others].map(parsePostSummary);
  });
}

type Options = { readonly now: number; readonly limit: number };

function listFirst(store: Store, order: string, { now, limit }: Options): PostSummary[] {
  const rows = store.index.all(
    `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} WHERE p.published_at <= :now ORDER BY ${order} LIMIT :limit`,
    { now, limit },
  );
  return rows.map(parsePostSummary);
}
