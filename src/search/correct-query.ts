import { termOf } from '../search-engine/document-words.ts';
import type { KnownWord } from '../search-engine/known-words.ts';
import { parseQuery, type QueryPart, type QueryWord } from '../search-engine/parse-query.ts';
import { planQuery } from '../search-engine/plan-query.ts';
import { findTerm } from '../search-engine/search-index.ts';
import { isStopWord } from '../search-engine/stop-words.ts';
import type { Search } from './open-search.ts';
import { isClear } from './spelling.ts';

export type Correction = {
  /** What to search for: the text as typed, or with unknown words replaced by known ones. */
  readonly text: string;
  readonly isCorrected: boolean;
  /** What else may have been meant. */
  readonly suggestion?: string;
  /** The text as typed, with the words replaced in quotes, which says that they are meant. */
  readonly literal?: string;
};

/** A word that few documents have may be a slip of one that many times as many have. */
const RARE_SHARE = 500;
const FREQUENT_FACTOR = 20;
const DOUBTFUL_MIN_LENGTH = 7;
/** A text of more unknown words is not misspelled. */
const UNKNOWN_MAX = 8;

/** Replaces words that stand for nothing in the index by the nearest known; never one that has matches of its own. */
export function correctQuery(search: Search, text: string): Correction {
  const { words } = parseQuery(text);
  const strange = listUnknown(search, words);
  const unknown = strange.flatMap((word) => {
    const nearest = search.speller.listNearest(word.word);
    return nearest.length === 0 ? [] : { word, nearest };
  });
  if (unknown.length === 0) {
    return {
      text,
      isCorrected: false,
      ...(findAlike(search, strange, text) ?? findDoubt(search, words, text)),
    };
  }
  const doubtful = unknown.find(
    ({ nearest: [first, second] }) => first !== undefined && !isClear(first, second),
  );
  const replaceBy = (choose: (nearest: readonly KnownWord[], word: QueryPart) => string | undefined) =>
    replaceWords(
      text,
      unknown.map(({ word, nearest }) => ({ word, by: choose(nearest, word) ?? word.word })),
    );
  return {
    text: replaceBy(([first]) => first?.word),
    isCorrected: true,
    literal: replaceBy((_, { start, end }) => `"${text.slice(start, end)}"`),
    ...(doubtful && {
      suggestion: replaceBy(([first, second], word) => (word === doubtful.word ? second : first)?.word),
    }),
  };
}

/** Words that are in no document, and also no synonym, no compound and no beginning of a known word. */
function listUnknown({ index, synonyms }: Search, words: readonly QueryWord[]): QueryPart[] {
  const candidates = words
    .flatMap(({ parts }) => parts)
    .filter(({ word }) => !isStopWord(word) && findTerm(index, termOf(word)) === undefined);
  if (candidates.length === 0) return [];
  const groups = planQuery(index, words, { synonyms, dropsStopWords: true, joinsWords: true });
  const unknown = new Set(
    groups.flatMap(({ word, alternatives }) => (alternatives.length === 0 ? word : [])),
  );
  return candidates.filter(({ word }) => unknown.has(word)).slice(0, UNKNOWN_MAX);
}

/** With the first word that may be a slip, but as well a word of its own. */
function findAlike(
  { speller }: Search,
  unknown: readonly QueryPart[],
  text: string,
): Pick<Correction, 'suggestion'> | undefined {
  for (const word of unknown) {
    const alike = speller.findAlike(word.word);
    if (alike !== undefined) return { suggestion: replaceWords(text, [{ word, by: alike.word }]) };
  }
  return undefined;
}

function findDoubt(
  { index, speller }: Search,
  words: readonly QueryWord[],
  text: string,
): Pick<Correction, 'suggestion'> {
  for (const word of words.slice(0, UNKNOWN_MAX)) {
    const term = word.word.length < DOUBTFUL_MIN_LENGTH ? undefined : findTerm(index, termOf(word.word));
    if (term === undefined || isStopWord(word.word)) continue;
    if (term.documents > Math.max(1, index.documentCount / RARE_SHARE)) continue;
    const nearest = speller
      .listNearest(word.word)
      .find((known) => known.documents >= FREQUENT_FACTOR * term.documents);
    if (nearest !== undefined) return { suggestion: replaceWords(text, [{ word, by: nearest.word }]) };
  }
  return {};
}

type Replacement = { readonly word: QueryPart; readonly by: string };

function replaceWords(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((a, b) => b.word.start - a.word.start)
    .reduce((result, { word, by }) => result.slice(0, word.start) + by + result.slice(word.end), text);
}
