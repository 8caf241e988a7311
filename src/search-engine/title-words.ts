import type { Ranking } from './rank-documents.ts';
import { computeRarity } from './score-terms.ts';
import type { SearchIndex, Term } from './search-index.ts';

/** A word that says nothing of the subject. */
export type TitleWord = Term & {
  /** Whether it says what kind of answer is wanted, as "how" does. */
  readonly isQuestion: boolean;
};

/** What such a word in the title is worth, where a telling word is worth 1. */
const QUESTION_WEIGHT = 0.4;
const OTHER_WEIGHT = 0.2;

/**
 * Adds to the scores of documents for words of a question that say nothing of its subject, where a title has them: "how
 * much should …" is answered by a text that is called so.
 */
export function addTitleWords(
  index: SearchIndex,
  { scores, found }: Ranking,
  words: readonly TitleWord[],
): void {
  const { titles } = index;
  const counts = new Uint32Array(titles.highest + 1);
  for (const term of titles.terms) counts[term] = (counts[term] ?? 0) + 1;
  const gains = new Map(
    words.map(({ id, isQuestion }) => {
      const weight = isQuestion ? QUESTION_WEIGHT : OTHER_WEIGHT;
      return [id, weight * computeRarity(index, counts[id] ?? 0)] as const;
    }),
  );
  const isWanted = new Uint8Array(titles.highest + 1);
  for (const { id } of words) isWanted[id] = 1;
  for (const slot of found) {
    const end = titles.starts[slot + 1] ?? 0;
    for (let place = titles.starts[slot] ?? 0; place < end; place++) {
      const term = titles.terms[place] ?? 0;
      if (isWanted[term] === 1) scores[slot] = (scores[slot] ?? 0) + (gains.get(term) ?? 0);
    }
  }
}
