import { computeIdf } from './bm25.ts';
import { termOf } from './english.ts';
import type { SearchIndex } from './open-index.ts';
import type { Ranking } from './ranking.ts';
import { findTerm } from './term-dictionary.ts';

/** Words are bits of a number; of more words the last are used. */
const WORDS_MAX = 24;

/** Finds titles with one of the alternatives of each word; rare terms and short titles score higher. */
export function rankTitles(index: SearchIndex, wanted: readonly (readonly string[])[], now: number): Ranking {
  const words = wanted.slice(-WORDS_MAX).map((alternatives) => listTitleTerms(index, alternatives));
  const marked = markTerms(index, words);
  const scores = new Float64Array(index.slotCount);
  const found: number[] = [];
  const whole = { ...marked, all: (1 << words.length) - 1 };
  visitTitles(index, words, (slot) => {
    if (scores[slot] !== 0 || (index.dates[slot] ?? 0) > now) return;
    scores[slot] = scoreTitle(index, whole, slot);
    if ((scores[slot] ?? 0) > 0) found.push(slot);
  });
  return { scores, found: Int32Array.from(found) };
}

type TitleTerm = { readonly id: number; readonly idf: number };

function listTitleTerms(index: SearchIndex, alternatives: readonly string[]): TitleTerm[] {
  const { starts } = index.titlePostings();
  return [...new Set(alternatives.map(termOf))].flatMap((text) => {
    const term = findTerm(index, text);
    if (term === undefined || term.id > index.titles.highestTerm) return [];
    if (starts[term.id] === starts[term.id + 1]) return [];
    return { id: term.id, idf: computeIdf(index, term.documents) };
  });
}

type Marks = {
  /** The mark of each term, 0 for none. Bytes, because every term of every candidate is looked up. */
  readonly marks: Uint8Array;
  /** By mark: a bit for each word that the term matches, and the term's idf. */
  readonly bits: readonly number[];
  readonly idfs: readonly number[];
};

function markTerms({ titles }: SearchIndex, words: readonly (readonly TitleTerm[])[]): Marks {
  const marks = new Uint8Array(titles.highestTerm + 1);
  const bits = [0];
  const idfs = [0];
  for (const [place, terms] of words.entries()) {
    for (const { id, idf } of terms) {
      const mark = marks[id] || bits.length;
      marks[id] = mark;
      bits[mark] = (bits[mark] ?? 0) | (1 << place);
      idfs[mark] = idf;
    }
  }
  return { marks, bits, idfs };
}

/** Calls `visit`, at least once, for each title that contains the word in the fewest titles. */
function visitTitles(
  index: SearchIndex,
  words: readonly (readonly TitleTerm[])[],
  visit: (slot: number) => void,
): void {
  const { slots, starts } = index.titlePostings();
  const count = (terms: readonly TitleTerm[]) =>
    terms.reduce((sum, { id }) => sum + (starts[id + 1] ?? 0) - (starts[id] ?? 0), 0);
  const [rarest = []] = words.toSorted((one, other) => count(one) - count(other));
  for (const { id } of rarest) {
    const end = starts[id + 1] ?? 0;
    for (let place = starts[id] ?? 0; place < end; place++) visit(slots[place] ?? 0);
  }
}

/** 0 if the title lacks a word. */
function scoreTitle(
  { titles: { terms, starts } }: SearchIndex,
  { marks, bits, idfs, all }: Marks & { readonly all: number },
  slot: number,
): number {
  const start = starts[slot] ?? 0;
  const end = starts[slot + 1] ?? 0;
  let present = 0;
  let sum = 0;
  for (let place = start; place < end; place++) {
    const mark = marks[terms[place] ?? 0] ?? 0;
    if (mark === 0) continue;
    present |= bits[mark] ?? 0;
    sum += idfs[mark] ?? 0;
  }
  return present === all ? sum / (5 + end - start) : 0;
}
