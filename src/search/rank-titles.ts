import { termOf } from '../search-engine/document-words.ts';
import type { Ranking } from '../search-engine/rank-documents.ts';
import { computeRarity } from '../search-engine/score-terms.ts';
import { findTerm, type SearchIndex } from '../search-engine/search-index.ts';

/** Of more words the last: a number has no more bits. */
const WORDS_MAX = 24;

/** The titles that have one of the alternatives of each word, by how rare these are and how short the title is. */
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
  return { scores, found: Int32Array.from(found), isWhole: new Uint8Array(0) };
}

type TitleTerm = { readonly id: number; readonly rarity: number };

/** Without those that are in no title. */
function listTitleTerms(index: SearchIndex, alternatives: readonly string[]): TitleTerm[] {
  const { starts } = index.titlePostings();
  return [...new Set(alternatives.map(termOf))].flatMap((text) => {
    const term = findTerm(index, text);
    if (term === undefined || term.id > index.titles.highest) return [];
    if (starts[term.id] === starts[term.id + 1]) return [];
    return { id: term.id, rarity: computeRarity(index, term.documents) };
  });
}

type Marks = {
  /** By term, which mark it has, or 0: small, since it is looked into for each term of each title. */
  readonly marks: Uint8Array;
  /** By mark: the words that the term stands for, a bit each, and how rare it is. */
  readonly bits: readonly number[];
  readonly rarities: readonly number[];
};

function markTerms({ titles }: SearchIndex, words: readonly (readonly TitleTerm[])[]): Marks {
  const marks = new Uint8Array(titles.highest + 1);
  const bits = [0];
  const rarities = [0];
  for (const [place, terms] of words.entries()) {
    for (const { id, rarity } of terms) {
      const mark = marks[id] || bits.length;
      marks[id] = mark;
      bits[mark] = (bits[mark] ?? 0) | (1 << place);
      rarities[mark] = rarity;
    }
  }
  return { marks, bits, rarities };
}

/** Calls `visit` for each title with the word that fewest have, once or more. */
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

/** 0 where the title lacks a word. */
function scoreTitle(
  { titles: { terms, starts } }: SearchIndex,
  { marks, bits, rarities, all }: Marks & { readonly all: number },
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
    sum += rarities[mark] ?? 0;
  }
  return present === all ? sum / (5 + end - start) : 0;
}
