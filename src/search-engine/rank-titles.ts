import { computeIdf } from './bm25.ts';
import { termOf } from './english.ts';
import type { SearchIndex } from './open-index.ts';
import type { Ranking } from './ranking.ts';
import { findTerm, type Term } from './term-dictionary.ts';

/** Words are bits of a number; of more words the last are used. */
const WORDS_MAX = 24;

/** Finds titles with one of the alternatives of each word; rare terms and short titles score higher. */
export function rankTitles(index: SearchIndex, wanted: readonly (readonly string[])[], now: number): Ranking {
  const words = wanted.slice(-WORDS_MAX);
  const allBits = (1 << words.length) - 1;
  const matched = new Int32Array(index.slotCount);
  const scores = new Float64Array(index.slotCount);
  const candidates: number[] = [];
  for (const { id, documents, bits } of listTerms(index, words)) {
    const idf = computeIdf(index, documents);
    for (const slot of index.titlesWith(id)) {
      if (matched[slot] === 0) candidates.push(slot);
      matched[slot] = (matched[slot] ?? 0) | bits;
      scores[slot] = (scores[slot] ?? 0) + idf;
    }
  }
  const found = candidates.filter((slot) => matched[slot] === allBits && (index.dates[slot] ?? 0) <= now);
  for (const slot of found) scores[slot] = (scores[slot] ?? 0) / (5 + (index.titleLengths[slot] ?? 0));
  return { scores, found: Int32Array.from(found) };
}

/** `bits` has a bit for each word that the term matches. */
type TitleTerm = Term & { readonly bits: number };

function listTerms(index: SearchIndex, words: readonly (readonly string[])[]): TitleTerm[] {
  const terms = new Map<number, TitleTerm>();
  for (const [place, alternatives] of words.entries()) {
    for (const text of alternatives) {
      const term = findTerm(index, termOf(text));
      if (term === undefined) continue;
      terms.set(term.id, { ...term, bits: (terms.get(term.id)?.bits ?? 0) | (1 << place) });
    }
  }
  return [...terms.values()].sort((a, b) => a.id - b.id);
}
