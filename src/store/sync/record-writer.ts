import {
  type CategoryRecord,
  type ContentRecord,
  type LegacyPostRecord,
  type MediaRecord,
  type PostRecord,
  type RedirectsRecord,
  recordKey,
  type SubcategoryRecord,
  type SynonymsRecord,
} from '../../site/records.ts';
import { countHtmlWords } from '../../site/texts.ts';
import type { Database } from '../database.ts';
import { parseKey } from './manifest.ts';

const REMOVALS: ReadonlyMap<string, string> = new Map([
  ['category', 'DELETE FROM categories WHERE slug = :name'],
  ['subcategory', 'DELETE FROM subcategories WHERE slug = :name'],
  ['post', 'DELETE FROM posts WHERE slug = :name'],
  ['legacy', 'DELETE FROM legacy_posts WHERE slug = :name'],
  ['media', 'DELETE FROM media WHERE name = :name'],
]);
/** Of kinds with one record, which is a whole table. */
const WHOLE_REMOVALS: ReadonlyMap<string, string> = new Map([
  ['synonyms', 'DELETE FROM search_synonyms'],
  ['redirects', 'DELETE FROM redirects'],
]);

/** Takes the record of this key out of the index. */
export function removeRecord(index: Database, key: string): void {
  const { kind, name } = parseKey(key);
  const removal = REMOVALS.get(kind);
  const wholeRemoval = WHOLE_REMOVALS.get(kind);
  if (removal !== undefined) index.run(removal, { name });
  else if (wholeRemoval !== undefined) index.run(wholeRemoval);
  else throw new Error(`The index holds no records of the kind of ${key}.`);
}

/** Puts a record into the index, which must hold none of its key. `ids` has those of posts and legacy posts by key. */
export function writeRecord(index: Database, record: ContentRecord, ids: ReadonlyMap<string, number>): void {
  switch (record.kind) {
    case 'category':
      writeCategory(index, record);
      break;
    case 'subcategory':
      writeSubcategory(index, record);
      break;
    case 'post':
      writePost(index, record, readId(ids, record));
      break;
    case 'legacy':
      writeLegacyPost(index, record, readId(ids, record));
      break;
    case 'media':
      writeMedia(index, record);
      break;
    case 'synonyms':
      writeSynonyms(index, record);
      break;
    case 'redirects':
      writeRedirects(index, record);
  }
}

function writeCategory(index: Database, record: CategoryRecord): void {
  const { position, slug, name, description, icon, learningPath = [] } = record;
  index.run(
    `INSERT INTO categories (id, slug, name, description, icon)
     VALUES (:position, :slug, :name, :description, :icon)`,
    { position, slug, name, description, icon },
  );
  for (const [step, post] of learningPath.entries()) {
    index.run('INSERT INTO learning_steps (category, position, post) VALUES (:slug, :step, :post)', {
      ...{ slug, post },
      step: step + 1,
    });
  }
}

function writeSubcategory(index: Database, record: SubcategoryRecord): void {
  const { position, slug, category, name, description } = record;
  index.run(
    `INSERT INTO subcategories (id, slug, category, name, description)
     VALUES (:position, :slug, :category, :name, :description)`,
    { position, slug, category, name, description },
  );
}

function writePost(index: Database, record: PostRecord, id: number): void {
  const { slug, category, subcategory = null, title, excerpt, content } = record;
  index.run(
    `INSERT INTO posts (id, slug, category, subcategory, title, excerpt, meta_description, read_time, word_count,
       published_at, updated_at, featured)
     VALUES (:id, :slug, :category, :subcategory, :title, :excerpt, :metaDescription, :readTime, :wordCount,
       :publishedAt, :updatedAt, :featured)`,
    {
      ...{ id, slug, category, subcategory, title, excerpt },
      metaDescription: record.metaDescription,
      readTime: record.readTime,
      wordCount: countHtmlWords(content),
      publishedAt: record.publishedAt,
      updatedAt: record.updatedAt ?? null,
      featured: record.featured ? 1 : 0,
    },
  );
  index.run('INSERT INTO post_texts (post_id, content) VALUES (:id, :content)', { id, content });
}

function writeLegacyPost(index: Database, record: LegacyPostRecord, id: number): void {
  const { slug, title, legacyUrl, redirectTo = null, metaDescription, updatedAt = null, content } = record;
  index.run(
    `INSERT INTO legacy_posts (id, slug, title, legacy_url, redirect_to, meta_description, updated_at, word_count, content)
     VALUES (:id, :slug, :title, :legacyUrl, :redirectTo, :metaDescription, :updatedAt, :wordCount, :content)`,
    {
      ...{ id, slug, title, legacyUrl, redirectTo, metaDescription, updatedAt, content },
      wordCount: countHtmlWords(content),
    },
  );
}

function writeMedia(index: Database, { name, type, bytes }: MediaRecord): void {
  index.run('INSERT INTO media (name, type, bytes) VALUES (:name, :type, :bytes)', { name, type, bytes });
}

function writeSynonyms(index: Database, { names }: SynonymsRecord): void {
  for (const { typed, meant } of names) {
    for (const name of meant) {
      index.run('INSERT OR IGNORE INTO search_synonyms (typed, meant) VALUES (:typed, :name)', {
        typed,
        name,
      });
    }
  }
}

function writeRedirects(index: Database, { redirects }: RedirectsRecord): void {
  for (const { from, isPrefix, status, to = null, activeFrom } of redirects) {
    index.run(
      `INSERT INTO redirects (source, is_prefix, status, target, active_from)
       VALUES (:from, :isPrefix, :status, :to, :activeFrom)`,
      { from, isPrefix: isPrefix ? 1 : 0, status, to, activeFrom },
    );
  }
}

function readId(ids: ReadonlyMap<string, number>, record: ContentRecord): number {
  const id = ids.get(recordKey(record));
  if (id === undefined) throw new Error(`${recordKey(record)} was given no id.`);
  return id;
}
