import { readText } from '../../search-engine/database.ts';
import { type ContentRecord, recordKey } from '../../site/records.ts';
import type { Reader } from '../database.ts';

const POSTS_OF = {
  category:
    'SELECT p.slug FROM categories c JOIN posts p ON p.category = c.slug WHERE c.slug = :slug AND c.name <> :name',
  subcategory:
    'SELECT p.slug FROM subcategories s JOIN posts p ON p.subcategory = s.slug WHERE s.slug = :slug AND s.name <> :name',
} as const;

/**
 * Keys of the index's posts in a category or subcategory that one of the records renames; the
 * search finds posts by that name.
 */
export function listPostsOfRenamed(
  index: Pick<Reader, 'all'>,
  records: Iterable<ContentRecord>,
): readonly string[] {
  const keys = new Set<string>();
  for (const record of records) {
    if (record.kind !== 'category' && record.kind !== 'subcategory') continue;
    const { kind, slug, name } = record;
    for (const row of index.all(POSTS_OF[kind], { slug, name }))
      keys.add(recordKey({ kind: 'post', slug: readText(row, 'slug') }));
  }
  return [...keys];
}
