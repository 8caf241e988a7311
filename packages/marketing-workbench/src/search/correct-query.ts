import { scorePhrase } from '../search-engine/bm25.ts';
import {
  type Clause,
  parseQuery,
  planWordsInSteps,
  type QueryPart,
  type QueryWord,
} from '../search-engine/query.ts';
import type { Steps } from '../search-engine/steps.ts';
import { findTerm, findWord } from '../search-engine/term-dictionary.ts';
import type { Correction, Search } from './open-search.ts';
import { type Candidate, findSureCost } from './spelling.ts';

/** This bounds the time of a query; further words are not corrected. */
const CORRECTED_MAX = 8;

/**
 * Applies sure corrections and offers unsure ones. Words that are written in a document or on a
 * page, and correct English, are never replaced.
 */
export function* correctQuery(search: Search, text: string): Steps<Correction> {
  const { words } = parseQuery(text, search.index.language);
  const parts = words.flatMap((word) => word.parts);
  const readings: WordReading[] = [];
  for (const word of yield* listUnknownWords(search, words)) {
    const place = parts.findIndex(({ start }) => start === word.start);
    readings.push(...listReadings(search, word, [parts[place - 1]?.word, parts[place + 1]?.word]));
    yield;
  }
  const sure = readings.filter(({ isSure }) => isSure);
  // An unsure correction is offered or, if there is none, another reading of a sure one.
  const offered =
    readings.find(({ isSure }) => !isSure) ?? sure.find(({ second }) => second !== undefined);
  const read = (reading: WordReading) =>
    (reading === offered && reading.isSure ? reading.second : undefined) ?? reading.best;
  const offer = offered && { suggestion: replaceWords(text, readings, read) };
  if (sure.length === 0) return { text, isCorrected: false, ...offer };
  return {
    text: replaceWords(text, sure, ({ best }) => best),
    isCorrected: true,
    literal: replaceWords(text, sure, ({ word }) => `"${text.slice(word.start, word.end)}"`),
    ...offer,
  };
}

type WordReading = {
  readonly word: QueryPart;
  readonly best: string;
  /** Another word that is nearly as likely. */
  readonly second: string | undefined;
  readonly isSure: boolean;
};

function replaceWords(
  text: string,
  readings: readonly WordReading[],
  by: (reading: WordReading) => string,
): string {
  return readings.reduceRight(
    (result, reading) =>
      result.slice(0, reading.word.start) + by(reading) + result.slice(reading.word.end),
    text,
  );
}

/**
 * Lists the words that match nothing, or that match only because a slip gave them the stem of
 * another word: "busness" has that of "bus".
 */
function* listUnknownWords(search: Search, words: readonly QueryWord[]): Steps<QueryPart[]> {
  const { index, synonyms, speller } = search;
  const unwritten = words
    .flatMap(({ parts }) => parts)
    .filter(
      ({ word }) =>
        !index.language.isStopWord(word) && !speller.isWritten(word) && !speller.isCorrect(word),
    );
  if (unwritten.length === 0) return [];
  const clauses = yield* planWordsInSteps(index, words, synonyms);
  const isUnderstood = ({ word }: QueryPart) => {
    const clause = clauses.find((other) => other.word === word);
    return clause === undefined || hasOtherMeaning(search, clause);
  };
  return unwritten.filter((word) => !isUnderstood(word)).slice(0, CORRECTED_MAX);
}

/**
 * Returns true if the ranking takes the word for a synonym, the beginning of a word, or part of a
 * compound.
 */
function hasOtherMeaning({ index }: Search, { word, alternatives }: Clause): boolean {
  const own = findTerm(index, index.language.termOf(word));
  return alternatives.some(({ terms, weight }) =>
    terms.length === 1 ? terms[0]?.id !== own?.id : weight !== 1,
  );
}

/** A candidate that costs more than the best one by more than this was not meant. */
const CLEAR_GAP = 0.5;
/** A candidate that some document has next to a neighbour of the word costs this much less. */
const NEIGHBOUR_GAIN = 0.5;

/** Lists one reading, or none if the word stays as it is. */
function listReadings(search: Search, word: QueryPart, neighbours: Neighbours): WordReading[] {
  const { index, speller } = search;
  const { termOf } = index.language;
  const near = speller.listCandidates(word.word);
  const meant = near.length > 0 ? near : listMisspelledHalves(search, word.word);
  const weighed = meant
    .map((candidate) => weighCandidate(search, candidate, neighbours))
    .sort((a, b) => a.cost - b.cost);
  const [best] = weighed;
  if (best === undefined) return [];
  const likely = weighed.filter(({ cost }) => cost - best.cost <= CLEAR_GAP);
  // Words of one stem find the same.
  if (likely.some((candidate) => termOf(candidate.word) === termOf(word.word))) return [];
  const second = likely.find((candidate) => termOf(candidate.word) !== termOf(best.word));
  return [
    { word, best: best.word, second: second?.word, isSure: best.cost <= findSureCost(word.word) },
  ];
}

/** The words before and after a word, if there are any. */
type Neighbours = readonly [string | undefined, string | undefined];

function weighCandidate(
  { index }: Search,
  candidate: Candidate,
  [before, after]: Neighbours,
): Candidate {
  const { word, cost } = candidate;
  const isNextTo =
    (before !== undefined && isPhrase(index, [before, word])) ||
    (after !== undefined && isPhrase(index, [word, after]));
  return isNextTo ? { ...candidate, cost: cost - NEIGHBOUR_GAIN } : candidate;
}

/** It takes too long to read the positions of more frequent words. */
const PHRASE_DOCUMENTS_MAX = 1_000;

function isPhrase(index: Search['index'], words: readonly string[]): boolean {
  const terms = words.flatMap((word) => findTerm(index, index.language.termOf(word)) ?? []);
  return (
    terms.length === words.length &&
    terms.every(({ documents }) => documents <= PHRASE_DOCUMENTS_MAX) &&
    scorePhrase(index, terms).slots.length > 0
  );
}

const KNOWN_MIN_LENGTH = 3;
const MISSPELLED_MIN_LENGTH = 5;
/** This bounds the time of a word. */
const HALVES_MAX = 4;

/**
 * Splits a word into two words of which one has a slip, as in "facebokads", if some document has
 * them next to each other.
 */
function listMisspelledHalves({ index, speller }: Search, word: string): Candidate[] {
  const halves = Array.from(word).flatMap((_, place) => {
    const [first, second] = [word.slice(0, place), word.slice(place)];
    return [
      { known: first, typed: second, isFirst: true },
      { known: second, typed: first, isFirst: false },
    ];
  });
  return halves
    .filter(
      ({ known, typed }) =>
        known.length >= KNOWN_MIN_LENGTH && typed.length >= MISSPELLED_MIN_LENGTH,
    )
    .filter(
      ({ known, typed }) =>
        findWord(index, known) !== undefined && findWord(index, typed) === undefined,
    )
    .sort((a, b) => b.known.length - a.known.length)
    .slice(0, HALVES_MAX)
    .flatMap(({ known, typed, isFirst }) =>
      speller.listCandidates(typed).map((candidate) => ({
        ...candidate,
        pair: isFirst ? [known, candidate.word] : [candidate.word, known],
      })),
    )
    .filter(
      (candidate) => !index.language.isStopWord(candidate.word) && isPhrase(index, candidate.pair),
    )
    .map(({ pair, ...candidate }) => ({ ...candidate, word: pair.join(' ') }));
}
