import { computeIdf, saturateCount } from './bm25.ts';
import { readBytes } from './database.ts';
import { type DocumentTerm, visitTerms } from './document-terms.ts';
import { isStopWord } from './english.ts';
import type { SearchIndex } from './open-index.ts';
import { listBest, type Ranking } from './ranking.ts';
import { FIELDS } from './schema.ts';
import { findTermsById, type Term } from './term-dictionary.ts';

const DOCUMENTS_MAX = 5;
/** In a small collection few documents are relevant to a query, so that only this share of all documents is used. */
const DOCUMENTS_SHARE = 1 / 100;
const DOCUMENTS_MIN = 3;
const TERMS = 20;
const CANDIDATES_MAX = 150;
const TERM_MIN_LENGTH = 3;

/**
 * Pseudo-relevance feedback (RM3): raises the scores of documents that contain terms which the best documents share. The best
 * documents themselves keep their order: it says more than what they have in common.
 */
export function addFeedback(index: SearchIndex, ranking: Ranking, queryWords: number): void {
  const count = Math.min(DOCUMENTS_MAX, Math.floor(index.documentCount * DOCUMENTS_SHARE));
  const candidates = listBest(ranking, CANDIDATES_MAX, (a, b) => a - b);
  const best = candidates.slice(0, count);
  if (best.length < DOCUMENTS_MIN) return;
  if (index.weights.feedback === 0) return;
  const terms = listSharedTerms(index, ranking, best);
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  const total = index.weights.feedback * queryWords;
  const gainsOfTerms = new Map(
    terms.map(({ id, documents, weight }) => [id, ((total * weight) / whole) * computeIdf(index, documents)]),
  );
  const gains = candidates.map((slot) => sumGains(index, slot, gainsOfTerms));
  const highest = Math.max(...gains.slice(0, count));
  for (const [place, slot] of candidates.entries()) {
    const gain = place < count ? highest : (gains[place] ?? 0);
    ranking.scores[slot] = (ranking.scores[slot] ?? 0) + gain;
  }
}

function sumGains(index: SearchIndex, slot: number, gainsOfTerms: ReadonlyMap<number, number>): number {
  const length = countWords(index, slot) / index.averageLength;
  let sum = 0;
  visitTerms(readPackedTerms(index, slot), (term, _, words) => {
    const gain = gainsOfTerms.get(term);
    if (gain !== undefined) sum += gain * saturateCount(index, words, length);
  });
  return sum;
}

function countWords({ lengths }: SearchIndex, slot: number): number {
  const first = slot * FIELDS.length;
  return lengths.subarray(first, first + FIELDS.length).reduce((sum, length) => sum + length, 0);
}

type WeightedTerm = Term & { readonly weight: number };

/** A term's weight is its relative frequency in each document times the document's share of the scores. */
function listSharedTerms(index: SearchIndex, { scores }: Ranking, slots: readonly number[]): WeightedTerm[] {
  const total = slots.reduce((sum, slot) => sum + (scores[slot] ?? 0), 0);
  const weights = new Map<number, { weight: number; documents: number }>();
  for (const slot of slots) {
    const terms = readDocumentTerms(index, slot);
    const length = terms.reduce((sum, { count }) => sum + count, 0);
    for (const { term, count } of terms) {
      const entry = weights.get(term) ?? { weight: 0, documents: 0 };
      entry.weight += ((count / length) * (scores[slot] ?? 0)) / total;
      entry.documents++;
      weights.set(term, entry);
    }
  }
  const shared = [...weights].filter(([, { documents }]) => documents > 1);
  return pickSignificant(
    index,
    shared.map(([id, { weight }]) => ({ id, weight })),
    TERMS,
  );
}

export function readDocumentTerms(index: SearchIndex, slot: number): DocumentTerm[] {
  const terms: DocumentTerm[] = [];
  visitTerms(readPackedTerms(index, slot), (term, fields, count) => terms.push({ term, fields, count }));
  return terms;
}

function readPackedTerms({ reader, idOf }: SearchIndex, slot: number): Uint8Array {
  const row = reader.get('SELECT terms FROM search_documents WHERE id = :id', { id: idOf(slot) });
  return row === undefined ? new Uint8Array(0) : readBytes(row, 'terms');
}

export function pickSignificant(
  index: SearchIndex,
  terms: readonly { readonly id: number; readonly weight: number }[],
  count: number,
): WeightedTerm[] {
  const weights = new Map(terms.map(({ id, weight }) => [id, weight]));
  return findTermsById(index, [...weights.keys()])
    .filter(({ text }) => text.length >= TERM_MIN_LENGTH && !isStopWord(text))
    .map((term) => ({ ...term, weight: (weights.get(term.id) ?? 0) * computeIdf(index, term.documents) }))
    .toSorted((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, count);
}
