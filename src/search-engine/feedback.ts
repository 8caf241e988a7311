import { readBytes } from './database.ts';
import { type DocumentTerm, visitTerms } from './document-terms.ts';
import { listBest, type Ranking } from './rank-documents.ts';
import { FIELDS } from './schema.ts';
import { computeRarity, saturateCount } from './score-terms.ts';
import { parseTerm, type SearchIndex, type Term } from './search-index.ts';
import { isStopWord } from './stop-words.ts';

/** The best documents say in what other words their subject is spoken of; few are surely about it where few are relevant. */
const DOCUMENTS_MAX = 5;
/** Of few documents already the tenth is far from the subject: only so large a share of all is asked. */
const DOCUMENTS_SHARE = 1 / 100;
const DOCUMENTS_MIN = 3;
const TERMS = 20;
/** Documents behind these can't come to the front any more. */
const CANDIDATES_MAX = 150;
/** What these words are worth all together, where those of the query are worth 1: it must lead. */
const WEIGHT = 0.5;
const TERM_MIN_LENGTH = 3;

/** Adds to the scores of the best documents for words that the very best share (pseudo-relevance feedback, RM3). */
export function addFeedback(index: SearchIndex, ranking: Ranking, queryWords: number): void {
  const count = Math.min(DOCUMENTS_MAX, Math.floor(index.documentCount * DOCUMENTS_SHARE));
  const candidates = listBest(ranking, CANDIDATES_MAX, (a, b) => a - b);
  const best = candidates.slice(0, count);
  if (best.length < DOCUMENTS_MIN) return;
  const terms = listSharedTerms(index, ranking, best);
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  const gains = new Map(
    terms.map(({ id, documents, weight }) => [
      id,
      ((WEIGHT * queryWords * weight) / whole) * computeRarity(index, documents),
    ]),
  );
  for (const slot of candidates) {
    const length = countWords(index, slot) / index.averageLength;
    let sum = 0;
    visitTerms(readPackedTerms(index, slot), (term, _, words) => {
      const gain = gains.get(term);
      if (gain !== undefined) sum += gain * saturateCount(words, length);
    });
    ranking.scores[slot] = (ranking.scores[slot] ?? 0) + sum;
  }
}

function countWords({ lengths }: SearchIndex, slot: number): number {
  const first = slot * FIELDS.length;
  return lengths.subarray(first, first + FIELDS.length).reduce((sum, length) => sum + length, 0);
}

type WeightedTerm = Term & { readonly weight: number };

/** A term weighs by how much of each document it is, the better document counting more. */
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
  return pickTelling(
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

/** Those with the most weight for their rarity; words that only build sentences, and fragments, are none. */
export function pickTelling(
  index: SearchIndex,
  terms: readonly { readonly id: number; readonly weight: number }[],
  count: number,
): WeightedTerm[] {
  const ids = JSON.stringify(terms.map(({ id }) => id));
  const rows = index.reader.all(
    'SELECT id, text, documents FROM search_terms WHERE id IN (SELECT value FROM json_each(:ids))',
    { ids },
  );
  const weights = new Map(terms.map(({ id, weight }) => [id, weight]));
  return rows
    .map(parseTerm)
    .filter(({ text }) => text.length >= TERM_MIN_LENGTH && !isStopWord(text))
    .map((term) => ({ ...term, weight: (weights.get(term.id) ?? 0) * computeRarity(index, term.documents) }))
    .toSorted((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, count);
}
