import { computeIdf } from '../search-engine/bm25.ts';
import { isStopWord, termOf } from '../search-engine/english.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { parseQuery, planWords } from '../search-engine/query.ts';
import { findTerm } from '../search-engine/term-dictionary.ts';
import { pages } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import type { FoundPage } from '../site/entities.ts';
import { SEARCH_PAGE_SIZE } from '../site/limits.ts';
import { formatArticleCount } from '../site/texts.ts';
import { readInteger, readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { findTag } from '../store/tags.ts';
import type { Search } from './open-search.ts';

type Asked = { readonly text: string; readonly postCount: number; readonly now: number };

const PAGES_MAX = 3;

/**
 * The pages that match most of the query, the best first, after the page of the tag of that name. Beside posts, a match in the
 * title or headings counts more than one in the text: every page mentions what the site is about. Beside a whole page of
 * posts, only these count.
 */
export function findPages(store: Store, search: PageSearch, { text, postCount, now }: Asked): FoundPage[] {
  const tag = findTag(store, createSlug(text), now);
  const found = listMatching(store, planPages(search, text), postCount);
  if (tag === undefined) return found;
  const description = `${formatArticleCount(tag.postCount)} with this tag`;
  return [{ title: tag.name, description, path: pages.tag(tag.slug) }, ...found].slice(0, PAGES_MAX);
}

/** Whether the search finds a page by this word. */
export function isOnPage(reader: SearchIndex['reader'], word: string): boolean {
  const query = quote([word]);
  return (
    reader.get('SELECT 1 FROM page_search WHERE page_search MATCH :query LIMIT 1', { query }) !== undefined
  );
}

/** The longer words of the titles and headings of pages. */
export function listPageWords(index: Store['index']): string[] {
  const rows = index.all('SELECT words FROM found_pages');
  return [...new Set(rows.flatMap((row) => readText(row, 'words').split(' ')))];
}

type PageSearch = Pick<Search, 'index' | 'synonyms'>;

/** Expressions of FTS5. */
type PagePlan = {
  readonly evidence: readonly Evidence[];
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** The query has nothing but stop words, which count in titles only. */
  readonly isNamed: boolean;
};
type Evidence = { readonly match: string; readonly weight: number };

/** Bounds the time of a query; the other words are ignored. */
const WORDS_MAX = 8;
/** Added to each idf, so that a word of every post counts for something. */
const IDF_MIN = 0.1;

function planPages({ index, synonyms }: PageSearch, text: string): PagePlan {
  const { words, phrases, excluded } = parseQuery(text);
  const typed = words.flatMap(({ parts }) => parts.map(({ word }) => word));
  const contentWords = typed.filter((word) => !isStopWord(word));
  const required = phrases.slice(0, WORDS_MAX).map(quote);
  const isNamed = contentWords.length + required.length === 0;
  const meanings = new Map(
    planWords(index, words, synonyms).map(({ word, alternatives }) => [word, alternatives]),
  );
  const weigh = (word: string) => computeIdf(index, findTerm(index, termOf(word))?.documents ?? 0) + IDF_MIN;
  const ofWords = [...new Set(isNamed ? typed : contentWords)].slice(0, WORDS_MAX).map((word) => {
    const others = (meanings.get(word) ?? []).filter(({ isCompletion }) => !isCompletion);
    const expressions = [
      quote([word]),
      ...others.map(({ terms }) => quoteTerms(terms.map((term) => term.text))),
    ];
    return { match: [...new Set(expressions)].join(' OR '), weight: weigh(word) };
  });
  return {
    evidence: [...ofWords, ...required.map((match) => ({ match, weight: weigh('') }))],
    required,
    excluded: excluded.slice(0, WORDS_MAX).map(quote),
    isNamed,
  };
}

/** No word has a quote. */
function quote(words: readonly string[]): string {
  return quoteTerms(words.map(termOf));
}

/** A string is a phrase. */
function quoteTerms(terms: readonly string[]): string {
  return `"${terms.join(' ')}"`;
}

/** A page must match this share of the query, by idf. */
const SHARE_MIN = 0.6;
/** What a match in the text counts if posts are found, too. */
const TEXT_BESIDE_POSTS = 0.6;
const SLACK = 1e-6;
const COMPARED_MAX = 100;

/**
 * With `+`, SQLite runs the match once, not once for each id. A word of the title counts as much as ten of the text. Beside a whole page of posts, legacy posts, which are old, come last.
 */
const SELECT_BEST = `
  SELECT p.path, p.title, p.description FROM page_search s JOIN found_pages p ON p.id = s.rowid
  WHERE page_search MATCH :match AND +s.rowid IN (SELECT value FROM json_each(:ids))
  ORDER BY p.is_legacy * :isBesideMany, bm25(page_search, 10, 3, 1), p.path LIMIT ${PAGES_MAX}`;

function listMatching({ index }: Store, plan: PagePlan, postCount: number): FoundPage[] {
  const { evidence, required, excluded } = plan;
  const ids = listIds(index, plan, postCount);
  if (ids.length === 0) return [];
  const any = `(${evidence.map(({ match }) => match).join(' OR ')})`;
  const without = excluded.length === 0 ? '' : ` NOT (${excluded.join(' OR ')})`;
  const match = `(${[any, ...required].join(' AND ')})${without}`;
  const isBesideMany = postCount >= SEARCH_PAGE_SIZE ? 1 : 0;
  return index.all(SELECT_BEST, { match, isBesideMany, ids: JSON.stringify(ids) }).map((row): FoundPage => {
    const description = readText(row, 'description');
    const named = { title: readText(row, 'title'), path: readText(row, 'path') };
    return description === '' ? named : { ...named, description };
  });
}

/** The pages that match enough of the query. */
function listIds(index: Store['index'], { evidence, isNamed }: PagePlan, postCount: number): number[] {
  const whole = evidence.reduce((sum, { weight }) => sum + weight, 0);
  const columns = isNamed ? 'title' : '{title headings}';
  const inText = isNamed || postCount >= SEARCH_PAGE_SIZE ? 0 : postCount > 0 ? TEXT_BESIDE_POSTS : 1;
  const parts = evidence
    .flatMap(({ match, weight }) => [
      { match: `${columns} : (${match})`, share: ((1 - inText) * weight) / whole },
      { match, share: (inText * weight) / whole },
    ])
    .filter(({ share }) => share > 0);
  if (parts.length === 0) return [];
  const matches = parts.map(
    (_, place) =>
      `SELECT rowid AS id, :share${place} AS share FROM page_search WHERE page_search MATCH :match${place}`,
  );
  const bindings = Object.fromEntries(
    parts.flatMap(({ match, share }, place) => [
      [`match${place}`, match],
      [`share${place}`, share],
    ]),
  );
  return index
    .all(
      `SELECT id FROM (${matches.join(' UNION ALL ')}) GROUP BY id HAVING sum(share) >= :least
       ORDER BY sum(share) DESC, id LIMIT ${COMPARED_MAX}`,
      {
        ...bindings,
        least: (isNamed ? 1 : SHARE_MIN) - SLACK,
      },
    )
    .map((row) => readInteger(row, 'id'));
}
