import { readInteger } from '../search-engine/database.ts';
import { listBest, listRankedSlots, type Ranking } from '../search-engine/ranking.ts';
import { type Mark, searchDocumentsInSteps } from '../search-engine/search.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import type { ListPage, SearchResult, SearchSummary } from '../site/entities.ts';
import { SEARCH_PAGE_SIZE } from '../site/limits.ts';
import { parseSearchText } from '../site/page-query.ts';
import { parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from '../store/posts/posts.ts';
import { readIntegerOrZero } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { correctQuery } from './correct-query.ts';
import { findDirectAnswer } from './direct-answer.ts';
import { findNearestSubjects } from './nearest-subjects.ts';
import { type CorrectedAnswer, openSearch, type Search, type SearchMoment } from './open-search.ts';
import { findPassage, markText, resolveMarks } from './passages.ts';
import { listRankedPages } from './ranked-pages.ts';

export type SearchQuestion = {
  readonly text: string;
  readonly categoryId?: number | undefined;
  readonly page?: number;
  readonly limit?: number;
};

/** The share of the best score that a result needs, chosen on judged queries (record 065). */
export const SCORE_SHARE_MIN = 0.34;

/** The score of a page relative to that of an article: articles are what most readers look for. */
const PAGE_WEIGHT = 0.9;

/** The number of best posts that are searched for a direct answer. */
const BEST_COUNT = 2;

/**
 * Finds the posts that match most of the query or, if there are none, any of it. Ties are broken by
 * recent views, then by date. Any text is accepted.
 */
export function searchPosts(
  store: Store,
  asked: SearchQuestion,
  now: number,
  open = openSearch,
): ListPage<SearchResult> {
  return store.index.snapshot(() =>
    finishSteps(searchPostsInSteps(open(store), { store, now, ...asked })),
  );
}

/** All steps must read the same content. */
export function* searchPostsInSteps(
  search: Search,
  {
    store,
    now,
    text,
    categoryId,
    page = 1,
    limit = SEARCH_PAGE_SIZE,
  }: SearchMoment & SearchQuestion,
): Steps<ListPage<SearchResult>> {
  const answer = yield* findAnswerInSteps(search, { store, text, now });
  yield;
  const ranking = keepCategory(store, search, keepPosts(search, answer), categoryId);
  const slots = listRankedSlots(
    ranking,
    { start: (page - 1) * limit, count: limit },
    createTieBreak(search),
  );
  const ordered = breakTies(store, search, ranking, slots);
  yield;
  const items = yield* readResultsInSteps(store, search, ordered, answer.marks);
  return { items, total: ranking.found.length };
}

export function summariseSearch(
  store: Store,
  text: string,
  now: number,
  open = openSearch,
): SearchSummary {
  return store.index.snapshot(() =>
    finishSteps(summariseSearchInSteps(open(store), { store, text, now })),
  );
}

/** All steps must read the same content. */
export function* summariseSearchInSteps(
  search: Search,
  { store, text, now }: SearchMoment & { readonly text: string },
): Steps<SearchSummary> {
  const { correction, ...all } = yield* findAnswerInSteps(search, { store, text, now });
  yield;
  const { isCorrected, literal, suggestion } = correction;
  const ranking = keepPosts(search, all);
  const pages = listRankedPages(store, search, all, { text: correction.text, now });
  yield;
  const best = listBest(ranking, BEST_COUNT, createTieBreak(search));
  // A page above the articles fits the query better than the best of them, or is named by it.
  const answer =
    pages[0]?.place === 0
      ? undefined
      : findDirectAnswer(store, search, { text: correction.text, best });
  yield;
  const isEmpty = ranking.found.length + pages.length === 0;
  const nearest = isEmpty
    ? yield* findNearestSubjects(search, correction.text, { store, now })
    : undefined;
  return {
    ...(answer && { answer }),
    ...(isCorrected && literal !== undefined && { correction: { text: correction.text, literal } }),
    ...(suggestion !== undefined && { suggestion }),
    categories: countByCategory(store, search, ranking),
    pages,
    ...(nearest && { nearest }),
  };
}

/** Finds the answer and caches it. All steps must read the same content. */
export function* findAnswerInSteps(
  search: Search,
  { store, text: typed, now }: SearchMoment & { readonly text: string },
): Steps<CorrectedAnswer> {
  const text = parseSearchText(typed);
  const find = function* (): Steps<CorrectedAnswer> {
    const { index, synonyms } = search;
    const correction = yield* correctQuery(search, text);
    yield;
    const timeless = { from: search.firstPage, weight: PAGE_WEIGHT };
    const options = { now, synonyms, leastShare: SCORE_SHARE_MIN, timeless };
    return { ...(yield* searchDocumentsInSteps(index, correction.text, options)), correction };
  };
  const answer = search.answers.has(text, { store, now }) ? undefined : yield* find();
  return search.answers.get(text, { store, now }, () => answer ?? finishSteps(find()));
}

/** Leaves out the pages, whose slots follow those of posts; `found` ascends. */
function keepPosts({ firstPage }: Search, { scores, found }: Ranking): Ranking {
  const end = found.findIndex((slot) => slot >= firstPage);
  return { scores, found: end < 0 ? found : found.subarray(0, end) };
}

function keepCategory(
  store: Store,
  { index }: Search,
  ranking: Ranking,
  categoryId?: number,
): Ranking {
  if (categoryId === undefined) return ranking;
  const row = store.index.get(
    'SELECT f.id FROM search_facets f JOIN categories c ON c.slug = f.name WHERE c.id = :categoryId',
    { categoryId },
  );
  const facet = row && readInteger(row, 'id');
  return { ...ranking, found: ranking.found.filter((slot) => index.facets[slot] === facet) };
}

function countByCategory(
  store: Store,
  { index }: Search,
  { found }: Ranking,
): SearchSummary['categories'] {
  const counts = new Map<number, number>();
  for (const slot of found) {
    const facet = index.facets[slot] ?? 0;
    counts.set(facet, (counts.get(facet) ?? 0) + 1);
  }
  const rows = store.index.all(
    'SELECT f.id AS facet, c.id FROM search_facets f JOIN categories c ON c.slug = f.name ORDER BY c.id',
  );
  return rows
    .map((row) => ({
      categoryId: readInteger(row, 'id'),
      count: counts.get(readInteger(row, 'facet')) ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

function createTieBreak({ index: { dates, idOf } }: Search) {
  return (a: number, b: number): number => (dates[b] ?? 0) - (dates[a] ?? 0) || idOf(b) - idOf(a);
}

function* readResultsInSteps(
  store: Store,
  { index, getPreparedTexts }: Search,
  slots: readonly number[],
  marks: readonly Mark[],
): Steps<SearchResult[]> {
  const texts = getPreparedTexts();
  const resolved = resolveMarks(marks, texts.findTermId);
  const results: SearchResult[] = [];
  for (const slot of slots) {
    const id = index.idOf(slot);
    const row = store.index.get(
      `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} WHERE p.id = :id`,
      { id },
    );
    if (row === undefined) continue;
    const post = parsePostSummary(row);
    const found = findPassage(texts.read(store, id), resolved);
    results.push({
      ...post,
      ...(found ?? { passage: markText(texts.prepare({ text: post.excerpt }), resolved) }),
    });
    yield;
  }
  return results;
}

function breakTies(
  store: Store,
  { index }: Search,
  { scores }: Ranking,
  slots: readonly number[],
): number[] {
  const ties = Map.groupBy(slots, (slot) => scores[slot]);
  return [...ties.values()].flatMap((tied) => {
    if (tied.length === 1) return tied;
    const heats = new Map(tied.map((slot) => [slot, readHeat(store, index.idOf(slot))]));
    return tied.toSorted((a, b) => (heats.get(b) ?? 0) - (heats.get(a) ?? 0));
  });
}

function readHeat(store: Store, id: number): number {
  return readIntegerOrZero(
    store.index.get('SELECT heat FROM state.views WHERE post_id = :id', { id }),
    'heat',
  );
}
