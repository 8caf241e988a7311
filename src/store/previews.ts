import type { ArticlePlace } from '../site/addresses.ts';
import type { Post } from '../site/entities.ts';
import { addLinks } from './posts.ts';
import { createAnswerReader } from './record-rows.ts';
import { readInteger, readOptionalText, readText } from './rows.ts';
import type { Store } from './store.ts';

export type Preview = {
  readonly kind: 'draft' | 'scheduled' | 'published';
  /** Its id is 0. */
  readonly post: Post;
  readonly place: ArticlePlace;
};

const DRAFT = createAnswerReader('draft', 'full', 'd');
/** A published post is preferred: its draft would be an older one. */
const TABLES = ['posts d JOIN post_texts t ON t.post_id = d.id', 'drafts d'];

/** An article by its slug, whether it is published or not. */
export function findPreview({ index }: Store, slug: string, now: number): Preview | undefined {
  return index.snapshot(() => {
    for (const table of TABLES) {
      const row = index.get(
        `SELECT 0 AS id, c.id AS category_id, s.id AS subcategory_id, NULL AS views, ${DRAFT.columns},
           d.category, d.subcategory, d.word_count
         FROM ${table} JOIN categories c ON c.slug = d.category LEFT JOIN subcategories s ON s.slug = d.subcategory
         WHERE d.slug = :slug`,
        { slug },
      );
      if (row === undefined) continue;
      const subcategory = readOptionalText(row, 'subcategory');
      const { tags, ...draft } = addLinks(row, DRAFT.read(row));
      const post = {
        ...draft,
        wordCount: readInteger(row, 'word_count'),
        ...(tags && { tags: tags.map((name) => ({ name })) }),
      };
      const isPublished = Date.parse(post.publishedAt) <= now;
      return {
        kind: table === 'drafts d' ? 'draft' : isPublished ? 'published' : 'scheduled',
        post,
        place: { slug, category: readText(row, 'category'), subcategory },
      };
    }
    return undefined;
  });
}
