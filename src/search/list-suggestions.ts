import { isStopWord, termOf } from '../search-engine/english.ts';
import { findTitles } from '../search-engine/find-titles.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import { listTokens, listWords } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import type { SearchSuggestion } from '../site/entities.ts';
import { parseSearchText } from '../site/page-query.ts';
import { readOptionalText, readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import type { Store } from '../store/store.ts';
import { findTag } from '../store/tags.ts';
import { correctQuery } from './correct-query.ts';
import { findSections } from './find-sections.ts';
import { type FoundName, type FoundNames, readFoundNames } from './found-names.ts';
import { openSearch, type Search } from './open-search.ts';
import type { Candidate, Speller } from './spelling.ts';
import { createWordReader, isKnown, type Known, type TypedWord } from './typed-words.ts';

const TOPICS_MAX = 2;
const ARTICLES_MAX = 5;
const SECTIONS_MAX = 3;
const PAGES_MAX = 2;
/** Of the whole text: a single letter begins too much. */
const LETTERS_MIN = 2;
/** A title or section must have this share of the words, by idf, if none has all. */
const SHARE_MIN = 0.6;
/** A longer stop word at the end is hardly the beginning of another word. */
const STOP_WORD_BEGINNING_MAX = 2;
/** A shorter beginning of a word is in too many headings. */
const SECTION_MIN_LENGTH = 3;

/**
 * Topics, articles, sections and pages, in this order, that have every typed word; if there are none, articles and sections with
 * most of them. The last word may be unfinished. Finished words are corrected as in the search, the last by its beginning.
 */
export function listSuggestions(store: Store, text: string, now: number): SearchSuggestion[] {
  return store.index.snapshot(() => finishSteps(listSuggestionsInSteps(store, text, now)));
}

/** The steps must read the same content. */
export function* listSuggestionsInSteps(store: Store, text: string, now: number): Steps<SearchSuggestion[]> {
  const typed = parseSearchText(text);
  if (listWords(typed).join('').length < LETTERS_MIN) return [];
  const search = openSearch(store);
  const names = readFoundNames(store, search);
  const known = { ...search, names, speller: rememberCandidates(search.speller) };
  const open = { store, search: known, names, now, readWords: createWordReader(known) };
  const finished = yield* correctFinished(known, typed);
  yield;
  const found = suggest(open, finished, 1);
  if (found.length > 0) return found;
  yield;
  const whole = yield* correctWhole(known, typed);
  const others = new Set([whole, replaceNames(search, typed)]);
  others.delete(finished);
  for (const other of others) {
    yield;
    const meant = suggest(open, other, 1);
    if (meant.length > 0) return meant;
  }
  yield;
  return suggest(open, whole, SHARE_MIN);
}

/** Readings of a text have most of its words in common. */
function rememberCandidates(speller: Speller): Speller {
  const remembered = new Map<string, Candidate[]>();
  return {
    ...speller,
    listCandidates: (word) => {
      const candidates = remembered.get(word) ?? speller.listCandidates(word);
      remembered.set(word, candidates);
      return candidates;
    },
  };
}

/** The text with corrections of all words but the last, which is unfinished. Correcting takes longer than looking up the words. */
function* correctFinished(known: Known, text: string): Steps<string> {
  const start = listTokens(text).findLast(({ parts }) => parts === undefined)?.start ?? 0;
  const finished = text.slice(0, start);
  if (listWords(finished).every((word) => isStopWord(word) || isKnown(known, word))) return text;
  return (yield* correctQuery(known, finished)).text + text.slice(start);
}

/** As the search corrects the finished text, or suggests to. */
function* correctWhole(search: Search, text: string): Steps<string> {
  const correction = yield* correctQuery(search, text);
  return correction.suggestion ?? correction.text;
}

/** With the names that articles use: "google ads" for "adwords". */
function replaceNames({ synonyms }: Search, text: string): string {
  const words = listWords(text).map((word) => synonyms.get(termOf(word))?.[0]?.join(' ') ?? word);
  return words.join(' ');
}

type Open = {
  readonly store: Store;
  readonly search: Search;
  readonly names: FoundNames;
  readonly now: number;
  readonly readWords: (text: string) => readonly TypedWord[];
};

function suggest(open: Open, text: string, leastShare: number): SearchSuggestion[] {
  const { store, names, now } = open;
  const words = open.readWords(text);
  const isListed = ({ tag }: FoundName) => tag === undefined || findTag(store, tag, now) !== undefined;
  const find = (all: readonly FoundName[]) => all.filter((name) => hasWords(name, words));
  return [
    ...takeListed(find(names.topics), TOPICS_MAX, isListed).map(describe('topic')),
    ...listArticles(open, words, leastShare),
    ...listSections(open, words, leastShare),
    ...find(names.pages).slice(0, PAGES_MAX).map(describe('page')),
  ];
}

/** A topic and a tag may have the same name. */
function takeListed(
  names: readonly FoundName[],
  count: number,
  isListed: (name: FoundName) => boolean,
): FoundName[] {
  const taken = new Map<string, FoundName>();
  for (const name of names) {
    if (taken.size === count) break;
    const key = name.label.toLowerCase();
    if (!taken.has(key) && isListed(name)) taken.set(key, name);
  }
  return [...taken.values()];
}

function describe(kind: SearchSuggestion['kind']) {
  return ({ label, href }: FoundName): SearchSuggestion => ({ kind, label, href });
}

function hasWords(name: FoundName, words: readonly TypedWord[]): boolean {
  return words.every(
    ({ word, isUnfinished, meanings }) =>
      meanings.some(({ term }) => name.terms.has(term)) ||
      (isUnfinished && name.words.some((own) => own.startsWith(word))),
  );
}

function listArticles(
  { store, search: { index }, names, now }: Open,
  words: readonly TypedWord[],
  leastShare: number,
): SearchSuggestion[] {
  const wanted = keepSignificant(words);
  const placesIn = (name: FoundName) =>
    wanted.flatMap((word, place) => (hasWords(name, [word]) ? place : []));
  const slots = findTitles(index, {
    words: wanted.map(({ terms }) => terms),
    wordsOfFacets: new Map([...names.facets].map(([facet, name]) => [facet, placesIn(name)])),
    ...{ now, leastShare, limit: ARTICLES_MAX },
  });
  return slots.flatMap((slot) => {
    const article = readArticle(store, index.idOf(slot));
    return article === undefined ? [] : { kind: 'article', ...article };
  });
}

/** Without stop words, except for a last one that may be the beginning of another word. */
function keepSignificant(words: readonly TypedWord[]): readonly TypedWord[] {
  const content = words.filter(({ isStopWord }) => !isStopWord);
  const longest = content.length > 0 ? STOP_WORD_BEGINNING_MAX : Number.POSITIVE_INFINITY;
  return words.filter(
    ({ word, isStopWord, isUnfinished }) => !isStopWord || (isUnfinished && word.length <= longest),
  );
}

function listSections(
  { store, search, now }: Open,
  words: readonly TypedWord[],
  leastShare: number,
): SearchSuggestion[] {
  const content = words.filter(({ isStopWord }) => !isStopWord);
  if (!content.some(({ word }) => word.length >= SECTION_MIN_LENGTH)) return [];
  const wanted = content.map(({ terms }) => terms);
  return findSections(store, search, { wanted, now, leastShare, limit: SECTIONS_MAX }).flatMap((section) => {
    const article = readArticle(store, section.articleId);
    if (article === undefined) return [];
    const href = `${article.href}#${section.anchor}`;
    return { kind: 'section', label: section.title, href, article: article.label };
  });
}

function readArticle(store: Store, id: number): Pick<SearchSuggestion, 'label' | 'href'> | undefined {
  const row = store.index.get('SELECT slug, title, category, subcategory FROM posts WHERE id = :id', { id });
  if (row === undefined) return undefined;
  const place = {
    category: readText(row, 'category'),
    subcategory: readOptionalText(row, 'subcategory'),
    slug: readText(row, 'slug'),
  };
  return { label: readText(row, 'title'), href: pages.article(place, readSite(store).news) };
}
