import type { SearchDocument } from '../../search-engine/schema.ts';
import { listLinkedSlugs, pages } from '../../site/addresses.ts';
import { formatLegacyKey } from '../../site/legacy-paths.ts';
import {
  type AuthorRecord,
  type CategoryRecord,
  type ContentRecord,
  type LegacyPostRecord,
  type PageRecord,
  type PostRecord,
  type RedirectsRecord,
  recordKey,
  type SiteRecord,
  type SynonymsRecord,
} from '../../site/records.ts';
import { createSlug } from '../../site/slugs.ts';
import { countHtmlWords } from '../../site/texts.ts';
import type { Database } from '../database.ts';
import { insertRow } from '../record-rows.ts';
import { readText } from '../rows.ts';
import { removeFoundPage, writeFoundPage, writeLegacyPage } from './found-pages.ts';
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
  removeFoundPage(index, { kind, name });
  if (kind === 'post') removeSections(index, name);
  index.run(`DELETE FROM ${rows}`, rows.endsWith(':name') ? { name } : {});
}

/** The index must not hold a record with the same key. `ids` are those of posts and legacy posts. */
export function writeRecord(index: Database, record: ContentRecord, ids: ReadonlyMap<string, number>): void {
  switch (record.kind) {
    case 'category':
      writeCategory(index, record);
      break;
    case 'subcategory':
      insertRow(index, 'subcategories', record, { id: record.position });
      break;
    case 'post':
      writePost(index, record, readId(ids, record));
      break;
    case 'legacy':
      writeLegacyPost(index, record, readId(ids, record));
      break;
    case 'page':
      writePage(index, record);
      break;
    case 'author':
      writeAuthor(index, record);
      break;
    case 'site':
      writeSite(index, record);
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
  writeLegacyPage(index, record);
}

function writePage(index: Database, record: PageRecord): void {
  const { slug, title, metaDescription, content, text, inSearch, answers } = record;
  insertRow(index, 'pages', record, {
    word_count: countHtmlWords(content),
    live_from: record.publishedAt ?? 0,
  });
  if (inSearch !== true) return;
  const headings = `${record.headings}\n${formatQuestions(answers)}`;
  const fields = { title, headings, body: `${text}\n${metaDescription}` };
  writeFoundPage(index, { path: pages.page(slug), description: metaDescription, fields });
}

function writeAuthor(index: Database, record: AuthorRecord): void {
  const { slug, name, role = '', about = '' } = record;
  insertRow(index, 'authors', record);
  const fields = { title: name, headings: role, body: about };
  writeFoundPage(index, { path: pages.author(slug), description: about || role, fields });
}

function writeSite(index: Database, { settings, brand }: SiteRecord): void {
  index.run('INSERT INTO site (settings, brand) VALUES (:settings, :brand)', {
    settings: JSON.stringify(settings),
    brand: JSON.stringify(brand),
  });
}

function writeCategory(index: Database, record: CategoryRecord): void {
  const { position, slug, learningPath = [] } = record;
  insertRow(index, 'categories', record, { id: position });
  for (const [step, post] of learningPath.entries()) {
    index.run('INSERT INTO learning_steps (category, position, post) VALUES (:slug, :step, :post)', {
      ...{ slug, post },
      step: step + 1,
    });
  }
}

function writePost(index: Database, record: PostRecord, id: number): void {
  const { content } = record;
  insertRow(index, 'posts', record, {
    ...{ id, word_count: countHtmlWords(content) },
    live_from: record.publishedAt,
  });
  index.run('INSERT INTO post_texts (post_id, content) VALUES (:id, :content)', { id, content });
  writeSections(index, record, id);
  for (const [position, name] of (record.tags ?? []).entries()) {
    index.run(
      'INSERT OR IGNORE INTO post_tags (post_id, slug, name, position) VALUES (:id, :slug, :name, :position)',
      { id, slug: createSlug(name), name, position },
    );
  }
  for (const linked of listLinkedSlugs(content)) {
    index.run('INSERT OR IGNORE INTO post_links (post_id, linked) VALUES (:id, :linked)', { id, linked });
  }
  for (const author of record.authors ?? []) {
    index.run('INSERT INTO post_authors (post_id, author) VALUES (:id, :author)', { id, author });
  }
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
  if (id === undefined) throw new Error(`${recordKey(record)} has no id.`);
  return id;
}

/** The names of categories and subcategories, by slug. */
export function readNames(index: Database): ReadonlyMap<string, string> {
  const rows = index.all('SELECT slug, name FROM categories UNION ALL SELECT slug, name FROM subcategories');
  return new Map(rows.map((row) => [readText(row, 'slug'), readText(row, 'name')]));
}

/** Posts are also found by their tags, the names of category and subcategory, the slug and the year. */
export function createPostDocument(
  record: PostRecord,
  id: number,
  names: ReadonlyMap<string, string>,
): SearchDocument {
  const { slug, title, headings, text, category, subcategory, publishedAt, tags = [], answers } = record;
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

function formatQuestions(answers: PostRecord['answers'] = []): string {
  return answers.flatMap(({ questions }) => questions).join('\n');
}
