import { type Clause, parseQuery, planWordsInSteps, type QueryPart } from '../search-engine/query.ts';
import type { Steps } from '../search-engine/steps.ts';
import { findTerm, findWord } from '../search-engine/term-dictionary.ts';
import type { Correction, Search } from './open-search.ts';
import type { Candidate } from './spelling.ts';
import { countPhrase, countWithNeighbours, findNeighbours, type Neighbours } from './word-context.ts';

/** Bounds the time of a query; the other words are taken as they are. */
const CORRECTED_MAX = 8;

/**
 * Applies sure corrections and offers unsure ones. A word that is written in a document or on a page is at most offered to be
 * replaced. So is correct English, unless a known word of the same stem differs only by a doubled letter ("benefitted").
 *
 * | typed                                      | one likely word                 | two of them                   | an unlikely one |
 * | ------------------------------------------ | ------------------------------- | ----------------------------- | --------------- |
 * | in no document, or only by its stem        | applied                         | first applied, second offered | offered         |
 * | correct, but never next to its neighbours  | offered if it occurs next to them | the likelier is offered       | as typed        |
 */
export function* correctQuery(search: Search, text: string): Steps<Correction> {
  const { words } = parseQuery(text, search.index.language);
  const parts = words.flatMap((word) => word.parts);
  const unknown = yield* listUnknown(search, text, parts);
  const readings: Reading[] = [];
  // Each correction is evidence for the next one.
  let read = parts;
  for (const word of unknown) {
    const reading = readSlip(search, findNeighbours(read, word), word);
    yield;
    if (reading === undefined) continue;
    readings.push(reading);
    read = read.map((part) =>
      part.start === word.start && reading.isSure ? { ...part, word: reading.best } : part,
    );
  }
  const applied = readings.filter(({ isSure }) => isSure).map(({ word, best }) => ({ word, by: best }));
  const offered = listOffered(readings, listConfused(search, read, unknown));
  const kept = applied.filter(({ word }) => offered.every((other) => other.word !== word));
  const offer = offered.length === 0 ? {} : { suggestion: replaceWords(text, [...kept, ...offered]) };
  if (applied.length === 0) return { text, isCorrected: false, ...offer };
  const quoted = applied.map(({ word }) => ({ word, by: `"${text.slice(word.start, word.end)}"` }));
  return {
    text: replaceWords(text, applied),
    isCorrected: true,
    literal: replaceWords(text, quoted),
    ...offer,
  };
}

/** What is unsure; else another reading of what is sure. */
function listOffered(readings: readonly Reading[], confused: readonly Replacement[]): Replacement[] {
  const unsure = readings.filter(({ isSure }) => !isSure).map(({ word, best }) => ({ word, by: best }));
  if (unsure.length + confused.length > 0) return [...unsure, ...confused];
  return readings
    .flatMap(({ word, second }) => (second === undefined ? [] : { word, by: second }))
    .slice(0, 1);
}

type Replacement = { readonly word: QueryPart; readonly by: string };

function replaceWords(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((a, b) => b.word.start - a.word.start)
    .reduce((result, { word, by }) => result.slice(0, word.start) + by + result.slice(word.end), text);
}

/** The words that match nothing, or only by a stem that they have by a slip: "marketting" has that of "market". */
function* listUnknown(search: Search, text: string, parts: readonly QueryPart[]): Steps<QueryPart[]> {
  const { index, synonyms, speller } = search;
  const { isStopWord } = index.language;
  const candidates = parts.filter(({ word }) => !isStopWord(word) && !speller.isWritten(word));
  if (candidates.length === 0) return [];
  const planned = yield* planWordsInSteps(index, parseQuery(text, index.language).words, synonyms);
  const clauses = new Map(planned.map((clause) => [clause.word, clause]));
  return candidates
    .filter(({ word }) => !isUnderstood(search, clauses.get(word), word))
    .slice(0, CORRECTED_MAX);
}

/** Whether the ranking takes the word for a synonym, the beginning of a word, or a compound written in another way. */
function isUnderstood(search: Search, clause: Clause | undefined, word: string): boolean {
  if (clause === undefined) return true;
  const own = findTerm(search.index, search.index.language.termOf(word));
  return clause.alternatives.some(({ terms, weight }) =>
    terms.length === 2 && weight === 1 ? isSplit(search, word) : terms.length > 1 || terms[0]?.id !== own?.id,
  );
}

const PART_MIN_LENGTH = 2;

/** Whether two words of some document are written as one. */
function isSplit({ index }: Search, word: string): boolean {
  return listHalves(word, PART_MIN_LENGTH).some(
    (halves) => halves.every((half) => findWord(index, half) !== undefined) && countPhrase(index, halves) > 0,
  );
}

function listHalves(word: string, least: number): [string, string][] {
  return Array.from({ length: Math.max(0, word.length - 2 * least + 1) }, (_, place) => [
    word.slice(0, least + place),
    word.slice(least + place),
  ]);
}

type Reading = {
  readonly word: QueryPart;
  readonly best: string;
  /** Nearly as likely. */
  readonly second?: string | undefined;
  readonly isSure: boolean;
};

/** The likelier of two words by more than this is meant. */
const CLEAR_GAP = 0.25;
/** Being next to the neighbours in some document counts as much as this part of an error. */
const NEIGHBOUR_GAIN = 0.6;
const STOP_WORD_GAIN = 0.2;
const NEIGHBOUR_SURENESS = 0.4;
/** The misspelled half of two joined words has at most one error. */
const HALF_COST_MAX = 1;
const DOUBLED_COST = 0.5;

function readSlip(search: Search, neighbours: Neighbours, word: QueryPart): Reading | undefined {
  const { index, speller } = search;
  const { termOf } = index.language;
  const likely = weighByNeighbours(search, neighbours, speller.listCandidates(word.word));
  const isCorrect = speller.isCorrect(word.word);
  const halves = likely.length > 0 || isCorrect ? [] : listMisspelledHalves(search, word.word);
  const [best, ...others] = [...likely, ...halves];
  if (best === undefined) return undefined;
  // Three letters may be an abbreviation.
  if (word.word.length < best.word.length && word.word.length <= SHORT_LENGTH && !best.isNextTo)
    return undefined;
  const own = termOf(word.word);
  const isKnownStem = findTerm(index, own) !== undefined;
  const isDoubling = isKnownStem && termOf(best.word) === own && best.cost <= DOUBLED_COST;
  if (isCorrect && !isDoubling) {
    return best.isNextTo && best.cost <= CONFUSED_COST_MAX
      ? { word, best: best.word, isSure: false }
      : undefined;
  }
  const second = others.find((other) => termOf(other.word) !== termOf(best.word));
  const isSure = best.cost <= findSureCost(word.word.length) + (best.isNextTo ? NEIGHBOUR_SURENESS : 0);
  const isClear = second === undefined || second.score - best.score > CLEAR_GAP;
  return { word, best: best.word, isSure, ...(!isClear && { second: second.word }) };
}

const SHORT_LENGTH = 3;

/** In short words only a missing, an additional or a swapped letter is a slip for sure. */
function findSureCost(length: number): number {
  if (length <= 5) return 1;
  return length <= 7 ? 1.5 : 2.2;
}

type Weighed = Candidate & { readonly isNextTo: boolean };

function weighByNeighbours(
  { index }: Search,
  neighbours: Neighbours,
  candidates: readonly Candidate[],
): Weighed[] {
  return candidates
    .map((candidate) => {
      const { content, stopWords } = countWithNeighbours(index, [candidate.word], neighbours);
      const isNextTo = content > 0 || (stopWords > 0 && index.language.isStopWord(candidate.word));
      const gain = isNextTo ? NEIGHBOUR_GAIN : stopWords > 0 ? STOP_WORD_GAIN : 0;
      return { ...candidate, isNextTo, score: candidate.score - gain };
    })
    .sort((a, b) => a.score - b.score);
}

const HALF_MIN_LENGTH = 3;
const MISSPELLED_HALF_MIN_LENGTH = 5;
const HALVES_MAX = 4;

/** Two words written as one, of which one has a slip: "facebokads". Some document has them next to each other. */
function listMisspelledHalves({ index, speller }: Search, word: string): Weighed[] {
  const halves = listHalves(word, HALF_MIN_LENGTH).flatMap(([first, second]) => [
    ...(findWord(index, first) === undefined ? [] : [{ known: first, typed: second, isFirst: true }]),
    ...(findWord(index, second) === undefined ? [] : [{ known: second, typed: first, isFirst: false }]),
  ]);
  return halves
    .filter(({ typed }) => typed.length >= MISSPELLED_HALF_MIN_LENGTH)
    .sort((a, b) => b.known.length - a.known.length)
    .slice(0, HALVES_MAX)
    .flatMap(({ known, typed, isFirst }) =>
      speller
        .listCandidates(typed)
        .filter((candidate) => candidate.cost <= HALF_COST_MAX && !index.language.isStopWord(candidate.word))
        .map((candidate) => ({
          candidate,
          pair: isFirst ? [known, candidate.word] : [candidate.word, known],
        })),
    )
    .filter(({ pair }) => countPhrase(index, pair) > 0)
    .map(({ candidate, pair }) => ({ ...candidate, word: pair.join(' '), isNextTo: true }))
    .sort((a, b) => a.score - b.score);
}

/** A correct word may be confused with another if only that one occurs next to its neighbours, in at least so many documents. */
const NEXT_TO_MIN = 2;
/** What may be replaced in a correct word: one letter by a similar one, "card" for "cart". */
const CONFUSED_COST_MAX = 1.3;
/** A word in more than this part of the documents is taken as typed. */
const FREQUENT_PART = 1 / 4;
const CONFUSED_MAX = 3;

/** Known words in place of which a similar one occurs next to their neighbours, or is far more frequent. */
function listConfused(
  search: Search,
  parts: readonly QueryPart[],
  unknown: readonly QueryPart[],
): Replacement[] {
  const { isStopWord } = search.index.language;
  return parts
    .filter((word) => unknown.every(({ start }) => start !== word.start) && !isStopWord(word.word))
    .slice(0, CONFUSED_MAX)
    .flatMap((word) => {
      const by = findConfused(search, parts, word);
      return by === undefined ? [] : { word, by };
    })
    .slice(0, 1);
}

/** Whatever its neighbours, a long rare word may be a slip of a far more frequent one. */
const ALONE_FACTOR = 20;
const ALONE_SHARE = 500;
const ALONE_MIN_LENGTH = 7;

function findConfused(search: Search, parts: readonly QueryPart[], word: QueryPart): string | undefined {
  const { index, speller } = search;
  const documents = findWord(index, word.word)?.documents ?? 0;
  if (documents === 0 || documents > Math.max(2, index.documentCount * FREQUENT_PART)) return undefined;
  const neighbours = findNeighbours(parts, word);
  if (countWithNeighbours(index, [word.word], neighbours).content > 0) return undefined;
  const isRare =
    documents <= Math.max(1, index.documentCount / ALONE_SHARE) && word.word.length >= ALONE_MIN_LENGTH;
  return speller
    .listCandidates(word.word)
    .filter(({ word: other }) => index.language.termOf(other) !== index.language.termOf(word.word))
    .find(
      (other) =>
        (isRare && other.documents >= ALONE_FACTOR * documents) ||
        (other.cost <= CONFUSED_COST_MAX &&
          countWithNeighbours(index, [other.word], neighbours).content >= NEXT_TO_MIN),
    )?.word;
}
