import type { PathStep, PostSummary } from '../../site/entities.ts';
import type { Row } from '../database.ts';
import { readInteger, readOptionalInteger, readText } from '../rows.ts';
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

/** Where a post stands in the learning path of its category; undefined where it is no step of it. */
export function findPathStep(
  store: Store,
  { slug, category }: { readonly slug: string; readonly category: string },
  now: number,
): PathStep | undefined {
  const rows = store.index.all(
    `SELECT p.slug, p.title, c.id AS category_id, s.id AS subcategory_id
     FROM learning_steps l CROSS JOIN posts p
       JOIN categories c ON c.slug = p.category
       LEFT JOIN subcategories s ON s.slug = p.subcategory
     WHERE l.category = :category AND p.slug = l.post AND p.published_at <= :now
       AND EXISTS (SELECT 1 FROM learning_steps WHERE category = :category AND post = :slug)
     ORDER BY l.position`,
    { category, slug, now },
  );
  const index = rows.findIndex((row) => readText(row, 'slug') === slug);
  if (index === -1) return undefined;
  const next = rows[index + 1];
  return { number: index + 1, total: rows.length, ...(next && { next: parseNext(next) }) };
}

function parseNext(row: Row): PathStep['next'] {
  const subcategoryId = readOptionalInteger(row, 'subcategory_id');
  return {
    slug: readText(row, 'slug'),
    title: readText(row, 'title'),
    categoryId: readInteger(row, 'category_id'),
    ...(subcategoryId !== undefined && { subcategoryId }),
  };
}
