import { computeIdf, IDF_MIN, type Matches, scoreTerms } from './bm25.ts';
import type { SearchIndex } from './open-index.ts';
import { addProximity } from './proximity.ts';
import {
  type Alternative,
  type Clause,
  planQuery,
  type QueryPlan,
  type Synonyms,
} from './query.ts';
import type { Ranking } from './ranking.ts';
import { finishSteps, type Steps } from './steps.ts';
import type { Term } from './term-dictionary.ts';

export type SearchOptions = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly synonyms?: Synonyms;
  /**
   * The share of the best score that a document must have, unless it has all words and one of them
   * is not common. At 0 every match is found.
   */
  readonly leastShare?: number;
  /** Documents from this slot on are found at any time, with a share of their score. */
  readonly timeless?: { readonly from: number; readonly weight: number };
};

/** A term, or several as a phrase, to highlight in results. */
export type Mark = { readonly terms: readonly string[]; readonly weight: number };

export type SearchAnswer = Ranking & { readonly marks: readonly Mark[] };

export function searchDocuments(
  index: SearchIndex,
  text: string,
  options: SearchOptions,
): SearchAnswer {
  return finishSteps(searchDocumentsInSteps(index, text, options));
}

/** All steps must read the same content. */
export function* searchDocumentsInSteps(
  index: SearchIndex,
  text: string,
  options: SearchOptions,
): Steps<SearchAnswer> {
  const plan = yield* planQuery(index, text, options.synonyms ?? new Map());
  yield;
  const ranking = yield* rankDocuments(index, plan, options);
  return { ...ranking, marks: listSearchMarks(index, plan) };
}

const NOTHING: Ranking = { scores: new Float64Array(0), found: new Int32Array(0) };

function* rankDocuments(
  index: SearchIndex,
  plan: QueryPlan,
  options: SearchOptions,
): Steps<Ranking> {
  const phrases: (Matches | undefined)[] = [];
  for (const terms of plan.phrases) {
    phrases.push(terms && scoreTerms(index, terms));
    yield;
  }
  const required = phrases.filter((phrase) => phrase !== undefined);
  const clauses = yield* scoreClauses(index, plan.clauses);
  const evidence = [...clauses, ...required.map((phrase) => ({ ...phrase, weight: 1 }))];
  if (evidence.length === 0 || required.length < phrases.length) return NOTHING;
  const sums = sumEvidence(index, evidence);
  excludeDocuments(index, sums.scores, { required, excluded: plan.excluded, options });
  yield;
  const { scores } = sums;
  const stopWords = yield* scoreClauses(index, plan.stopWords);
  addStopWords(scores, stopWords);
  yield;
  addProximity(index, { scores, found: listMatching(scores) }, [...clauses, ...stopWords]);
  yield;
  for (let slot = options.timeless?.from ?? scores.length; slot < scores.length; slot++)
    scores[slot] = (scores[slot] ?? 0) * (options.timeless?.weight ?? 1);
  const hasTelling = evidence.some(
    ({ slots }) => slots.length > 0 && slots.length < COMMON_SHARE * index.documentCount,
  );
  const wanted = hasTelling ? evidence.length : Number.POSITIVE_INFINITY;
  const { leastShare = 0 } = options;
  const found = keepRelevant(sums, wanted, leastShare);
  if (hasTelling || evidence.length === 1 || found.length <= MANY) return { scores, found };
  return { scores, found: keepRelevant(sums, wanted, leastShare * COMMON_WORDS_FACTOR) };
}

/** A word that a larger share of the documents has is common and says little. */
const COMMON_SHARE = 1 / 3;
/**
 * If all of several words are common and more documents than this are found, each document needs
 * `COMMON_WORDS_FACTOR` times the share of the best score (record 065).
 */
const MANY = 24;
const COMMON_WORDS_FACTOR = 1.5;

type ScoredClause = Clause & Matches;

function* scoreClauses(index: SearchIndex, clauses: readonly Clause[]): Steps<ScoredClause[]> {
  const scored: ScoredClause[] = [];
  for (const clause of clauses) {
    scored.push({ ...clause, ...(yield* scoreClause(index, clause)) });
    yield;
  }
  return scored;
}

/**
 * Scores a word of the query by its best alternative. No alternative has a higher idf than the
 * typed word, or a rare compound would outweigh the query, unless the typed word is unknown or the
 * alternative means several words.
 */
function* scoreClause(index: SearchIndex, { alternatives }: Clause): Steps<Matches> {
  const [typed, ...others] = alternatives;
  if (typed === undefined) {
    return { slots: new Int32Array(0), scores: new Float32Array(0), idf: computeIdf(index, 0) };
  }
  const first = scoreAlternative(index, typed);
  const all = [first];
  let { idf } = first;
  for (const alternative of others) {
    const other = scoreAlternative(index, alternative);
    const mayBeRarer = typed.weight < 1 || alternative.isMeaningOfPhrase;
    if (typed.weight < 1) idf = Math.max(idf, other.idf);
    all.push(mayBeRarer ? other : capIdf(other, idf));
    yield;
  }
  if (alternatives.some(({ isCompletion }) => isCompletion)) return scoreCompletions(index, all);
  return { ...mergeMatches(index, all), idf };
}

/** Scores a word that may be a part of others as if all of them were one term. */
function scoreCompletions(index: SearchIndex, all: readonly Matches[]): Matches {
  const idf = computeIdf(index, mergeMatches(index, all).slots.length);
  const merged = mergeMatches(
    index,
    all.map((matches) => scaleScores(matches, idf / matches.idf)),
  );
  return { ...merged, idf };
}

function scoreAlternative(index: SearchIndex, { terms, weight }: Alternative): Matches {
  return scaleScores(scoreTerms(index, terms), weight);
}

function capIdf(matches: Matches, idf: number): Matches {
  return matches.idf <= idf ? matches : { ...scaleScores(matches, idf / matches.idf), idf };
}

function scaleScores(matches: Matches, factor: number): Matches {
  return factor === 1
    ? matches
    : { ...matches, scores: matches.scores.map((score) => score * factor) };
}

function mergeMatches({ slotCount }: SearchIndex, all: readonly Matches[]): Omit<Matches, 'idf'> {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const best = new Float32Array(slotCount);
  const found = new Int32Array(all.reduce((sum, { slots }) => sum + slots.length, 0));
  let count = 0;
  for (const { slots, scores } of all) {
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0;
      const score = scores[place] ?? 0;
      if (best[slot] === 0) found[count++] = slot;
      if (score > (best[slot] ?? 0)) best[slot] = score;
    }
  }
  const slots = found.subarray(0, count);
  return { slots, scores: Float32Array.from(slots, (slot) => best[slot] ?? 0) };
}

/**
 * The score of each slot, and the number of words and phrases of the query that its document has.
 */
type EvidenceSums = { readonly scores: Float64Array; readonly counts: Uint8Array };

type Evidence = Matches & { readonly weight: number };

function sumEvidence({ slotCount }: SearchIndex, evidence: readonly Evidence[]): EvidenceSums {
  const sums = new Float64Array(slotCount);
  const counts = new Uint8Array(slotCount);
  for (const { slots, scores, weight } of evidence) {
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0;
      sums[slot] = (sums[slot] ?? 0) + (scores[place] ?? 0) * weight;
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }
  return { scores: sums, counts };
}

/** Raises the scores of documents that also have another word of the query. */
function addStopWords(sums: Float64Array, stopWords: readonly Evidence[]): void {
  for (const { slots, scores, weight } of stopWords) {
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0;
      const sum = sums[slot] ?? 0;
      if (sum > 0) sums[slot] = sum + (scores[place] ?? 0) * weight;
    }
  }
}

type Requirements = {
  readonly required: readonly Matches[];
  readonly excluded: QueryPlan['excluded'];
  readonly options: SearchOptions;
};

function excludeDocuments(
  index: SearchIndex,
  scores: Float64Array,
  requirements: Requirements,
): void {
  const { required, excluded, options } = requirements;
  const { now, timeless } = options;
  const timelessFrom = timeless?.from ?? Number.POSITIVE_INFINITY;
  const missing = new Uint8Array(index.slotCount).fill(required.length);
  for (const { slots } of required)
    for (const slot of slots) missing[slot] = (missing[slot] ?? 0) - 1;
  for (const slot of listExcluded(index, excluded)) missing[slot] = 1;
  for (let slot = 0; slot < scores.length; slot++) {
    const isHidden =
      slot < timelessFrom && (index.visibleFrom[slot] ?? Number.POSITIVE_INFINITY) > now;
    if (missing[slot] !== 0 || isHidden) scores[slot] = 0;
  }
}

/** Lists the slots of documents that have an excluded phrase where readers see it. */
function listExcluded(index: SearchIndex, excluded: QueryPlan['excluded']): number[] {
  if (excluded.length === 0) return [];
  const visible = { ...index, occurrenceWeights: index.visibleWeights() };
  return excluded.flatMap((terms) => {
    const { slots, scores } = scoreTerms(visible, terms);
    return [...slots].filter((_, place) => (scores[place] ?? 0) > 0);
  });
}

/**
 * Returns the documents that have the wanted number of words and phrases, or enough of the best
 * score; one common word is not enough.
 */
function keepRelevant(
  { scores, counts }: EvidenceSums,
  wanted: number,
  leastShare: number,
): Int32Array {
  const matching = listMatching(scores);
  let best = 0;
  for (const slot of matching) best = Math.max(best, scores[slot] ?? 0);
  return matching.filter(
    (slot) => counts[slot] === wanted || (scores[slot] ?? 0) >= leastShare * best,
  );
}

function listMatching(scores: Float64Array): Int32Array {
  const slots = new Int32Array(scores.length);
  let count = 0;
  for (let slot = 0; slot < scores.length; slot++)
    if ((scores[slot] ?? 0) > 0) slots[count++] = slot;
  return slots.subarray(0, count);
}

function listSearchMarks(index: SearchIndex, { clauses, phrases }: QueryPlan): readonly Mark[] {
  const marks = new Map<string, Mark>();
  const mark = (found: readonly Term[], share: number) => {
    const terms = found.map(({ text }) => text);
    const weight =
      share * Math.max(0, ...found.map(({ documents }) => computeIdf(index, documents))) + IDF_MIN;
    const known = marks.get(terms.join(' '));
    if (terms.length > 0 && weight > (known?.weight ?? 0))
      marks.set(terms.join(' '), { terms, weight });
  };
  for (const { alternatives } of clauses)
    for (const { terms, weight } of alternatives) mark(terms, weight);
  for (const terms of phrases) mark(terms ?? [], 1);
  return [...marks.values()];
}
