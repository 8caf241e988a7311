import { isStopWord, termOf } from '../search-engine/english.ts';
import { parseQuery, planWords, type QueryPart, type QueryWord } from '../search-engine/query.ts';
import { findTerm, type KnownWord } from '../search-engine/term-dictionary.ts';
import { isOnPage } from './find-pages.ts';
import type { Correction, Search } from './open-search.ts';
import { isClear } from './spelling.ts';

/** A known word in so few of all documents may be a misspelling of a far more frequent one. */
const RARE_SHARE = 500;
const FREQUENT_FACTOR = 20;
const DOUBTFUL_MIN_LENGTH = 7;
const UNKNOWN_MAX = 8;

/** Replaces words that match nothing by the nearest known words; never a word that has matches. */
export function correctQuery(search: Search, text: string): Correction {
  const { words } = parseQuery(text);
  const unmatched = listUnmatched(search, words);
  const unknown = unmatched.flatMap((word) => {
    const nearest = search.speller.listNearest(word.word);
    return nearest.length === 0 ? [] : { word, nearest };
  });
  if (unknown.length === 0) {
    return {
      text,
      isCorrected: false,
      ...(suggestSimilar(search, unmatched, text) ?? suggestFrequent(search, words, text)),
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

function listUnmatched({ index, synonyms }: Search, words: readonly QueryWord[]): QueryPart[] {
  const candidates = words
    .flatMap(({ parts }) => parts)
    .filter(
      ({ word }) =>
        !isStopWord(word) && findTerm(index, termOf(word)) === undefined && !isOnPage(index.reader, word),
    );
  if (candidates.length === 0) return [];
  const clauses = planWords(index, words, synonyms);
  const unknown = new Set(
    clauses.flatMap(({ word, alternatives }) => (alternatives.length === 0 ? word : [])),
  );
  return candidates.filter(({ word }) => unknown.has(word)).slice(0, UNKNOWN_MAX);
}

/** A suggestion with the first unmatched word that differs from a known one in a single letter. */
function suggestSimilar(
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

/** A suggestion with a far more frequent word in place of a rare one. */
function suggestFrequent(
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
