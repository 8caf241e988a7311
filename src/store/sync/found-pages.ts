import { termOf } from '../../search-engine/english.ts';
import { listWords } from '../../search-engine/tokenizer.ts';
import { pages } from '../../site/addresses.ts';
import { splitContent } from '../../site/content-blocks.ts';
import type { LegacyPostRecord } from '../../site/records.ts';
import type { Database } from '../database.ts';
import { formatTerms } from '../full-text.ts';
import { readText } from '../rows.ts';

const ID_OF_PAGE = '(SELECT id FROM found_pages WHERE path = :path)';

/** A guide, own page, author or legacy post, which the search finds besides posts. */
type FoundPage = {
  readonly isLegacy?: boolean;
  readonly path: string;
  readonly description: string;
  readonly fields: Readonly<Record<'title' | 'headings' | 'body', string>>;
};

export function writeFoundPage(
  index: Database,
  { path, description, fields, isLegacy = false }: FoundPage,
): void {
  const stem = (text: string) => formatTerms(listWords(text).map(termOf));
  index.run(
    `INSERT INTO found_pages (path, title, description, words, is_legacy)
     VALUES (:path, :title, :description, :words, :isLegacy)`,
    { path, title: fields.title, description, words: listNamedWords(fields), isLegacy: isLegacy ? 1 : 0 },
  );
  index.run(
    `INSERT INTO page_search (rowid, title, headings, body) VALUES (${ID_OF_PAGE}, :title, :headings, :body)`,
    { path, title: stem(fields.title), headings: stem(fields.headings), body: stem(fields.body) },
  );
}

/** A redirect has no text to find. */
export function writeLegacyPage(index: Database, record: LegacyPostRecord): void {
  const { title, legacyUrl, redirectTo, metaDescription, content } = record;
  if (redirectTo !== undefined || content === '') return;
  const blocks = splitContent(content);
  const headings = blocks.filter(({ isHeading }) => isHeading);
  const join = (parts: typeof blocks) => parts.map(({ text }) => text).join('\n');
  const fields = { title, headings: join(headings), body: `${join(blocks)}\n${metaDescription}` };
  writeFoundPage(index, { path: legacyUrl, description: metaDescription, fields, isLegacy: true });
}

/** Removes what the search knows of a record, which the index must still hold. */
export function removeFoundPage(
  index: Database,
  { kind, name }: Readonly<Record<'kind' | 'name', string>>,
): void {
  const path = findPath(index, kind, name);
  if (path === undefined) return;
  index.run(`DELETE FROM page_search WHERE rowid = ${ID_OF_PAGE}`, { path });
  index.run('DELETE FROM found_pages WHERE path = :path', { path });
}

function findPath(index: Database, kind: string, name: string): string | undefined {
  if (kind === 'page') return pages.page(name);
  if (kind === 'author') return pages.author(name);
  if (kind !== 'legacy') return undefined;
  const row = index.get('SELECT legacy_url FROM legacy_posts WHERE slug = :name', { name });
  return row && readText(row, 'legacy_url');
}

/** Shorter words are similar to many others by chance. */
const CORRECTED_MIN_LENGTH = 5;

function listNamedWords({ title, headings }: FoundPage['fields']): string {
  const words = listWords(`${title}\n${headings}`).filter((word) => word.length >= CORRECTED_MIN_LENGTH);
  return [...new Set(words)].join(' ');
}
