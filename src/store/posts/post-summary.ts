import type { PostSummary } from '../../site/entities.ts';
import type { Row } from '../database.ts';
import { formatIsoDate, readInteger, readOptionalInteger, readText } from '../rows.ts';

/** What a statement selects, and from where, to answer post summaries. */
export const SUMMARY_COLUMNS = `p.id, p.slug, p.title, p.excerpt, p.meta_description, p.read_time, p.published_at,
  p.updated_at, c.id AS category_id, s.id AS subcategory_id, v.count AS views`;
export const SUMMARY_TABLES = `posts p
  LEFT JOIN categories c ON c.slug = p.category
  LEFT JOIN subcategories s ON s.slug = p.subcategory
  LEFT JOIN state.views v ON v.post_id = p.id`;
export const NEWEST_FIRST = 'p.published_at DESC, p.id DESC';

export function parsePostSummary(row: Row): PostSummary {
  const updatedAt = readOptionalInteger(row, 'updated_at');
  const subcategoryId = readOptionalInteger(row, 'subcategory_id');
  const popular = readOptionalInteger(row, 'views');
  return {
    id: readInteger(row, 'id'),
    slug: readText(row, 'slug'),
    title: readText(row, 'title'),
    excerpt: readText(row, 'excerpt'),
    metaDescription: readText(row, 'meta_description'),
    readTime: readInteger(row, 'read_time'),
    publishedAt: formatIsoDate(readInteger(row, 'published_at')),
    ...(updatedAt !== undefined && { updatedAt: formatIsoDate(updatedAt) }),
    categoryId: readInteger(row, 'category_id'),
    ...(subcategoryId !== undefined && { subcategoryId }),
    ...(popular !== undefined && { popular }),
  };
}
