import { readText } from '../../search-engine/database.ts';
import type { SearchDocument } from '../../search-engine/schema.ts';
import { pages } from '../../site/addresses.ts';
import { splitContent } from '../../site/content-blocks.ts';
import type {
  AuthorRecord,
  ContentRecord,
  LegacyPostRecord,
  OwnPageRecord,
} from '../../site/records.ts';
import type { Database } from '../database.ts';
import { FOUND_PAGE_ID_MIN, findPageDocument } from '../pages/found-pages.ts';
import { formatQuestions } from './record-writer.ts';

/** An own page, author or legacy post, which the search finds besides posts. */
type SearchablePage = {
  readonly path: string;
  readonly description: string;
  readonly fields: SearchDocument['fields'] & { readonly title: string };
};

/**
 * Writes what the search shows of a record that is no post, and returns what it looks in; undefined
 * if it does not find the record.
 */
export function writeFoundPage(index: Database, record: ContentRecord): SearchDocument | undefined {
  const page = describeRecord(record);
  if (page === undefined) return undefined;
  const { path, description, fields } = page;
  index.run(
    'INSERT INTO found_pages (path, title, description) VALUES (:path, :title, :description)',
    {
      path,
      title: fields.title,
      description,
    },
  );
  const id = findPageDocument(index, path) ?? FOUND_PAGE_ID_MIN;
  return { id, publishedAt: 0, facet: '', fields: { ...fields, excerpt: description } };
}

function describeRecord(record: ContentRecord): SearchablePage | undefined {
  if (record.kind === 'page') return describeOwnPage(record);
  if (record.kind === 'author') return describeAuthor(record);
  return record.kind === 'legacy' ? describeLegacyPost(record) : undefined;
}

function describeOwnPage({
  slug,
  title,
  metaDescription,
  headings,
  text,
  inSearch,
  answers,
}: OwnPageRecord) {
  if (inSearch !== true) return undefined;
  const fields = { title, headings, questions: formatQuestions(answers), body: text };
  return { path: pages.page(slug), description: metaDescription, fields };
}

function describeAuthor({ slug, name, role = '', about = '' }: AuthorRecord): SearchablePage {
  const fields = { title: name, headings: role, body: about };
  return { path: pages.author(slug), description: about || role, fields };
}

/** A redirect has no text to find. */
function describeLegacyPost(record: LegacyPostRecord): SearchablePage | undefined {
  const { title, legacyUrl, redirectTo, metaDescription, content } = record;
  if (redirectTo !== undefined || content === '') return undefined;
  const blocks = splitContent(content);
  const join = (parts: typeof blocks) => parts.map(({ text }) => text).join('\n');
  const headings = join(blocks.filter(({ isHeading }) => isHeading));
  return {
    path: legacyUrl,
    description: metaDescription,
    fields: { title, headings, body: join(blocks) },
  };
}

/**
 * Removes what the search shows of a record, which the index must still hold; returns the id of its
 * document.
 */
export function removeFoundPage(
  index: Database,
  { kind, name }: Readonly<Record<'kind' | 'name', string>>,
): number | undefined {
  const path = findPath(index, kind, name);
  const id = path === undefined ? undefined : findPageDocument(index, path);
  if (path !== undefined) index.run('DELETE FROM found_pages WHERE path = :path', { path });
  return id;
}

function findPath(index: Database, kind: string, name: string): string | undefined {
  if (kind === 'page') return pages.page(name);
  if (kind === 'author') return pages.author(name);
  if (kind !== 'legacy') return undefined;
  const row = index.get('SELECT legacy_url FROM legacy_posts WHERE slug = :name', { name });
  return row && readText(row, 'legacy_url');
}
