import { findLanguage, type Language } from '../search-engine/language.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import { decodePercent } from '../site/addresses.ts';
import { createSlug } from '../site/slugs.ts';
import { computeEditCost } from './edit-cost.ts';

/** A present page. */
export type GuessablePage = {
  readonly path: string;
  readonly title: string;
  /** Name of the category. */
  readonly category?: string | undefined;
  /** Paths that lead to it. */
  readonly oldPaths: readonly string[];
};

export type Guess = { readonly page: GuessablePage; readonly certainty: number };

const GUESSES_MAX = 3;

/** Less similar pages have some word in common by chance. */
const CERTAINTY_MIN = 0.5;
/** Bounds on what is read of a path, so that its length costs no time. */
const PATH_LENGTH_MAX = 2_000;
const SEGMENTS_MAX = 6;
const SEGMENT_LENGTH_MAX = 200;
const WORDS_MAX = 12;
const MISSPELLED_MAX = 4;
const COMPARED_MAX = 40;

/** What a page is called: the end of its path or of an old one, and the words of its title. */
type Name = {
  readonly page: GuessablePage;
  readonly slug: string;
  readonly terms: readonly string[];
  readonly parents: readonly string[];
  readonly titleTerms: ReadonlySet<string>;
};

type Vocabulary = {
  readonly language: Language;
  readonly names: Name[];
  readonly joined: Map<string, number[]>;
  readonly byTerm: Map<string, number[]>;
  /** Words by their first letter. */
  readonly words: Map<string, Set<string>>;
};

/** Guesses the page that a dead address meant, among the pages that were added. The most certain is first; certainties are 0 to 1. */
export type GrowingGuesser = {
  readonly add: (pages: readonly GuessablePage[]) => void;
  readonly guess: (path: string) => readonly Guess[];
  readonly guessInSteps: (path: string) => Steps<readonly Guess[]>;
};

/** The tag is that of the language of the titles. */
export function createGuesser(tag: string): GrowingGuesser {
  const vocabulary = createVocabulary(findLanguage(tag));
  const guessInSteps = function* (path: string): Steps<readonly Guess[]> {
    const asked = readAddress(path);
    return asked === undefined ? [] : selectBest(yield* rankNames(vocabulary, asked));
  };
  return {
    add: (pages) => {
      for (const page of pages)
        for (const name of listNames(page, vocabulary.language)) addName(vocabulary, name);
    },
    guess: (path) => finishSteps(guessInSteps(path)),
    guessInSteps,
  };
}

type AddressWords = {
  readonly slug: string;
  readonly words: readonly string[];
  readonly parents: readonly string[];
};

/** Added by other programs around the name of a page. */
const EXTENSION = /\.(?:html?|xhtml|php\d?|aspx?|jspx?|cfm|cgi|md|txt|xml|json|pdf)$/i;
const DATE_BEFORE = /^(?:19|20)\d\d-(?:[01]?\d-)?(?:[0-3]?\d-)?(?=[a-z])/;
const ID_AFTER = /(?<=[a-z]{3}.*)-(?:\d{5,}|(?:p|id|post|article)-?\d+|\d)$/;
const FILLER =
  /^(?:\d+|amp|archives?|articles?|blog|category|content|default|feed|en|home|index|page|pages|posts?|rss|tags?|topics?|trackback|wp)$/;

/** The last segment that names something; undefined if none does. */
function readAddress(path: string): AddressWords | undefined {
  const segments = path
    .slice(0, PATH_LENGTH_MAX)
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(-SEGMENTS_MAX)
    .map(cleanSegment)
    .filter((segment) => segment !== '');
  const named = segments.filter((segment) => !FILLER.test(segment));
  const slug = named.at(-1) ?? segments.at(-1);
  if (slug === undefined || /^[\d-]+$/.test(slug)) return undefined;
  return { slug, words: slug.split('-').slice(0, WORDS_MAX), parents: named.slice(0, -1) };
}

function cleanSegment(segment: string): string {
  const decoded = decodePercent(segment.slice(0, SEGMENT_LENGTH_MAX));
  const slug = createSlug(decoded.replace(EXTENSION, ''));
  return slug.replace(DATE_BEFORE, '').replace(ID_AFTER, '');
}

function createVocabulary(language: Language): Vocabulary {
  return { language, names: [], joined: new Map(), byTerm: new Map(), words: new Map() };
}

function addName({ names, joined, byTerm, words }: Vocabulary, name: Name): void {
  const { slug, terms, titleTerms } = name;
  const place = names.push(name) - 1;
  append(joined, slug.replaceAll('-', ''), place);
  for (const term of new Set([...terms, ...titleTerms])) append(byTerm, term, place);
  for (const word of slug.split('-')) {
    const first = word[0] ?? '';
    words.set(first, (words.get(first) ?? new Set()).add(word));
  }
}

function listNames(page: GuessablePage, { termOf }: Language): readonly Name[] {
  const titleSlug = createSlug(page.title);
  const titleTerms = new Set(titleSlug.split('-').map(termOf));
  const [own, ...old] = [page.path, ...page.oldPaths].flatMap((path) => readAddress(path) ?? []);
  const titled = { slug: titleSlug, parents: own?.parents ?? [] };
  const all = new Map([titled, ...old, ...(own === undefined ? [] : [own])].map((name) => [name.slug, name]));
  return [...all.values()]
    .filter(({ slug }) => slug !== '')
    .map(({ slug, parents }) => ({ page, slug, parents, titleTerms, terms: slug.split('-').map(termOf) }));
}

function append<Key>(lists: Map<Key, number[]>, key: Key, place: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [place]);
  else list.push(place);
}

/** For each term of the address, the terms of names that it may mean, with how alike they are. */
type Meant = { readonly weight: number; readonly alike: ReadonlyMap<string, number> };

function* rankNames(vocabulary: Vocabulary, asked: AddressWords): Steps<readonly Guess[]> {
  const meant = yield* listMeant(vocabulary, asked);
  const equal = vocabulary.joined.get(asked.slug.replaceAll('-', '')) ?? [];
  const places = new Set([...equal, ...listLikely(vocabulary, meant)].slice(0, COMPARED_MAX));
  return [...places].flatMap((place) => {
    const name = vocabulary.names[place];
    if (name === undefined) return [];
    return [{ page: name.page, certainty: compare(vocabulary, { name, asked, meant }) }];
  });
}

/** The names that have the most of the terms. */
function listLikely(vocabulary: Vocabulary, meant: readonly Meant[]): readonly number[] {
  const scores = new Float64Array(vocabulary.names.length);
  for (const { alike } of meant) {
    for (const [term, likeness] of alike) {
      const gain = likeness * weigh(vocabulary, term);
      for (const place of vocabulary.byTerm.get(term) ?? []) scores[place] = (scores[place] ?? 0) + gain;
    }
  }
  const scoreOf = (place: number) => scores[place] ?? 0;
  const enough = scores.reduce((most, score) => Math.max(most, score), 0) * SCORE_PART;
  const places: number[] = [];
  scores.forEach((score, place) => {
    if (score > 0 && score >= enough) places.push(place);
  });
  return places.sort((one, other) => scoreOf(other) - scoreOf(one) || one - other);
}

const SCORE_PART = 0.6;

function* listMeant(vocabulary: Vocabulary, { words }: AddressWords): Steps<readonly Meant[]> {
  const { isStopWord, termOf } = vocabulary.language;
  const meant: Meant[] = [];
  let misspelled = 0;
  for (const [place, word] of words.entries()) {
    const term = termOf(word);
    const weight = weigh(vocabulary, term) * (isStopWord(word) ? STOP_WORD_PART : 1);
    if (vocabulary.byTerm.has(term) || misspelled >= MISSPELLED_MAX) {
      meant.push({ weight, alike: new Map([[term, 1]]) });
      continue;
    }
    misspelled += 1;
    meant.push({ weight, alike: listAlike(vocabulary, word, place === words.length - 1) });
    yield;
  }
  return meant;
}

const STOP_WORD_PART = 0.2;
const WORD_LENGTH_MAX = 24;
const MISSPELLED_MIN_LENGTH = 4;
const TWO_ERRORS_LENGTH = 6;
const PART_OF_AN_ERROR = 0.12;
const LIKENESS_OF_CUT = 0.8;

/** The words that differ in one or two letters. The last word of an address may be cut. */
function listAlike(
  { words, language }: Vocabulary,
  word: string,
  isLast: boolean,
): ReadonlyMap<string, number> {
  const alike = new Map<string, number>();
  if (word.length < MISSPELLED_MIN_LENGTH || word.length > WORD_LENGTH_MAX || /\d/.test(word)) return alike;
  const near = [...new Set(word.slice(0, 2))].flatMap((first) => [...(words.get(first) ?? [])]);
  for (const known of near) {
    const likeness = isLast && known.startsWith(word) ? LIKENESS_OF_CUT : computeLikeness(word, known);
    const term = language.termOf(known);
    if (likeness > (alike.get(term) ?? 0)) alike.set(term, likeness);
  }
  return alike;
}

function computeLikeness(word: string, known: string): number {
  const errors = word.length < TWO_ERRORS_LENGTH ? 1 : 2;
  const cost = computeEditCost(word, known, errors);
  return cost > errors ? 0 : 1 - cost * PART_OF_AN_ERROR;
}

/** Rare terms tell more. */
function weigh({ names, byTerm }: Vocabulary, term: string): number {
  return Math.log(1 + (names.length + 1) / ((byTerm.get(term)?.length ?? 0) + 1));
}

const EQUAL = 0.97;
const SAME_WORDS = 0.95;
const SAME_PLACE = 0.02;
/** One word in common says little if either name has more. */
const SINGLE_WORD = 0.7;
const ASKED_PART = 0.6;

type Comparison = { readonly name: Name; readonly asked: AddressWords; readonly meant: readonly Meant[] };

function compare(vocabulary: Vocabulary, { name, asked, meant }: Comparison): number {
  const place = asked.parents.some((parent) => name.parents.includes(parent)) ? SAME_PLACE : 0;
  if (asked.slug.replaceAll('-', '') === name.slug.replaceAll('-', '')) return EQUAL + place;
  const { isStopWord } = vocabulary.language;
  const terms = new Set(name.terms);
  const found = meant.map(({ alike }) => findLikest(alike, terms, name.titleTerms));
  const total = sum(meant.map(({ weight }) => weight));
  const shared = sum(found.map(({ likeness }, index) => likeness * (meant[index]?.weight ?? 0)));
  const likeness = new Map<string, number>();
  for (const { term, likeness: one } of found) if (terms.has(term)) likeness.set(term, one);
  const weights = [...terms].map((term) => ({
    term,
    weight: weigh(vocabulary, term) * (isStopWord(term) ? STOP_WORD_PART : 1),
  }));
  const covered = sum(weights.map(({ term, weight }) => (likeness.get(term) ?? 0) * weight));
  const all = sum(weights.map(({ weight }) => weight));
  const certainty = ASKED_PART * (shared / total) + (1 - ASKED_PART) * (covered / all);
  const count = found.filter(({ term, likeness: one }) => one > 0 && !isStopWord(term)).length;
  const isWhole = (covered === all && shared === total) || (terms.size === 1 && covered > 0);
  const most = Math.min(SAME_WORDS, certainty);
  return (count < 2 && !isWhole ? SINGLE_WORD * most : most) + place * most;
}

type LikeTerm = { readonly term: string; readonly likeness: number };

function findLikest(
  alike: ReadonlyMap<string, number>,
  terms: ReadonlySet<string>,
  titleTerms: ReadonlySet<string>,
): LikeTerm {
  let best: LikeTerm = { term: '', likeness: 0 };
  for (const [term, likeness] of alike)
    if (likeness > best.likeness && (terms.has(term) || titleTerms.has(term))) best = { term, likeness };
  return best;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Two pages that are almost as likely make both uncertain. */
const CLEAR_MARGIN = 0.1;
const UNCERTAIN_MAX = 0.75;

function selectBest(guesses: readonly Guess[]): readonly Guess[] {
  const best = new Map<string, Guess>();
  for (const guess of guesses) {
    const known = best.get(guess.page.path);
    if (guess.certainty >= CERTAINTY_MIN && guess.certainty > (known?.certainty ?? 0))
      best.set(guess.page.path, guess);
  }
  const sorted = [...best.values()].toSorted((one, other) => other.certainty - one.certainty);
  const [first = 0, second = 0] = sorted.map(({ certainty }) => certainty);
  const isClear = first - second >= CLEAR_MARGIN || (first >= EQUAL && second < EQUAL);
  return sorted.slice(0, GUESSES_MAX).map(({ page, certainty }) => {
    const kept = isClear ? certainty : Math.min(certainty, UNCERTAIN_MAX);
    return { page, certainty: Math.round(kept * 100) / 100 };
  });
}
