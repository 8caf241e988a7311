import { computeIdf } from './bm25.ts';
import { readBytes } from './database.ts';
import { type DocumentTerm, visitTerms } from './document-terms.ts';
import type { SearchIndex } from './open-index.ts';
import { isSpaceless } from './spaceless.ts';
import { findTermsById, type Term } from './term-dictionary.ts';

const TERM_MIN_LENGTH = 3;

type WeightedTerm = Term & { readonly weight: number };

export function readDocumentTerms({ reader, idOf }: SearchIndex, slot: number): DocumentTerm[] {
  const terms: DocumentTerm[] = [];
  const row = reader.get('SELECT terms FROM search_documents WHERE id = :id', { id: idOf(slot) });
  if (row !== undefined)
    visitTerms(readBytes(row, 'terms'), (term, fields, count) =>
      terms.push({ term, fields, count }),
    );
  return terms;
}

export function pickSignificant(
  index: SearchIndex,
  terms: readonly { readonly id: number; readonly weight: number }[],
  count: number,
): WeightedTerm[] {
  const weights = new Map(terms.map(({ id, weight }) => [id, weight]));
  return findTermsById(index, [...weights.keys()])
    .filter(
      ({ text }) =>
        (text.length >= TERM_MIN_LENGTH || isSpaceless(text)) && !index.language.isStopWord(text),
    )
    .map((term) => ({
      ...term,
      weight: (weights.get(term.id) ?? 0) * computeIdf(index, term.documents),
    }))
    .toSorted((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, count);
}
