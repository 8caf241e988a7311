import { scorePhrase } from './bm25.ts';
import { type RowReader, readText } from './database.ts';
import { type Language, readLanguage } from './language.ts';
import type { SearchIndex } from './open-index.ts';
import { isSpaceless } from './spaceless.ts';
import { finishSteps, type Steps } from './steps.ts';
import { findTerm, listTermsAround, listWordsWithPrefix, type Term } from './term-dictionary.ts';
import { listTokens, listWords } from './tokenizer.ts';

export type QueryPlan = {
  readonly clauses: readonly Clause[];
  /**
   * The stop words of a query that has other words, too: they affect the order of the results, but
   * find none.
   */
  readonly stopWords: readonly Clause[];
  /** Each phrase must match; it is undefined if one of its words is in no document. */
  readonly phrases: readonly (readonly Term[] | undefined)[];
  readonly excluded: readonly (readonly Term[])[];
};

/** A word of the query and its alternatives. */
export type Clause = {
  readonly word: string;
  readonly weight: number;
  readonly alternatives: readonly Alternative[];
};

export type Alternative = {
  readonly terms: readonly Term[];
  readonly weight: number;
  /**
   * A more frequent word of which the typed word may be a part: one that begins with it, or a
   * compound.
   */
  readonly isCompletion?: true;
  /** Set for a synonym of several words of the query, which may say more than each of them. */
  readonly isMeaningOfPhrase?: true;
};

export function* planQuery(index: SearchIndex, text: string, synonyms: Synonyms): Steps<QueryPlan> {
  const { words, phrases, excluded } = parseQuery(text, index.language);
  const clauses = yield* planWordsInSteps(index, words, synonyms);
  return {
    clauses,
    stopWords: planStopWords(index, words),
    phrases: limitPhraseWork(phrases.map((phrase) => findTerms(index, phrase))),
    excluded: limitPhraseWork(excluded.map((phrase) => findTerms(index, phrase))).filter(
      (terms) => terms !== undefined,
    ),
  };
}

export type QueryPart = {
  readonly word: string;
  /** Offsets in the query, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
};

/** A word of a query. A compound ("on-page") has several parts. */
export type QueryWord = QueryPart & { readonly parts: readonly QueryPart[] };

type ParsedQuery = {
  readonly words: readonly QueryWord[];
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
};

const MINUS = /(?<=^|\s)-(?!-)("[^"]*"|[^\s"]+)/g;
const QUOTED = /"([^"]*)"/g;

/**
 * Reads quoted phrases and excluded words (`-word`, `-"a phrase"`); everything else is text. A
 * query that excludes everything, or what it asks for, is text as a whole: `-dry-run`, `npm -npm`.
 */
export function parseQuery(text: string, language: Language): ParsedQuery {
  const excluded: string[][] = [];
  const phrases: string[][] = [];
  const collect = (lists: string[][]) => (match: string, inner: string) => {
    const words = listWords(inner, language);
    if (words.length > 0) lists.push(words);
    return ' '.repeat(match.length);
  };
  const quoted = text.replace(/[“”„‟«»]/g, '"');
  const rest = quoted.replace(MINUS, collect(excluded)).replace(QUOTED, collect(phrases));
  const words = listQueryWords(rest, language);
  const asked = new Set([...phrases.flat(), ...words.flatMap(listPartWords)].map(language.termOf));
  const isAsked = (phrase: readonly string[]) =>
    phrase.every((word) => asked.has(language.termOf(word)));
  if (excluded.length === 0 || (asked.size > 0 && !excluded.some(isAsked)))
    return { words, phrases, excluded };
  return { words: listQueryWords(quoted, language), phrases, excluded: [] };
}

function listPartWords({ parts }: QueryWord): string[] {
  return parts.map(({ word }) => word);
}

function listQueryWords(text: string, language: Language): QueryWord[] {
  const words: QueryWord[] = [];
  for (const { word, parts = 0, start, end } of listTokens(text, language)) {
    const compound = words.splice(words.length - parts, parts);
    const whole = { word, start, end };
    words.push({ ...whole, parts: compound.length === 0 ? [whole] : compound });
  }
  return words;
}

const CLAUSES_MAX = 24;
/** Stop words are in nearly every document, so that each costs much time. */
const STOP_CLAUSES_MAX = 5;

/** Plans the words of a query. A very long query keeps its rarest words. */
export function planWords(
  index: SearchIndex,
  words: readonly QueryWord[],
  synonyms: Synonyms,
): Clause[] {
  return finishSteps(planWordsInSteps(index, words, synonyms));
}

/** All steps must read the same content. */
export function* planWordsInSteps(
  index: SearchIndex,
  words: readonly QueryWord[],
  synonyms: Synonyms,
): Steps<Clause[]> {
  const contentWords = words.filter((word) => isContentWord(index, word));
  const clauses: Clause[] = [];
  for (const word of contentWords.length > 0 ? contentWords : words) {
    clauses.push(...planWord(index, { words, word, synonyms }));
    yield;
  }
  return mergeRepeated(clauses)
    .toSorted((a, b) => countDocuments(a) - countDocuments(b))
    .slice(0, contentWords.length > 0 ? CLAUSES_MAX : STOP_CLAUSES_MAX);
}

function isContentWord({ language }: SearchIndex, { word, parts }: QueryWord): boolean {
  return parts.length > 1 || !language.isStopWord(word);
}

/**
 * The limit of stop words: the documents that contain them, all together. A large collection keeps
 * few stop words or none.
 */
const STOP_WORDS_WORK_MAX = 20_000;

function planStopWords(index: SearchIndex, words: readonly QueryWord[]): Clause[] {
  const weight = index.weights.stopWord;
  if (weight === 0 || !words.some((word) => isContentWord(index, word))) return [];
  const typed = new Set(words.map(({ word }) => word).filter(index.language.isStopWord));
  let work = 0;
  return [...typed]
    .flatMap((word): Clause => ({ word, weight, alternatives: makeAlternative(index, [word], 1) }))
    .toSorted((a, b) => countDocuments(a) - countDocuments(b))
    .filter((clause) => {
      work += countDocuments(clause);
      return work <= STOP_WORDS_WORK_MAX;
    });
}

type WordInQuery = {
  readonly words: readonly QueryWord[];
  readonly word: QueryWord;
  readonly synonyms: Synonyms;
};

function planWord(index: SearchIndex, { words, word, synonyms }: WordInQuery): Clause[] {
  const others = [
    ...listJoinedForms(index, words, word),
    ...listSynonyms(index, { words, word, synonyms }),
  ];
  const parts = listPartWords(word);
  const contentParts = parts.filter((part) => !index.language.isStopWord(part));
  return (contentParts.length > 0 ? contentParts : parts).map((part) => {
    const known = [...makeAlternative(index, [part], 1), ...others, ...listCompounds(index, part)];
    const alternatives = known.length > 0 ? known : splitUnknownWord(index, part);
    const isLast = word === words.at(-1) && part === parts.at(-1);
    const completions = isLast ? listCompletions(index, part, alternatives.length > 0) : [];
    return { word: part, weight: 1, alternatives: [...alternatives, ...completions] };
  });
}

function makeAlternative(
  index: SearchIndex,
  words: readonly string[],
  weight: number,
): Alternative[] {
  const terms = findTerms(index, words);
  return terms === undefined ? [] : [{ terms, weight }];
}

function findTerms(index: SearchIndex, words: readonly string[]): Term[] | undefined {
  const terms = words.flatMap((word) => findTerm(index, index.language.termOf(word)) ?? []);
  return terms.length === words.length ? terms : undefined;
}

/**
 * Lists the joined form of a compound, and the word joined with each neighbour: "youtube" for "you
 * tube".
 */
function listJoinedForms(
  index: SearchIndex,
  words: readonly QueryWord[],
  word: QueryWord,
): Alternative[] {
  const place = words.indexOf(word);
  const pairs = [words.slice(place - 1, place + 1), words.slice(place, place + 2)].filter(
    ({ length }) => length === 2,
  );
  const names = [
    ...(word.parts.length > 1 ? [word.word] : []),
    ...pairs.map((pair) => pair.map((one) => one.word).join('')),
  ];
  const typed = findTerm(index, index.language.termOf(word.word))?.documents ?? 0;
  return names
    .flatMap((name) => (index.language.isStopWord(name) ? [] : makeAlternative(index, [name], 1)))
    .map((joined) =>
      typed > 0 && (joined.terms[0]?.documents ?? 0) > typed
        ? { ...joined, isCompletion: true }
        : joined,
    );
}

/** Shorter words end or begin many others by chance: "Genuss" is no "Nuss". */
const COMPOUND_ENDING_MIN_LENGTH = 4;
const COMPOUND_BEGINNING_MIN_LENGTH = 3;
const COMPOUNDS_MAX = 24;

/**
 * Lists words that end with the word: "Apfelkuchen" for "Kuchen". In a script without spaces, where
 * a text may have been segmented in another way, lists words that begin with it, too.
 */
function listCompounds(index: SearchIndex, word: string): Alternative[] {
  const term = index.language.termOf(word);
  const weight = index.weights.completion;
  const toAlternative = (one: Term): Alternative => ({ terms: [one], weight });
  if (isSpaceless(term) && term.length > 1) {
    return listTermsAround(index, term, { place: 'any', limit: COMPOUNDS_MAX }).map(toAlternative);
  }
  if (!index.language.hasCompounds || term.length < COMPOUND_ENDING_MIN_LENGTH) return [];
  const shortest = term.length + COMPOUND_BEGINNING_MIN_LENGTH;
  return listTermsAround(index, term, { place: 'end', limit: COMPOUNDS_MAX })
    .filter(({ text }) => text.length >= shortest)
    .map(toAlternative);
}

const PART_MIN_LENGTH = 2;

/** Splits an unknown word into two words that some document has next to each other. */
function splitUnknownWord(index: SearchIndex, word: string): Alternative[] {
  for (let place = PART_MIN_LENGTH; place <= word.length - PART_MIN_LENGTH; place++) {
    const [split] = makeAlternative(index, [word.slice(0, place), word.slice(place)], 1);
    if (split !== undefined && scorePhrase(index, split.terms).slots.length > 0) return [split];
  }
  return [];
}

/** The number of words that an unfinished word is completed to. */
export const COMPLETIONS_MAX = 12;
/** The limit of completions: the documents of all of them together. */
const COMPLETION_WORK_MAX = 100_000;

/**
 * Lists the words that begin with the word. A known word has only more frequent completions:
 * "carousel" for "car", but not "format" for "form".
 */
function listCompletions(index: SearchIndex, word: string, isKnown: boolean): Alternative[] {
  const weight = index.weights.completion;
  const { isStopWord, termOf } = index.language;
  const typed = findTerm(index, termOf(word));
  if (weight === 0 || (isKnown && typed === undefined)) return [];
  const terms = new Map<number, Term>();
  let work = 0;
  for (const known of listWordsWithPrefix(index, word, COMPLETIONS_MAX)) {
    const term = isStopWord(known) ? undefined : findTerm(index, termOf(known));
    if (term === undefined || terms.has(term.id) || term.documents <= (typed?.documents ?? 0))
      continue;
    work += term.documents;
    if (terms.size > 0 && work > COMPLETION_WORK_MAX) break;
    terms.set(term.id, term);
  }
  return [...terms.values()].map((term) => ({ terms: [term], weight, isCompletion: true }));
}

/** Merges the clauses of a repeated word, which counts as often as it is typed. */
function mergeRepeated(clauses: readonly Clause[]): Clause[] {
  const merged = new Map<string, Clause>();
  for (const clause of clauses) {
    const weight = (merged.get(clause.word)?.weight ?? 0) + clause.weight;
    merged.set(clause.word, { ...clause, weight });
  }
  return [...merged.values()];
}

function countDocuments({ alternatives }: Clause): number {
  const counts = alternatives.flatMap(({ terms }) => terms.map(({ documents }) => documents));
  return counts.length === 0 ? Number.MAX_SAFE_INTEGER : Math.max(...counts);
}

/** The meanings of a name, each a list of words, by the name's key. */
export type Synonyms = ReadonlyMap<string, readonly (readonly string[])[]>;

const SYNONYM_WORDS_MAX = 4;

export function readSynonyms(reader: RowReader): Synonyms {
  const language = readLanguage(reader);
  const synonyms = new Map<string, (readonly string[])[]>();
  for (const row of reader.all('SELECT typed, meant FROM search_synonyms ORDER BY rowid')) {
    const typed = listWords(readText(row, 'typed'), language);
    const meant = listWords(readText(row, 'meant'), language);
    const key = formatSynonymKey(typed, language);
    synonyms.set(key, [...(synonyms.get(key) ?? []), meant]);
  }
  return synonyms;
}

/**
 * Returns the names of one word. A misspelled word may mean one of them even if no document
 * contains it.
 */
export function readOneWordNames(reader: RowReader): readonly string[] {
  const language = readLanguage(reader);
  const rows = reader.all('SELECT DISTINCT typed FROM search_synonyms');
  return rows
    .map((row) => listWords(readText(row, 'typed'), language))
    .flatMap((words) => (words.length === 1 ? words : []));
}

function formatSynonymKey(words: readonly string[], { termOf }: Language): string {
  return words.map(termOf).join(' ');
}

function listSynonyms(index: SearchIndex, { words, word, synonyms }: WordInQuery): Alternative[] {
  if (index.weights.synonym === 0) return [];
  const place = words.indexOf(word);
  for (let length = SYNONYM_WORDS_MAX; length > 0; length--) {
    const found: Alternative[] = [];
    for (
      let first = Math.max(0, place - length + 1);
      first <= place && first + length <= words.length;
      first++
    ) {
      found.push(...listNameMeanings(index, words.slice(first, first + length), synonyms));
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** Lists the meanings of a name, whose words share its weight. */
function listNameMeanings(
  index: SearchIndex,
  name: readonly QueryWord[],
  synonyms: Synonyms,
): Alternative[] {
  const { language } = index;
  const words = name.map(({ word }) => word);
  const keys = new Set(
    [name.flatMap(listPartWords), words].map((key) => formatSynonymKey(key, language)),
  );
  const contentWords = Math.max(1, words.filter((word) => !language.isStopWord(word)).length);
  return [...keys]
    .flatMap((key) => synonyms.get(key) ?? [])
    .flatMap((meaning) => makeAlternative(index, meaning, index.weights.synonym / contentWords))
    .map((alternative) =>
      contentWords > 1 ? { ...alternative, isMeaningOfPhrase: true } : alternative,
    );
}

/**
 * The limit of phrases: the documents that may contain each phrase, times its words, for all
 * phrases together.
 */
const PHRASES_WORK_MAX = 150_000;
const PHRASE_WORDS_MIN = 2;
const PHRASE_WORDS_MAX = 16;

/**
 * Shortens phrases of very frequent words, and drops phrases beyond the limit, which ordinary
 * queries never reach.
 */
function limitPhraseWork(
  phrases: readonly (readonly Term[] | undefined)[],
): (readonly Term[] | undefined)[] {
  let work = 0;
  return phrases.map(shortenPhrase).filter((phrase) => {
    const cost = countCandidates(phrase) * (phrase?.length ?? 0);
    work += cost;
    return work === cost || work <= PHRASES_WORK_MAX;
  });
}

function shortenPhrase(phrase: readonly Term[] | undefined): readonly Term[] | undefined {
  const affordable = Math.floor(PHRASES_WORK_MAX / Math.max(1, countCandidates(phrase)));
  return phrase?.slice(0, Math.min(PHRASE_WORDS_MAX, Math.max(PHRASE_WORDS_MIN, affordable)));
}

/** Returns how many documents may contain the phrase: as many as contain its rarest word. */
function countCandidates(phrase: readonly Term[] | undefined): number {
  return phrase === undefined ? 0 : Math.min(...phrase.map(({ documents }) => documents));
}
