import { scoreTerm } from '../search-engine/bm25.ts';
import type { DocumentTerm } from '../search-engine/document-terms.ts';
import { pickSignificant, readDocumentTerms } from '../search-engine/feedback.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { listBest } from '../search-engine/ranking.ts';
import { FIELDS, type Field } from '../search-engine/schema.ts';
import type { PostSummary } from '../site/entities.ts';
import { RELATED_COUNT } from '../site/limits.ts';
import { parsePostSummary, SUMMARY_COLUMNS, SUMMARY_TABLES } from '../store/posts.ts';
import { readInteger, readOptionalText, readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { openSearch } from './open-search.ts';

const TERMS_MAX = 25;
const CANDIDATES_MAX = 12;
/** A term counts by the most important field that contains it. */
const FIELD_BOOSTS: Readonly<Record<Field, number>> = {
  title: 3,
  topic: 1,
  excerpt: 1.5,
  headings: 2,
  questions: 2,
  body: 1,
};
const TOPIC = FIELDS.indexOf('topic');
/** The share of common terms from which two posts are near duplicates. */
const NEAR_DUPLICATE = 0.8;
/** Bonuses on the fit, which is 1 for the best post. */
const SAME_SUBCATEGORY = 0.1;
const SAME_CATEGORY = 0.05;

/**
 * The most similar posts, at most one of them a near duplicate, filled up with the newest of the subcategory, of the category
 * and of all. Undefined if no published post has the id.
 */
export function listRelatedPosts(store: Store, id: number, now: number): PostSummary[] | undefined {
  return store.index.snapshot(() => {
    const subject = store.index.get(
      'SELECT category, subcategory FROM posts WHERE id = :id AND published_at <= :now',
      { id, now },
    );
    if (subject === undefined) return undefined;
    const { index, related: cache } = openSearch(store);
    const place = {
      ...{ id, now },
      category: readText(subject, 'category'),
      subcategory: readOptionalText(subject, 'subcategory') ?? null,
    };
    const chosen = cache.get(id, { store, now }, () => {
      const similar = orderByFit(store, listSimilar(index, id, now), place);
      const others = store.index.all(NEWEST_AROUND, place).map((row) => readInteger(row, 'id'));
      return chooseDistinct(index, id, [...new Set([...similar, ...others])]);
    });
    return chosen.flatMap((related) => {
      const row = store.index.get(`SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} WHERE p.id = :related`, {
        related,
      });
      return row === undefined ? [] : parsePostSummary(row);
    });
  });
}

type Similar = { readonly id: number; readonly fit: number };

function listSimilar(index: SearchIndex, id: number, now: number): Similar[] {
  const terms = readDocumentTerms(index, index.slotOf(id));
  const weighted = terms.map(({ term, fields, count }) => ({
    id: term,
    weight:
      (1 + Math.log(count)) *
      Math.max(...FIELDS.map((name, field) => (fields & (1 << field) ? FIELD_BOOSTS[name] : 0))),
  }));
  const scores = new Float64Array(index.slotCount);
  for (const { weight, ...term } of pickSignificant(index, weighted, TERMS_MAX)) {
    const matches = scoreTerm(index, term);
    matches.slots.forEach((slot, place) => {
      scores[slot] = (scores[slot] ?? 0) + weight * (matches.scores[place] ?? 0);
    });
  }
  const found: number[] = [];
  scores.forEach((score, slot) => {
    if (score > 0 && index.idOf(slot) !== id && (index.dates[slot] ?? now + 1) <= now) found.push(slot);
  });
  const ranking = { scores, found: Int32Array.from(found) };
  const best = listBest(ranking, CANDIDATES_MAX, (a, b) => b - a);
  const highest = scores[best[0] ?? 0] ?? 1;
  return best.map((slot) => ({ id: index.idOf(slot), fit: (scores[slot] ?? 0) / highest }));
}

type Place = { readonly category: string; readonly subcategory: string | null };

function orderByFit(store: Store, similar: readonly Similar[], { category, subcategory }: Place): number[] {
  const fits = similar.map(({ id, fit }) => {
    const row = store.index.get('SELECT category, subcategory FROM posts WHERE id = :id', { id });
    if (row?.category !== category) return { id, fit };
    const isNear = subcategory !== null && row.subcategory === subcategory;
    return { id, fit: fit + (isNear ? SAME_SUBCATEGORY : SAME_CATEGORY) };
  });
  return fits.toSorted((a, b) => b.fit - a.fit).map(({ id }) => id);
}

/** The first candidates, with at most one near duplicate of the post or of another candidate. */
function chooseDistinct(index: SearchIndex, id: number, candidates: readonly number[]): number[] {
  const known = [readOwnTerms(index, id)];
  const chosen: number[] = [];
  let hasDuplicate = false;
  for (const candidate of candidates) {
    if (chosen.length === RELATED_COUNT) break;
    const terms = readOwnTerms(index, candidate);
    const isDuplicate = known.some((other) => computeSimilarity(terms, other) > NEAR_DUPLICATE);
    if (isDuplicate && hasDuplicate) continue;
    hasDuplicate ||= isDuplicate;
    known.push(terms);
    chosen.push(candidate);
  }
  return chosen;
}

function readOwnTerms(index: SearchIndex, id: number): DocumentTerm[] {
  return readDocumentTerms(index, index.slotOf(id)).filter(({ fields }) => fields !== 1 << TOPIC);
}

function computeSimilarity(one: readonly DocumentTerm[], other: readonly DocumentTerm[]): number {
  const terms = new Set(one.map(({ term }) => term));
  const common = other.filter(({ term }) => terms.has(term)).length;
  return common / Math.max(1, one.length + other.length - common);
}

const NEWEST = `id <> :id AND published_at <= :now ORDER BY published_at DESC, id DESC LIMIT ${RELATED_COUNT}`;
const NEWEST_AROUND = `
  SELECT id FROM (SELECT id FROM posts WHERE subcategory = :subcategory AND ${NEWEST})
  UNION ALL SELECT id FROM (SELECT id FROM posts WHERE category = :category AND ${NEWEST})
  UNION ALL SELECT id FROM (SELECT id FROM posts WHERE ${NEWEST})`;
