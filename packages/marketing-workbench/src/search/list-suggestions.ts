import { findTitles } from '../search-engine/find-titles.ts';
import type { Language } from '../search-engine/language.ts';
import { listBest } from '../search-engine/ranking.ts';
import { searchDocumentsInSteps } from '../search-engine/search.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import { listTokens, listWords } from '../search-engine/tokenizer.ts';
import type { SearchSuggestion } from '../site/entities.ts';
import { parseSearchText } from '../site/page-query.ts';
import { findTag } from '../store/posts/tags.ts';
import type { Store } from '../store/store.ts';
import { linkToArticle } from './article-link.ts';
import { correctQuery } from './correct-query.ts';
import { findSections } from './find-sections.ts';
import { type FoundName, readFoundNames } from './found-names.ts';
import { openSearch } from './open-search.ts';
import { SCORE_SHARE_MIN } from './search-posts.ts';
import {
  areTooFrequent,
  findMisspelledBeginning,
  isKnownWord,
  type NamedSearch,
  readTypedWords,
  type TypedWord,
} from './typed-words.ts';

const TOPICS_MAX = 2;
const TITLES_MAX = 4;
const ARTICLES_MAX = 7;
const SECTIONS_MAX = 3;
const PAGES_MAX = 2;
/** The typed text must have this many letters, because a single letter begins too many words. */
const LETTERS_MIN = 2;
/** A shorter beginning of a word is in too many headings. */
const SECTION_MIN_LENGTH = 3;

/**
 * Suggests topics, articles, sections and pages, in this order. Each has every typed word in its
 * name, the last one perhaps unfinished, except that articles are also those that the search finds
 * best. Finished words are corrected as in the search, the last by its beginning. A topic, a page
 * or an article that is suggested stays so while a reader types on its name.
 */
export function listSuggestions(store: Store, text: string, now: number): SearchSuggestion[] {
  return store.index.snapshot(() => finishSteps(listSuggestionsInSteps(store, text, now)));
}

/** All steps must read the same content. */
export function* listSuggestionsInSteps(
  store: Store,
  text: string,
  now: number,
): Steps<SearchSuggestion[]> {
  const typed = parseSearchText(text);
  const search = openSearch(store);
  const { language } = search.index;
  if (listWords(typed, language).join('').length < LETTERS_MIN) return [];
  const names = readFoundNames(store, search);
  const known = { ...search, names };
  const meant = yield* correctTyped(known, typed);
  yield;
  const words = readTypedWords(known, meant);
  const articles = yield* listSuggestedArticles(known, { text: meant, words, now });
  yield;
  const isListed = ({ tag }: FoundName) =>
    tag === undefined || findTag(store, tag, now) !== undefined;
  const find = (all: readonly FoundName[]) => all.filter((name) => hasWords(name, words));
  return [
    ...takeListed(find(names.topics), TOPICS_MAX, isListed).map(toSuggestion('topic')),
    ...articles.flatMap((slot) => {
      const article = readArticle(store, search.index.idOf(slot));
      return article === undefined ? [] : ({ kind: 'article', ...article } as const);
    }),
    ...listSuggestedSections(store, { words, language }, now),
    ...find(names.pages).slice(0, PAGES_MAX).map(toSuggestion('page')),
  ];
}

function* correctTyped(known: NamedSearch, text: string): Steps<string> {
  const { language } = known.index;
  const last = listTokens(text, language).findLast(({ parts }) => parts === undefined);
  if (last === undefined) return text;
  const finished = text.slice(0, last.start);
  const isRight = listWords(finished, language).every(
    (word) => language.isStopWord(word) || isKnownWord(known, word),
  );
  const corrected = isRight ? finished : (yield* correctQuery(known, finished)).text;
  return corrected + (findMisspelledBeginning(known, last.word) ?? text.slice(last.start));
}

type TypedQuery = {
  readonly text: string;
  readonly words: readonly TypedWord[];
  readonly now: number;
};

/**
 * Lists the slots of articles in the order of the search: those with the words in their titles, and
 * the best others that the search finds. The titles are not chosen by the search, which would
 * prefer others with each letter and drop some that a reader has seen.
 */
function* listSuggestedArticles(
  { index, names, synonyms }: NamedSearch,
  { text, words, now }: TypedQuery,
): Steps<number[]> {
  const wanted = words.map(({ terms }) => terms);
  const titles = findTitles(index, {
    words: wanted,
    importance: names.links,
    now,
    limit: TITLES_MAX,
  });
  yield;
  const { best } = titles;
  if (areTooFrequent(words)) return [...best];
  const answer = yield* searchDocumentsInSteps(index, text, {
    now,
    synonyms,
    leastShare: SCORE_SHARE_MIN,
  });
  const others = { ...answer, found: answer.found.filter((slot) => !titles.hasAllWords(slot)) };
  const compare = (a: number, b: number) => (index.dates[b] ?? 0) - (index.dates[a] ?? 0) || b - a;
  return [...best, ...listBest(others, ARTICLES_MAX - best.length, compare)].toSorted(
    (a, b) => (answer.scores[b] ?? 0) - (answer.scores[a] ?? 0),
  );
}

/** Takes the first listed names that differ, since a topic and a tag may have the same name. */
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

function toSuggestion(kind: SearchSuggestion['kind']) {
  return ({ label, href }: FoundName): SearchSuggestion => ({ kind, label, href });
}

function hasWords(name: FoundName, words: readonly TypedWord[]): boolean {
  return words.every(
    ({ word, isUnfinished, stems }) =>
      (isUnfinished && name.words.some((own) => own.startsWith(word))) ||
      name.terms.values().some((term) => stems.has(term)),
  );
}

function listSuggestedSections(
  store: Store,
  { words, language }: { readonly words: readonly TypedWord[]; readonly language: Language },
  now: number,
): SearchSuggestion[] {
  const content = words.filter(({ isStopWord }) => !isStopWord);
  if (!content.some(({ word }) => word.length >= SECTION_MIN_LENGTH)) return [];
  return findSections(store, content, { language, now, limit: SECTIONS_MAX }).flatMap((section) => {
    const article = readArticle(store, section.articleId);
    if (article === undefined) return [];
    const href = `${article.href}#${section.anchor}`;
    return { kind: 'section', label: section.title, href, article: article.label };
  });
}

function readArticle(
  store: Store,
  id: number,
): Pick<SearchSuggestion, 'label' | 'href'> | undefined {
  const row = store.index.get(
    'SELECT slug, title, category, subcategory FROM posts WHERE id = :id',
    { id },
  );
  if (row === undefined) return undefined;
  const { title: label, path: href } = linkToArticle(store, row);
  return { label, href };
}
