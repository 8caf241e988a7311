import { isStopWord, termOf } from '../search-engine/english.ts';
import type { WantedTerm } from '../search-engine/find-titles.ts';
import { findTerm, listWordsWithPrefix } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { listMisspelledPrefixes } from './forgive-prefix.ts';
import type { FoundNames } from './found-names.ts';
import type { Search } from './open-search.ts';

/** A word while it is typed. */
export type TypedWord = {
  readonly word: string;
  /** The last one: words that begin with it are meant as well. */
  readonly isUnfinished: boolean;
  readonly isStopWord: boolean;
  /** What it may mean, the likeliest first. */
  readonly meanings: readonly Meaning[];
  /** The meanings that posts contain. */
  readonly terms: readonly WantedTerm[];
};

/** `term` is the stem of the meant word; `weight` is relative to a word as it was typed. */
type Meaning = { readonly term: string; readonly weight: number };

/** The last words of a longer text. */
const WORDS_MAX = 8;
const COMPLETIONS_MAX = 16;
/** A shorter word is completed by content words only: "t" must not match every title with "the". */
const PREFIX_MIN_LENGTH = 2;
const LETTER_COMPLETIONS_MAX = 8;
const COMPLETION = 0.8;
/** Three letters may be an abbreviation. */
const MISSPELLED_MIN_LENGTH = 4;

export type Known = Search & { readonly names: FoundNames };

/** Reads a text, and remembers its words: other readings of the text have most of them, too. */
export function createWordReader(known: Known): (text: string) => readonly TypedWord[] {
  const read = new Map<string, TypedWord>();
  return (text) => {
    const words = listWords(text).slice(-WORDS_MAX);
    return words.map((word, place) => {
      const isUnfinished = place === words.length - 1;
      const key = `${word} ${isUnfinished}`;
      const typed = read.get(key) ?? readWord(known, word, isUnfinished);
      read.set(key, typed);
      return typed;
    });
  };
}

function readWord(known: Known, word: string, isUnfinished: boolean): TypedWord {
  const meanings = new Map<string, Meaning>();
  for (const meaning of isUnfinished ? listCompleted(known, word) : listMeant(known, word))
    if (!meanings.has(meaning.term)) meanings.set(meaning.term, meaning);
  const terms = [...meanings.values()].flatMap(({ term: text, weight }) => {
    const term = findTerm(known.index, text);
    return term === undefined ? [] : { ...term, weight };
  });
  return { word, isUnfinished, isStopWord: isStopWord(word), meanings: [...meanings.values()], terms };
}

/** An unknown word may be a beginning, too: "facebk ads". */
function listMeant(known: Known, word: string): Meaning[] {
  return isStopWord(word) || isKnown(known, word) ? [asTyped(word)] : listCompleted(known, word);
}

function listCompleted(known: Known, word: string): Meaning[] {
  const begun = listBegun(known, word);
  if (begun.length > 0 || isKnown(known, word)) return [asTyped(word), ...asCompletions(begun, word)];
  if (known.speller.isCorrect(word)) return [];
  const nearest = listNearest(known, word);
  const beginnings = listMisspelledPrefixes(known.names.knownWords, word, COMPLETIONS_MAX);
  return [...nearest.map(asTyped), ...asCompletions(beginnings, word)];
}

/** How much likelier the first word has to be, for the others to be dropped. */
const CLEAR_GAP = 0.25;

function listNearest({ speller }: Known, word: string): string[] {
  if (word.length < MISSPELLED_MIN_LENGTH) return [];
  const candidates = speller.listCandidates(word);
  const least = candidates[0]?.score ?? 0;
  return candidates.filter(({ score }) => score <= least + CLEAR_GAP).map((near) => near.word);
}

function listBegun({ index, names }: Known, word: string): readonly string[] {
  const inNames = names.words.filter((name) => name.startsWith(word));
  const begun = [...new Set([...listWordsWithPrefix(index, word, COMPLETIONS_MAX), ...inNames])];
  if (word.length >= PREFIX_MIN_LENGTH) return begun;
  const content = begun.filter((completion) => !isStopWord(completion));
  return (content.length > 0 ? content : begun).slice(0, LETTER_COMPLETIONS_MAX);
}

/** Whether a post or a name has the word, in any form. */
export function isKnown({ index, names }: Known, word: string): boolean {
  const term = termOf(word);
  return names.terms.has(term) || findTerm(index, term) !== undefined;
}

function asTyped(word: string): Meaning {
  return { term: termOf(word), weight: 1 };
}

function asCompletions(words: readonly string[], typed: string): Meaning[] {
  return words.filter((word) => word !== typed).map((word) => ({ term: termOf(word), weight: COMPLETION }));
}
