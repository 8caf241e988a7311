import { readInteger, readText } from '../../search-engine/database.ts';
import { pages } from '../../site/addresses.ts';
import type { OwnPage, Post } from '../../site/entities.ts';
import { createAnswerReader } from '../index/record-rows.ts';
import { readSite } from '../pages/known-site.ts';
import { findOwnPage, findPageDraft } from '../pages/own-pages.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { formatPostIsLive } from './live.ts';
import { addLinks } from './posts.ts';

export type Preview = {
  readonly kind: 'draft' | 'scheduled' | 'published';
  /** The id of a post is 0. */
  readonly text: Post | OwnPage;
  readonly address: string;
};

const DRAFT = createAnswerReader('draft', 'full', 'd');
/** A published post is preferred: its draft would be an older one. */
const TABLES = ['posts d JOIN post_texts t ON t.post_id = d.id', 'drafts d'];

/**
 * Returns a text by its slug, whether it is published or not; an article, if a page has its slug.
 */
export function findPreview(store: Store, slug: string, now: number): Preview | undefined {
  return store.index.snapshot(
    () => findArticle(store, slug, now) ?? findOwnPagePreview(store, slug),
  );
}

function findOwnPagePreview(store: Store, slug: string): Preview | undefined {
  const page = findOwnPage(store, slug);
  const text = page ?? findPageDraft(store, slug);
  return (
    text && { kind: page === undefined ? 'draft' : 'published', text, address: pages.page(slug) }
  );
}

function findArticle(store: Store, slug: string, now: number): Preview | undefined {
  for (const table of TABLES) {
    const row = store.index.get(
      `SELECT 0 AS id, c.id AS category_id, s.id AS subcategory_id, NULL AS views, ${DRAFT.columns},
         d.category, d.subcategory, d.word_count,
         EXISTS (SELECT 1 FROM posts WHERE slug = :slug AND ${formatPostIsLive('posts')}) AS is_live
       FROM ${table} JOIN categories c ON c.slug = d.category LEFT JOIN subcategories s ON s.slug = d.subcategory
       WHERE d.slug = :slug`,
      { slug, now },
    );
    if (row === undefined) continue;
    const subcategory = readOptionalText(row, 'subcategory');
    const { tags, ...draft } = addLinks(row, DRAFT.read(row));
    const text = {
      ...draft,
      wordCount: readInteger(row, 'word_count'),
      ...(tags && { tags: tags.map((name) => ({ name })) }),
    };
    return {
      kind: table === 'drafts d' ? 'draft' : row.is_live === 1 ? 'published' : 'scheduled',
      text,
      address: pages.article(
        { slug, category: readText(row, 'category'), subcategory },
        readSite(store).news,
      ),
    };
  }
  return undefined;
}
