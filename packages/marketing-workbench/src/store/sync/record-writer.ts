import { readText } from '../../search-engine/database.ts';
import { readLanguageTag } from '../../search-engine/language.ts';
import type { SearchDocument } from '../../search-engine/schema.ts';
import { files, listLinkedSlugs } from '../../site/addresses.ts';
import { createFormerSlug, createSlug } from '../../site/create-slug.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import {
  type CategoryRecord,
  type ContentRecord,
  type LegacyPostRecord,
  type OwnPageRecord,
  type PostRecord,
  type RedirectsRecord,
  recordKey,
  type SiteRecord,
  type SynonymsRecord,
} from '../../site/records.ts';
import { countHtmlWords } from '../../site/texts.ts';
import type { Database } from '../database.ts';
import { insertRow } from '../index/record-rows.ts';
import { removeSections, writeSections } from './section-writer.ts';
import { parseKey } from './source.ts';

/** The rows of a record, by kind. The single record of synonyms or redirects fills its table. */
const ROWS: ReadonlyMap<string, string> = new Map([
  ['category', 'categories WHERE slug = :name'],
  ['subcategory', 'subcategories WHERE slug = :name'],
  ['post', 'posts WHERE slug = :name'],
  ['legacy', 'legacy_posts WHERE slug = :name'],
  ['page', 'pages WHERE slug = :name'],
  ['author', 'authors WHERE slug = :name'],
  ['media', 'media WHERE name = :name'],
  ['synonyms', 'search_synonyms'],
  ['redirects', 'redirects'],
  ['draft', 'drafts WHERE slug = :name'],
  ['pageDraft', 'page_drafts WHERE slug = :name'],
  ['site', 'site'],
]);

export function removeRecord(index: Database, key: string): void {
  const { kind, name } = parseKey(key);
  const rows = ROWS.get(kind);
  if (rows === undefined) throw new Error(`The index holds no records of the kind of ${key}.`);
  if (kind === 'post') removeSections(index, name);
  index.run(`DELETE FROM ${rows}`, rows.endsWith(':name') ? { name } : {});
}

/**
 * The index must not hold a record with the same key. `ids` are those of posts and legacy posts.
 */
export function writeRecord(
  index: Database,
  record: ContentRecord,
  ids: ReadonlyMap<string, number>,
): void {
  switch (record.kind) {
    case 'category':
      writeCategory(index, record);
      break;
    case 'subcategory':
      insertRow(index, 'subcategories', record, { id: record.position });
      break;
    case 'post':
      writePostRecord(index, record, readId(ids, record));
      break;
    case 'legacy':
      writeLegacyPost(index, record, readId(ids, record));
      break;
    case 'page':
      writePageRecord(index, record);
      break;
    case 'author':
      insertRow(index, 'authors', record);
      break;
    case 'site':
      writeSiteRecord(index, record);
      break;
    case 'media':
      insertRow(index, 'media', record, { sha256: record.bytes.sha256, size: record.bytes.size });
      break;
    case 'synonyms':
      writeSynonyms(index, record);
      break;
    case 'redirects':
      writeRedirects(index, record);
      break;
    case 'pageDraft':
      insertRow(index, 'page_drafts', record, { word_count: countHtmlWords(record.content) });
      break;
    case 'draft': {
      const { content } = record;
      insertRow(index, 'drafts', record, { content, word_count: countHtmlWords(content) });
    }
  }
}

function writeLegacyPost(index: Database, record: LegacyPostRecord, id: number): void {
  const { content, legacyUrl } = record;
  const key = formatLegacyKey(legacyUrl);
  insertRow(index, 'legacy_posts', record, { id, word_count: countHtmlWords(content), key });
}

function writePageRecord(index: Database, record: OwnPageRecord): void {
  insertRow(index, 'pages', record, {
    word_count: countHtmlWords(record.content),
    live_from: record.publishedAt ?? 0,
  });
}

function writeSiteRecord(index: Database, { settings, brand }: SiteRecord): void {
  index.run('INSERT INTO site (settings, brand) VALUES (:settings, :brand)', {
    settings: JSON.stringify(settings),
    brand: JSON.stringify(brand),
  });
}

function writeCategory(index: Database, record: CategoryRecord): void {
  const { position, slug, learningPath = [] } = record;
  insertRow(index, 'categories', record, { id: position });
  for (const [step, post] of learningPath.entries()) {
    index.run(
      'INSERT INTO learning_steps (category, position, post) VALUES (:slug, :step, :post)',
      {
        slug,
        post,
        step: step + 1,
      },
    );
  }
}

function writePostRecord(index: Database, record: PostRecord, id: number): void {
  const { content, publishedAt, updatedAt: changedAt = publishedAt } = record;
  insertRow(index, 'posts', record, {
    id,
    word_count: countHtmlWords(content),
    live_from: publishedAt,
  });
  index.run('INSERT INTO post_texts (post_id, content) VALUES (:id, :content)', { id, content });
  writePictures(index, content, id);
  writeSections(index, record, id);
  for (const [position, name] of (record.tags ?? []).entries())
    writePostTag(index, name, { id, position, publishedAt, changedAt });
  for (const linked of listLinkedSlugs(content)) {
    index.run('INSERT OR IGNORE INTO post_links (post_id, linked) VALUES (:id, :linked)', {
      id,
      linked,
    });
  }
  for (const author of record.authors ?? []) {
    index.run(
      'INSERT INTO post_authors (post_id, author, published_at) VALUES (:id, :author, :publishedAt)',
      {
        id,
        author,
        publishedAt,
      },
    );
  }
}

function writePostTag(
  index: Database,
  name: string,
  post: Readonly<Record<'id' | 'position' | 'publishedAt' | 'changedAt', number>>,
): void {
  const slug = createSlug(name, readLanguageTag(index));
  const former = createFormerSlug(name);
  index.run(
    `INSERT OR IGNORE INTO post_tags (post_id, slug, former_slug, name, position, published_at, changed_at)
     VALUES (:id, :slug, :former, :name, :position, :publishedAt, :changedAt)`,
    { ...post, slug, former: former === slug || former === '' ? null : former, name },
  );
}

const PICTURE = new RegExp(`<img src="(${files.media('')}[^"]+)"`, 'g');

/** Writes the pictures for the sitemap, which can't read all texts again. */
function writePictures(index: Database, content: string, id: number): void {
  const found = new Set(Array.from(content.matchAll(PICTURE), ([, address = '']) => address));
  if (found.size === 0) return;
  index.run('INSERT INTO post_pictures (post_id, addresses) VALUES (:id, :addresses)', {
    id,
    addresses: [...found].join('\n'),
  });
}

/** Once all posts are written and it is known which are live. */
export function countPosts(index: Database): void {
  index.exec(`
    UPDATE categories SET post_total = (SELECT count(*) FROM posts WHERE category = categories.slug);
    UPDATE subcategories SET post_total = (SELECT count(*) FROM posts WHERE subcategory = subcategories.slug);
    DELETE FROM tags;
    INSERT INTO tags (slug, post_total, scheduled_total, changed_at, name, last_name)
      SELECT t.slug, t.post_total, 0, t.changed_at, (${TAG_NAME}), t.last_name
      FROM (
        SELECT slug, count(*) AS post_total, max(published_at) AS newest_at, max(changed_at) AS changed_at,
          max(name) AS last_name
        FROM post_tags GROUP BY slug
      ) t;
    UPDATE tags SET scheduled_total = s.posts FROM (
      SELECT o.slug, count(*) AS posts FROM posts JOIN post_tags o ON o.post_id = posts.id
      WHERE posts.live_from > 0 GROUP BY o.slug
    ) s WHERE s.slug = tags.slug;
  `);
}

const TAG_NAME = `
  SELECT name FROM post_tags WHERE slug = t.slug AND published_at = t.newest_at ORDER BY post_id LIMIT 1`;

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
  if (id === undefined) throw new Error(`${recordKey(record)} has no id.`);
  return id;
}

/** Returns the names of categories and subcategories, by slug. */
export function readNames(index: Database): ReadonlyMap<string, string> {
  const rows = index.all(
    'SELECT slug, name FROM categories UNION ALL SELECT slug, name FROM subcategories',
  );
  return new Map(rows.map((row) => [readText(row, 'slug'), readText(row, 'name')]));
}

/**
 * Posts are also found by their tags, the names of category and subcategory, the slug and the year.
 */
export function createPostDocument(
  record: PostRecord,
  id: number,
  names: ReadonlyMap<string, string>,
): SearchDocument {
  const {
    slug,
    title,
    headings,
    text,
    category,
    subcategory,
    publishedAt,
    tags = [],
    answers,
  } = record;
  const topic = [
    ...[category, subcategory ?? ''].flatMap((place) => names.get(place) ?? []),
    ...tags,
    slug.replaceAll('-', ' '),
    new Date(publishedAt).getUTCFullYear(),
  ].join('\n');
  const excerpt = `${record.excerpt}\n${record.metaDescription}`;
  const questions = formatQuestions(answers);
  const fields = { title, topic, excerpt, headings, questions, body: text };
  return { id, publishedAt, facet: category, fields };
}

/** Formats the questions, one in each line. */
export function formatQuestions(answers: PostRecord['answers'] = []): string {
  return answers.flatMap(({ questions }) => questions).join('\n');
}
