import { listBest, type Ranking } from '../search-engine/rank-documents.ts';
import { weighIndex } from '../search-engine/score-terms.ts';
import {
  ALL_INGREDIENTS,
  createPlan,
  type Ingredient,
  listMarks,
  type Mark,
  rankPlan,
} from '../search-engine/search-documents.ts';
import type { Page } from '../site/entities.ts';
import { SEARCH_PAGE_SIZE } from '../site/limits.ts';
import type { SearchResult, SearchSummary } from '../site/search-result.ts';
import { parseSearchText } from '../site/search-text.ts';
import { parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from '../store/posts.ts';
import { readInteger, readReal, readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { type Correction, correctQuery } from './correct-query.ts';
import { findPassage } from './find-passage.ts';
import { openSearch, type Search } from './open-search.ts';
import { splitContent } from './split-content.ts';

type Asked = {
  readonly text: string;
  /** Of this category alone. */
  readonly categoryId?: number | undefined;
  readonly page?: number;
  readonly limit?: number;
  /** All of them, unless the worth of one is measured. */
  readonly ingredients?: ReadonlySet<Ingredient>;
};

/** Posts that say less of what the query says than this are not found, as long as others say more. */
const LEAST_SHARE = 0.6;

/**
 * The most relevant first: posts with every word, then those with most of what the query says; where none has most, those
 * with any. Posts that fit alike come by recent views, then newest first. Whatever the text holds, it never throws.
 */
export function searchPosts(store: Store, asked: Asked, now: number): Page<SearchResult> {
  return store.index.snapshot(() => {
    const { search, ranking, marks } = openRun(store, asked, now);
    const found = keepCategory(store, search, { ranking, categoryId: asked.categoryId });
    const { page = 1, limit = SEARCH_PAGE_SIZE } = asked;
    const best = listBest(found, page * limit, createTieBreak(search)).slice((page - 1) * limit);
    return {
      items: readResults(store, { search, ranking: found, slots: best, marks }),
      total: found.found.length,
    };
  });
}

/** What to say of the search besides its results. */
export function summariseSearch(store: Store, text: string, now: number): SearchSummary {
  return store.index.snapshot(() => {
    const { search, ranking, correction } = openRun(store, { text }, now);
    const { isCorrected, literal, suggestion } = correction;
    return {
      ...(isCorrected && literal !== undefined && { correction: { text: correction.text, literal } }),
      ...(suggestion !== undefined && { suggestion }),
      categories: countCategories(store, search, ranking),
    };
  });
}

/** What a text finds, whatever part of it is asked for. */
export type Run = {
  readonly ranking: Ranking;
  readonly marks: readonly Mark[];
  readonly correction: Correction;
};

function openRun(store: Store, { text: typed, ingredients }: Asked, now: number): Run & { search: Search } {
  const search = openSearch(store);
  const text = parseSearchText(typed);
  if (ingredients !== undefined) return { search, ...runSearch(search, { text, ingredients, now }) };
  const find = () => runSearch(search, { text, ingredients: ALL_INGREDIENTS, now });
  return { search, ...search.runs.recall(text, { store, now }, find) };
}

type RunOptions = {
  readonly text: string;
  readonly ingredients: ReadonlySet<Ingredient>;
  readonly now: number;
};

function runSearch(search: Search, { text, ingredients, now }: RunOptions): Run {
  const index = ingredients.has('field weights') ? search.index : weighIndex(search.index, false);
  const options = { now, synonyms: search.synonyms, leastShare: LEAST_SHARE, ingredients };
  const correction = ingredients.has('corrections')
    ? correctQuery(search, text)
    : { text, isCorrected: false };
  const plan = createPlan(index, correction.text, options);
  return { correction, ranking: rankPlan(index, plan, options), marks: listMarks(index, plan) };
}

type Choice = { readonly ranking: Ranking; readonly categoryId: number | undefined };

function keepCategory(store: Store, { index }: Search, { ranking, categoryId }: Choice): Ranking {
  if (categoryId === undefined) return ranking;
  const row = store.index.get(
    'SELECT s.id FROM search_shelves s JOIN categories c ON c.slug = s.name WHERE c.id = :categoryId',
    { categoryId },
  );
  const shelf = row && readInteger(row, 'id');
  return { ...ranking, found: ranking.found.filter((slot) => index.shelves[slot] === shelf) };
}

function countCategories(store: Store, { index }: Search, { found }: Ranking): SearchSummary['categories'] {
  const counts = new Map<number, number>();
  for (const slot of found) {
    const shelf = index.shelves[slot] ?? 0;
    counts.set(shelf, (counts.get(shelf) ?? 0) + 1);
  }
  const rows = store.index.all(
    'SELECT s.id AS shelf, c.id FROM search_shelves s JOIN categories c ON c.slug = s.name ORDER BY c.id',
  );
  return rows
    .map((row) => ({ categoryId: readInteger(row, 'id'), count: counts.get(readInteger(row, 'shelf')) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

function createTieBreak({ index: { dates, idOf } }: Search) {
  return (a: number, b: number): number => (dates[b] ?? 0) - (dates[a] ?? 0) || idOf(b) - idOf(a);
}

type Reading = {
  readonly search: Search;
  readonly ranking: Ranking;
  readonly slots: readonly number[];
  readonly marks: readonly Mark[];
};

function readResults(store: Store, { search, ranking, slots, marks }: Reading): SearchResult[] {
  return breakTies(store, search, { ranking, slots }).flatMap((slot) => {
    const row = store.index.get(
      `SELECT ${SUMMARY_COLUMNS}, t.content FROM ${SUMMARY_TABLES} JOIN post_texts t ON t.post_id = p.id WHERE p.id = :id`,
      { id: search.index.idOf(slot) },
    );
    if (row === undefined) return [];
    const post = parsePostSummary(row);
    return { ...post, ...findPassage(splitContent(readText(row, 'content')), post.excerpt, marks) };
  });
}

/** Within each run of posts that fit alike, those viewed more of late first. */
function breakTies(
  store: Store,
  { index }: Search,
  { ranking, slots }: Pick<Reading, 'ranking' | 'slots'>,
): number[] {
  const scoreOf = (slot: number | undefined) => (slot === undefined ? undefined : ranking.scores[slot]);
  const runs = Map.groupBy(slots, scoreOf);
  return [...runs.values()].flatMap((run) => {
    if (run.length === 1) return run;
    const heats = new Map(run.map((slot) => [slot, readHeat(store, index.idOf(slot))]));
    return run.toSorted((a, b) => (heats.get(b) ?? 0) - (heats.get(a) ?? 0));
  });
}

function readHeat(store: Store, id: number): number {
  return readReal(store.index.get('SELECT heat FROM state.views WHERE post_id = :id', { id }), 'heat');
}
