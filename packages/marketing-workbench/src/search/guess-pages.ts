import { findLanguage, type Language } from '../search-engine/language.ts';
import { WEIGHTS } from '../search-engine/open-index.ts';
import { listBest } from '../search-engine/ranking.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import { decodePercent } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import { computeEditCost } from './edit-cost.ts';
import { countBits, findLetters } from './spelling.ts';

/** A page that exists and can be offered. */
export type GuessablePage = {
  readonly path: string;
  readonly title: string;
  /** Name of the category. */
  readonly category?: string | undefined;
  /** Paths that lead to it. */
  readonly oldPaths: readonly string[];
};

export type Guess = { readonly page: GuessablePage; readonly certainty: number };

/**
 * `slug` is the part of an address that names the page, without what other programs add to it;
 * `parents` are the names before it.
 */
type AddressName = { readonly slug: string; readonly parents: readonly string[] };

/** A name of a page: the end of its path or of an old one, or its title. */
type PageName = AddressName & { readonly page: GuessablePage; readonly terms: ReadonlySet<string> };

/**
 * The names of the pages that were added, and indexes of them. The indexes hold the places of names
 * in `names`.
 */
export type PageGuesser = {
  /** The tag of the language. */
  readonly tag: string;
  readonly language: Language;
  readonly names: PageName[];
  /**
   * A name that has the term is listed twice: for itself and for its page, whose title may have it
   * alone.
   */
  readonly byTerm: Map<string, number[]>;
  /** The key is the slug without hyphens. */
  readonly byJoined: Map<string, number[]>;
  /** The words of all names, each with a bit mask of its letters. */
  readonly letters: Map<string, number>;
};

/** Creates a guesser without pages. `tag` is the language of the titles. */
export function createPageGuesser(tag: string): PageGuesser {
  const language = findLanguage(tag);
  return { tag, language, names: [], byTerm: new Map(), byJoined: new Map(), letters: new Map() };
}

export function addGuessablePage(guesser: PageGuesser, page: GuessablePage): void {
  const { tag, language, names, byTerm, byJoined, letters } = guesser;
  const own = parseAddressName(page.path, tag);
  const titled = { slug: createSlug(page.title, tag), parents: own?.parents ?? [] };
  const ofTitle = new Set(titled.slug.split('-').map(language.termOf));
  const all = [titled, ...page.oldPaths.map((old) => parseAddressName(old, tag)), own].filter(
    (name) => name !== undefined,
  );
  for (const [slug, { parents }] of new Map(all.map((name) => [name.slug, name]))) {
    if (slug === '') continue;
    const words = slug.split('-');
    const terms = new Set(words.map(language.termOf));
    const place = names.push({ page, slug, parents, terms }) - 1;
    appendPlaces(byJoined, words.join(''), place);
    for (const term of terms) appendPlaces(byTerm, term, place, place);
    for (const term of ofTitle) if (!terms.has(term)) appendPlaces(byTerm, term, place);
    for (const word of words) letters.set(word, letters.get(word) ?? findLetters(word));
  }
}

function appendPlaces(
  lists: Map<string, number[]>,
  key: string,
  ...places: readonly number[]
): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...places]);
  else list.push(...places);
}

const EXTENSION = /\.(?:html?|xhtml|php\d?|aspx?|jspx?|cfm|cgi|md|txt|xml|json|pdf)$/i;
/** Matches a date or id before a name, and an id or the number of a copy after it. */
const NUMBERS =
  /^\d{4,}-(?:\d\d?-){0,2}(?=[a-z])|(?<=[a-z]{3})-(?:\d{5,}|(?:p|id|post|article)-?\d+|\d)$/g;
const FILLER =
  /^(?:\d+|amp|archives?|articles?|blog|category|content|default|feed|en|home|index|page|pages|posts?|rss|tags?|topics?|trackback|wp)$/;

/** Parses the name in a path. Returns undefined if no segment names anything. */
function parseAddressName(path: string, tag: string): AddressName | undefined {
  const segments = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((segment) =>
      createSlug(decodePercent(segment).replace(EXTENSION, ''), tag).replace(NUMBERS, ''),
    )
    .filter((slug) => slug !== '');
  const named = segments.filter((slug) => !FILLER.test(slug));
  const slug = named.at(-1) ?? segments.at(-1);
  if (slug === undefined || /^[\d-]+$/.test(slug)) return undefined;
  return { slug, parents: named.slice(0, -1) };
}

type NamedGuess = Guess & Pick<AddressName, 'parents'>;

const EQUAL = 0.97;
/** The highest certainty of names that are not equal, such as the same words in another order. */
const SAME_WORDS = 0.95;
/** This bounds the time of a guess. */
const COMPARED_MAX = 40;

/**
 * Returns the pages that a dead address probably meant, the most certain first. Certainties are
 * from 0 to 1.
 */
export function guessPages(guesser: PageGuesser, path: string): readonly Guess[] {
  return finishSteps(guessPagesInSteps(guesser, path));
}

/** Does the same as `guessPages`, in steps. */
export function* guessPagesInSteps(guesser: PageGuesser, path: string): Steps<readonly Guess[]> {
  const asked = parseAddressName(path, guesser.tag);
  if (asked === undefined) return [];
  const equal = new Set(guesser.byJoined.get(asked.slug.replaceAll('-', '')));
  const { found, scores, weight } = scoreNames(guesser, yield* listMeantTerms(guesser, asked.slug));
  const near = listBest({ found, scores }, COMPARED_MAX, (a, b) => a - b);
  const guesses = [...new Set([...equal, ...near])].flatMap((place): readonly NamedGuess[] => {
    const name = guesser.names[place];
    if (name === undefined) return [];
    const own = [...name.terms].reduce((sum, term) => sum + computeTermWeight(guesser, term), 0);
    const share = (scores[place] ?? 0) / (weight + own);
    const certainty = equal.has(place) ? EQUAL : Math.min(SAME_WORDS, share);
    const parents = name.parents.filter((parent) => asked.parents.includes(parent));
    return [{ page: name.page, parents, certainty }];
  });
  return chooseGuesses(guesses);
}

const WORDS_MAX = 12;
/**
 * The weight of a word that has a slip or is cut at the end of the address, relative to a correct
 * word.
 */
const CORRECTED_PART = 0.9;

/** Lists the terms of an address, each with its weight from 0 to 1. */
function* listMeantTerms(guesser: PageGuesser, slug: string): Steps<ReadonlyMap<string, number>> {
  const { byTerm, language } = guesser;
  const parts = new Map<string, number>();
  const words = slug.split('-').slice(0, WORDS_MAX);
  for (const [place, word] of words.entries()) {
    const isKnown = byTerm.has(language.termOf(word));
    const meant = isKnown ? word : findSimilarWord(guesser, word, place === words.length - 1);
    parts.set(language.termOf(meant), meant === word ? 1 : CORRECTED_PART);
    if (!isKnown) yield;
  }
  return parts;
}

/**
 * Scores the names by the weight of the terms that they have in common with the address. A term
 * counts twice, once for each of the two, but only once if just the title of the page has it.
 * `weight` is that of the address.
 */
function scoreNames(guesser: PageGuesser, terms: ReadonlyMap<string, number>) {
  const scores = new Float64Array(guesser.names.length);
  const touched: number[] = [];
  let weight = 0;
  for (const [term, part] of terms) {
    const own = computeTermWeight(guesser, term);
    weight += own;
    for (const place of guesser.byTerm.get(term) ?? []) {
      if (scores[place] === 0) touched.push(place);
      scores[place] = (scores[place] ?? 0) + own * part;
    }
  }
  // A name with a lower score can't be certain enough.
  const found = Int32Array.from(touched).filter(
    (place) => (scores[place] ?? 0) >= CERTAINTY_MIN * weight,
  );
  return { scores, found, weight };
}

/** Returns the weight of a term, which is higher for a rare term. */
function computeTermWeight({ names, byTerm, language }: PageGuesser, term: string): number {
  const idf = Math.log(1 + (2 * names.length + 1) / ((byTerm.get(term)?.length ?? 0) + 1));
  return language.isStopWord(term) ? WEIGHTS.stopWord * idf : idf;
}

const LETTERS_PER_SLIP = 3;

/**
 * Finds the known word that is most similar, or that continues a word cut at the end of the
 * address. Returns the word itself if there is none.
 */
function findSimilarWord({ letters }: PageGuesser, word: string, isLast: boolean): string {
  const own = findLetters(word);
  let meant = word;
  let least = word.length / LETTERS_PER_SLIP;
  for (const [known, others] of letters) {
    const isCut = isLast && known.startsWith(word);
    // Most words differ in too many letters to compute their cost.
    const isFar =
      Math.abs(known.length - word.length) > least ||
      countBits(own & ~others) > least ||
      countBits(others & ~own) > least;
    if (isFar && !isCut) continue;
    const cost = isCut ? 1 : computeEditCost(word, known, least);
    if (cost < least) [meant, least] = [known, cost];
  }
  return meant;
}

const GUESSES_MAX = 3;
/** Less similar pages have some word in common by chance. */
const CERTAINTY_MIN = 0.5;
/**
 * Two pages with certainties that differ by less are both uncertain. A page with a clear lead is
 * the only guess.
 */
const CLEAR_MARGIN = 0.15;
const UNCERTAIN_MAX = 0.75;

function chooseGuesses(guesses: readonly NamedGuess[]): readonly Guess[] {
  const sorted = guesses
    .filter(({ certainty }) => certainty >= CERTAINTY_MIN)
    .toSorted((a, b) => b.certainty - a.certainty || b.parents.length - a.parents.length);
  const best = [...Map.groupBy(sorted, ({ page }) => page.path).values()].flatMap((names) =>
    names.slice(0, 1),
  );
  const [first = 0, second = 0] = best.map(({ certainty }) => certainty);
  const isClear = first - second >= CLEAR_MARGIN || (first === EQUAL && second < EQUAL);
  return best.slice(0, isClear ? 1 : GUESSES_MAX).map(({ page, certainty }) => {
    const kept = isClear ? certainty : Math.min(certainty, UNCERTAIN_MAX);
    return { page, certainty: Math.round(kept * 100) / 100 };
  });
}
