import type { PostSummary } from '../../site/entities.ts';
import type { Store } from '../store.ts';
import { parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from './post-summary.ts';

/** What a beginner reads first of a category, in that order; what is not published yet is left out. */
export function listLearningPath(store: Store, category: string, now: number): PostSummary[] {
  const rows = store.index.all(
    `SELECT ${SUMMARY_COLUMNS} FROM learning_steps l CROSS JOIN ${SUMMARY_TABLES}
     WHERE l.category = :category AND p.slug = l.post AND p.published_at <= :now ORDER BY l.position`,
    { category, now },
  );
  return rows.map(parsePostSummary);
}
