import { computeIdf, IDF_MIN } from '../search-engine/bm25.ts';
import { isStopWord, termOf } from '../search-engine/english.ts';
import { readDocumentTerms } from '../search-engine/feedback.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { type Clause, parseQuery, planWords } from '../search-engine/query.ts';
import { HEADINGS, TITLE } from '../search-engine/schema.ts';
import { findTerm, type Term } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import type { FoundPage } from '../site/entities.ts';
import { SEARCH_PAGE_SIZE } from '../site/limits.ts';
import { createSlug } from '../site/slugs.ts';
import { formatArticleCount } from '../site/texts.ts';
import type { Row } from '../store/database.ts';
import { type FullTextMatch, formatMatch, PAGE_TABLE } from '../store/full-text.ts';
import { readInteger, readReal, readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { findTag } from '../store/tags.ts';
import type { Search } from './open-search.ts';

type PageQuery = { readonly text: string; readonly posts: FoundPosts; readonly now: number };

/** How many posts the search finds, and the slots of the best. */
type FoundPosts = { readonly count: number; readonly best: readonly number[] };

const PAGES_MAX = 3;

/**
 * The pages that match most of the query, the best first, after the page of the tag of that name. They are shown above posts.
 * So they must match more of the query than the best posts, or have no other word in their titles. Beside posts, a
 * match in the title or headings counts more than one in the text: every page mentions what the site is about. Beside a whole
 * page of posts, only these count.
 */
export function findPages(store: Store, search: PageSearch, { text, posts, now }: PageQuery): FoundPage[] {
  const tag = findTag(store, createSlug(text), now);
  const found = listMatching(store, search.index, planPages(search, text), posts);
  if (tag === undefined) return found;
  const description = `${formatArticleCount(tag.postCount)} with this tag`;
  return [{ title: tag.name, description, path: pages.tag(tag.slug) }, ...found].slice(0, PAGES_MAX);
}

/** Whether the search finds a page by this word. */
export function isOnPage(reader: SearchIndex['reader'], word: string): boolean {
  const query = formatMatch(PAGE_TABLE, createPhrase([word]));
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

type PageMatch = FullTextMatch<(typeof PAGE_TABLE.columns)[number]>;

type PagePlan = {
  readonly words: ReadonlySet<string>;
  readonly evidence: readonly Evidence[];
  readonly required: readonly PageMatch[];
  readonly excluded: readonly PageMatch[];
  /** The query has nothing but stop words, which count in titles only. */
  readonly isNamed: boolean;
};
type Evidence = {
  /** What matches a word as it was typed, or a phrase, and what matches it or a word of the same meaning. */
  readonly typed: PageMatch;
  readonly any: PageMatch;
  readonly weight: number;
  /** Of the posts: as typed, if a post has it, and of the same meaning. */
  readonly typedTerms: readonly Term[] | undefined;
  readonly otherTerms: readonly (readonly Term[])[];
};

/** Bounds the time of a query; the other words are ignored. */
const WORDS_MAX = 8;
function planPages({ index, synonyms }: PageSearch, text: string): PagePlan {
  const { words, phrases, excluded } = parseQuery(text);
  const typed = words.flatMap(({ parts }) => parts.map(({ word }) => word));
  const contentWords = typed.filter((word) => !isStopWord(word));
  const required = phrases.slice(0, WORDS_MAX);
  const isNamed = contentWords.length + required.length === 0;
  const clauses = new Map(planWords(index, words, synonyms).map((clause) => [clause.word, clause]));
  const wanted = [...new Set(isNamed ? typed : contentWords)].slice(0, WORDS_MAX);
  return {
    words: new Set(typed.map(termOf)),
    evidence: [
      ...wanted.map((word) => planWord(index, word, clauses.get(word))),
      ...required.map((phrase) => planPhrase(index, phrase)),
    ],
    required: required.map(createPhrase),
    excluded: excluded.slice(0, WORDS_MAX).map(createPhrase),
    isNamed,
  };
}

function planWord(index: SearchIndex, word: string, clause: Clause | undefined): Evidence {
  const term = findTerm(index, termOf(word));
  const otherTerms = (clause?.alternatives ?? [])
    .filter(({ isCompletion }) => !isCompletion)
    .map(({ terms }) => terms);
  const typed = createPhrase([word]);
  const others = otherTerms.map((terms): PageMatch => {
    return { kind: 'phrase', terms: terms.map(({ text }) => text) };
  });
  return {
    typed,
    any: { kind: 'any', of: [typed, ...others] },
    weight: (computeIdf(index, term?.documents ?? 0) + IDF_MIN) * (clause?.weight ?? 1),
    typedTerms: term && [term],
    otherTerms,
  };
}

function planPhrase(index: SearchIndex, phrase: readonly string[]): Evidence {
  const terms = phrase.flatMap((word) => findTerm(index, termOf(word)) ?? []);
  const match = createPhrase(phrase);
  return {
    typed: match,
    any: match,
    weight: computeIdf(index, 0) + IDF_MIN,
    typedTerms: terms.length < phrase.length ? undefined : terms,
    otherTerms: [],
  };
}

function createPhrase(words: readonly string[]): PageMatch {
  return { kind: 'phrase', terms: words.map(termOf) };
}

/** A page must match this share of the query, by idf. */
const SHARE_MIN = 0.6;
/** What a match in a place that says less about the page counts if posts are found, too. */
const OTHER_PLACE = 0.6;
/** For rounding errors of the sums. */
const SLACK = 1e-3;
/** Bounds the time. */
const COMPARED_MAX = 100;

/**
 * With `+`, SQLite runs the match once, not once for each id. The order breaks ties of the share: beside a whole page of posts, legacy
 * posts come last; a word of the title counts as much as ten of the text.
 */
const SELECT_MATCHING = `
  SELECT p.id, p.path, p.title, p.description FROM page_search s JOIN found_pages p ON p.id = s.rowid
  WHERE page_search MATCH :match AND +s.rowid IN (SELECT value FROM json_each(:ids))
  ORDER BY p.is_legacy * :isBesideMany, bm25(page_search, 10, 3, 1), p.path`;

function listMatching(
  store: Store,
  searchIndex: SearchIndex,
  plan: PagePlan,
  posts: FoundPosts,
): FoundPage[] {
  const { evidence, required, excluded } = plan;
  if (evidence.length === 0) return [];
  const { index } = store;
  const shares = readShares(index, searchIndex, plan, posts);
  if (shares.size === 0) return [];
  const any: PageMatch = { kind: 'any', of: evidence.map((one) => one.any) };
  const wanted: PageMatch = { kind: 'all', of: [any, ...required] };
  const unwanted: PageMatch = { kind: 'any', of: excluded };
  const match = formatMatch(PAGE_TABLE, { kind: 'without', match: wanted, excluded: unwanted });
  const isBesideMany = posts.count >= SEARCH_PAGE_SIZE ? 1 : 0;
  const rows = index.all(SELECT_MATCHING, { match, isBesideMany, ids: JSON.stringify([...shares.keys()]) });
  const shareOf = (row: Row) => shares.get(readInteger(row, 'id')) ?? 0;
  return rows
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .slice(0, PAGES_MAX)
    .map((row): FoundPage => {
      const description = readText(row, 'description');
      const named = { title: readText(row, 'title'), path: readText(row, 'path') };
      return description === '' ? named : { ...named, description };
    });
}

type PageColumns = readonly (typeof PAGE_TABLE.columns)[number][];

/** Fields of a page, and those of a post as a bit mask. */
type Place = { readonly columns: PageColumns; readonly fields: number; readonly share: number };
type Fields = Omit<Place, 'share'>;

const IN_TITLE: Fields = { columns: ['title'], fields: 1 << TITLE };
const IN_HEADINGS: Fields = { columns: ['title', 'headings'], fields: (1 << TITLE) | (1 << HEADINGS) };
const ANYWHERE: Fields = { columns: PAGE_TABLE.columns, fields: -1 };

/** Where to look for a word; the shares of the places that have it add up to at most 1. */
function listPlaces(isNamed: boolean, postCount: number): Place[] {
  if (isNamed) return [{ ...IN_TITLE, share: 1 }];
  if (postCount === 0) return [{ ...ANYWHERE, share: 1 }];
  const [best, other] = postCount < SEARCH_PAGE_SIZE ? [IN_HEADINGS, ANYWHERE] : [IN_TITLE, IN_HEADINGS];
  return [
    { ...best, share: 1 - OTHER_PLACE },
    { ...other, share: OTHER_PLACE },
  ];
}

/** The shares of the query that pages match, by id, of those that match enough. */
function readShares(
  pages: Store['index'],
  index: SearchIndex,
  plan: PagePlan,
  posts: FoundPosts,
): ReadonlyMap<number, number> {
  const places = listPlaces(plan.isNamed, posts.count);
  const whole = plan.evidence.reduce((sum, { weight }) => sum + weight, 0);
  const { synonym } = index.weights;
  const parts = plan.evidence.flatMap(({ typed, any, weight }) =>
    places.flatMap(({ columns, share }) => [
      { match: formatWithin(columns, typed), share: ((1 - synonym) * share * weight) / whole },
      { match: formatWithin(columns, any), share: (synonym * share * weight) / whole },
    ]),
  );
  const matches = parts.map(
    (_, place) =>
      `SELECT rowid AS id, :share${place} AS share FROM page_search WHERE page_search MATCH :match${place}`,
  );
  const bindings: Record<string, string | number> = Object.fromEntries(
    parts.flatMap(({ match, share }, place): [string, string | number][] => [
      [`match${place}`, match],
      [`share${place}`, share],
    ]),
  );
  const ofPosts = Math.max(0, ...posts.best.map((slot) => weighPost(index, plan, { slot, places }))) / whole;
  const rows = pages.all(
    `SELECT m.id, p.title, round(sum(share), 3) AS share FROM (${matches.join(' UNION ALL ')}) m
     JOIN found_pages p USING (id) GROUP BY m.id HAVING round(sum(share), 3) >= :least
     ORDER BY sum(share) DESC, m.id LIMIT ${COMPARED_MAX}`,
    { ...bindings, least: plan.isNamed ? 1 : SHARE_MIN },
  );
  return new Map(
    rows
      .filter((row) => readReal(row, 'share') > ofPosts + SLACK || isTitle(plan, readText(row, 'title')))
      .map((row) => [readInteger(row, 'id'), readReal(row, 'share')]),
  );
}

function formatWithin(columns: PageColumns, match: PageMatch): string {
  return formatMatch(PAGE_TABLE, { kind: 'in', columns, match });
}

/** Whether the query has all words of a title, without stop words if it has others. */
function isTitle({ words: typed }: PagePlan, title: string): boolean {
  const words = listWords(title);
  const contentWords = words.filter((word) => !isStopWord(word));
  return (contentWords.length > 0 ? contentWords : words).every((word) => typed.has(termOf(word)));
}

type PlacedPost = { readonly slot: number; readonly places: readonly Place[] };

/** The weight of the evidence that a post matches, measured like that of a page. */
function weighPost(index: SearchIndex, { evidence }: PagePlan, { slot, places }: PlacedPost): number {
  const fieldsOf = new Map(readDocumentTerms(index, slot).map(({ term, fields }) => [term, fields]));
  const measure = (terms: readonly Term[] = []) =>
    places
      .filter(({ fields }) => terms.every(({ id }) => ((fieldsOf.get(id) ?? 0) & fields) !== 0))
      .reduce((sum, { share }) => (terms.length === 0 ? 0 : sum + share), 0);
  return evidence.reduce((sum, { typedTerms, otherTerms, weight }) => {
    const others = otherTerms.map((terms) => index.weights.synonym * measure(terms));
    return sum + weight * Math.max(measure(typedTerms), ...others);
  }, 0);
}
