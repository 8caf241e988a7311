import type { PostSummary } from '../../site/entities.ts';
import type { AnswerOf } from '../../site/records.ts';
import type { Row } from '../database.ts';
import { createAnswerReader } from '../record-rows.ts';
import { readInteger, readOptionalInteger } from '../rows.ts';

const SUMMARY = createAnswerReader('post', 'summary', 'p');
const FULL = createAnswerReader('post', 'full', 'p');
const LINKS = 'p.id, c.id AS category_id, s.id AS subcategory_id, v.count AS views';

/** What a statement selects, and from where, to answer post summaries. */
export const SUMMARY_COLUMNS = `${LINKS}, ${SUMMARY.columns}`;
export const SUMMARY_TABLES = `posts p
  LEFT JOIN categories c ON c.slug = p.category
  LEFT JOIN subcategories s ON s.slug = p.subcategory
  LEFT JOIN state.views v ON v.post_id = p.id`;
export const NEWEST_FIRST = 'p.published_at DESC, p.id DESC';

/** The same to answer whole posts. */
export const POST_COLUMNS = `${LINKS}, ${FULL.columns}`;
export const POST_TABLES = `${SUMMARY_TABLES} JOIN post_texts t ON t.post_id = p.id`;

export function parsePostSummary(row: Row): PostSummary {
  return addLinks(row, SUMMARY.read(row));
}

/** A post's own fields, with its content. */
export function parsePost(row: Row) {
  return addLinks(row, FULL.read(row));
}

function addLinks<Own extends AnswerOf<'post', 'summary'>>(row: Row, own: Own) {
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
