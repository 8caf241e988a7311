import { readInteger, readText } from '../search-engine/database.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import type { PostSummary } from '../site/entities.ts';
import { RELATED_COUNT } from '../site/limits.ts';
import { formatPostIsLive } from '../store/posts/live.ts';
import { parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from '../store/posts/posts.ts';
import { readOptionalText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { listOwnTerms, measureOverlap } from './compare-texts.ts';
import { openSearchInSteps, type Search } from './open-search.ts';
import { RELATED_WEIGHTS, rankRelated } from './rank-related.ts';

/** Two posts with a larger share of common terms are near duplicates. */
const NEAR_DUPLICATE = 0.8;

/**
 * Lists the posts that fit best, at most one of them a near duplicate. If there are too few, the
 * newest of the subcategory, of the category and of all follow. Returns undefined if no published
 * post has the id. Other weights than the site's are for measurements.
 */
export function listRelatedPosts(
  store: Store,
  id: number,
  now: number,
  weights = RELATED_WEIGHTS,
): PostSummary[] | undefined {
  return store.index.snapshot(() => finishSteps(listRelatedInSteps(store, id, now, weights)));
}

/** All steps must read the same content. */
export function* listRelatedInSteps(
  store: Store,
  id: number,
  now: number,
  weights = RELATED_WEIGHTS,
): Steps<PostSummary[] | undefined> {
  const row = store.index.get(
    `SELECT category, subcategory FROM posts WHERE id = :id AND ${formatPostIsLive('posts')}`,
    { id, now },
  );
  if (row === undefined) return undefined;
  const search = yield* openSearchInSteps(store);
  const subcategory = readOptionalText(row, 'subcategory') ?? null;
  const subject = { id, now, category: readText(row, 'category') };
  const find = function* (): Steps<number[]> {
    const fitting = yield* rankRelated(store, search.index, subject, weights);
    const newest = store.index.all(NEWEST_AROUND, { ...subject, subcategory });
    const others = newest.map((other) => readInteger(other, 'id'));
    yield;
    return chooseDistinct(search, id, [...new Set([...fitting, ...others])]);
  };
  const isKnown = weights === RELATED_WEIGHTS && search.related.has(id, { store, now });
  const found = isKnown ? undefined : yield* find();
  const chosen =
    weights === RELATED_WEIGHTS
      ? search.related.get(id, { store, now }, () => found ?? finishSteps(find()))
      : (found ?? []);
  return chosen.flatMap((related) => {
    const summary = store.index.get(
      `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} WHERE p.id = :related`,
      { related },
    );
    return summary === undefined ? [] : parsePostSummary(summary);
  });
}

/**
 * Returns the first candidates, with at most one near duplicate of the post or of another
 * candidate.
 */
function chooseDistinct({ index }: Search, id: number, candidates: readonly number[]): number[] {
  const known = [listOwnTerms(index, id)];
  const chosen: number[] = [];
  let hasDuplicate = false;
  for (const candidate of candidates) {
    if (chosen.length === RELATED_COUNT) break;
    const terms = listOwnTerms(index, candidate);
    const isDuplicate = known.some((other) => measureOverlap(terms, other) > NEAR_DUPLICATE);
    if (isDuplicate && hasDuplicate) continue;
    hasDuplicate ||= isDuplicate;
    known.push(terms);
    chosen.push(candidate);
  }
  return chosen;
}

const NEWEST = `id <> :id AND ${formatPostIsLive('posts')} ORDER BY published_at DESC, id DESC LIMIT ${RELATED_COUNT}`;
const NEWEST_AROUND = `
  SELECT id FROM (SELECT id FROM posts WHERE subcategory = :subcategory AND ${NEWEST})
  UNION ALL SELECT id FROM (SELECT id FROM posts WHERE category = :category AND ${NEWEST})
  UNION ALL SELECT id FROM (SELECT id FROM posts WHERE ${NEWEST})`;
