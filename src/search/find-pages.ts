import type { Reader } from '../search-engine/database.ts';
import { isStopWord, termOf } from '../search-engine/english.ts';
import { parseQuery } from '../search-engine/query.ts';
import { pages } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import type { FoundPage } from '../site/entities.ts';
import { SEARCH_PAGE_SIZE } from '../site/limits.ts';
import { formatArticleCount } from '../site/texts.ts';
import { readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { findTag } from '../store/tags.ts';

const PAGES_MAX = 3;

/** Bounds the time of a query; the other words are ignored. */
const WORDS_MAX = 8;

/** A word of the title counts as much as ten of the text. */
const SELECT_FOUND = `
  SELECT p.path, p.title, p.description FROM page_search s JOIN found_pages p ON p.id = s.rowid
  WHERE page_search MATCH :query ORDER BY bm25(page_search, 10, 3, 1), p.path LIMIT ${PAGES_MAX}`;

type Asked = { readonly text: string; readonly postCount: number; readonly now: number };

/**
 * The pages with all words of the query, and the page of the tag of that name. If a whole page of posts has the words, a page
 * needs them in its title or headings: every page mentions what the site is about.
 */
export function findPages(store: Store, { text, postCount, now }: Asked): FoundPage[] {
  const tag = findTag(store, createSlug(text), now);
  const query = formatMatch(text, postCount >= SEARCH_PAGE_SIZE ? '{title headings} : ' : '');
  const rows = query === undefined ? [] : store.index.all(SELECT_FOUND, { query });
  const found = rows.map((row): FoundPage => {
    const description = readText(row, 'description');
    const named = { title: readText(row, 'title'), path: readText(row, 'path') };
    return description === '' ? named : { ...named, description };
  });
  if (tag === undefined) return found;
  const description = `${formatArticleCount(tag.postCount)} with this tag`;
  return [{ title: tag.name, description, path: pages.tag(tag.slug) }, ...found].slice(0, PAGES_MAX);
}

/** Whether the search finds a page by this word. */
export function isOnPage(reader: Pick<Reader, 'get'>, word: string): boolean {
  const query = quote([word]);
  return (
    reader.get('SELECT 1 FROM page_search WHERE page_search MATCH :query LIMIT 1', { query }) !== undefined
  );
}

/** An expression of FTS5, whose strings are phrases; `columns` restricts it. Stop words alone must be in the title. */
function formatMatch(text: string, columns: string): string | undefined {
  const { words, phrases, excluded } = parseQuery(text);
  const typed = words.flatMap(({ parts }) => parts.map(({ word }) => word));
  const wanted = [...typed.filter((word) => !isStopWord(word)).map((word) => [word]), ...phrases];
  const isNamed = wanted.length === 0;
  const all = (isNamed ? typed.map((word) => [word]) : wanted).slice(0, WORDS_MAX);
  if (all.length === 0) return undefined;
  const without =
    excluded.length === 0 ? '' : ` NOT (${excluded.slice(0, WORDS_MAX).map(quote).join(' OR ')})`;
  return `(${isNamed ? 'title : ' : columns}(${all.map(quote).join(' AND ')}))${without}`;
}

/** No word has a quote. */
function quote(words: readonly string[]): string {
  return `"${words.map(termOf).join(' ')}"`;
}
