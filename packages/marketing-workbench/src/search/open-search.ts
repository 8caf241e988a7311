import { LRUCache } from 'lru-cache';
import { findLanguage, type Language, readLanguage } from '../search-engine/language.ts';
import { openIndexInSteps, type SearchIndex } from '../search-engine/open-index.ts';
import { readOneWordNames, readSynonyms, type Synonyms } from '../search-engine/query.ts';
import { BLOCK_SIZE } from '../search-engine/schema.ts';
import type { SearchAnswer } from '../search-engine/search.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import { DEFAULT_SITE } from '../site/default-site.ts';
import type { SubjectLink } from '../site/entities.ts';
import { readViewsVersion } from '../store/counts/views.ts';
import { isUnreadable } from '../store/database.ts';
import { readContentVersion } from '../store/index/status.ts';
import { FOUND_PAGE_ID_MIN } from '../store/pages/found-pages.ts';
import { describeWaiting, listScheduledPosts } from '../store/posts/live.ts';
import type { Store } from '../store/store.ts';
import { isEnglish, loadEnglishWords } from './english-words.ts';
import { createPreparedTextsSource, type PreparedTexts } from './prepared-texts.ts';
import { createSpeller, type Speller } from './spelling.ts';

/**
 * A category, subcategory or tag with published posts. `words` holds the pairs of letters of each
 * word of its name.
 */
export type SearchSubject = SubjectLink & { readonly words: readonly ReadonlySet<string>[] };

/** The index and caches of a search, opened once for each revision of the content. */
export type Search = {
  /**
   * The index of posts and other pages. Only the search results contain documents that are no
   * posts.
   */
  readonly index: SearchIndex;
  /**
   * The first slot of guides, other pages, authors and legacy posts, which are never visible by
   * `visibleFrom`.
   */
  readonly firstPage: number;
  readonly synonyms: Synonyms;
  readonly speller: Speller;
  readonly subjects: AnswerCache<'all', readonly SearchSubject[]>;
  readonly related: AnswerCache<number, readonly number[]>;
  /**
   * The key is the text. A page of results needs the results and their summary; the next page and
   * category filters need the same results.
   */
  readonly answers: AnswerCache<string, CorrectedAnswer>;
  readonly getPreparedTexts: () => PreparedTexts;
};

export type CorrectedAnswer = SearchAnswer & { readonly correction: Correction };

export type Correction = {
  /** The text to search for: as typed, or with unknown words replaced by known ones. */
  readonly text: string;
  readonly isCorrected: boolean;
  readonly suggestion?: string;
  /** The text as typed, with the replaced words in quotes, so that they are not corrected. */
  readonly literal?: string;
};

const RELATED_MAX = 20_000;
const ANSWERS_MAX = 8;

type OpenSearch = { readonly version: string; readonly search: Search; stateVersion?: number };

const searches = new WeakMap<Store, OpenSearch>();

/**
 * Opens the search. It must be called within a snapshot of the index, to which the search then
 * belongs.
 */
export function openSearch(store: Store): Search {
  return finishSteps(openSearchInSteps(store));
}

/** All steps must read the same content. */
export function* openSearchInSteps(store: Store): Steps<Search> {
  const version = readContentVersion(store);
  const known = searches.get(store);
  const open: OpenSearch =
    known?.version === version ? known : { version, search: yield* createSearch(store) };
  searches.set(store, open);
  const stateVersion = readViewsVersion(store);
  if (open.stateVersion !== stateVersion) hideScheduled(store, open.search.index);
  open.stateVersion = stateVersion;
  return open.search;
}

/**
 * Reads the word lists of the site's language; a server does it before its first search, for which
 * a file descriptor may be lacking.
 */
export function loadWordLists(store: Store): void {
  const language = findSiteLanguage(store);
  language.load();
  if (language.isEnglish) loadEnglishWords();
}

/**
 * Returns the language of the site, or that of the default site while the index is empty or
 * damaged.
 */
function findSiteLanguage({ index }: Store): Language {
  try {
    if (index.isFilled()) return readLanguage(index);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  return findLanguage(DEFAULT_SITE.language);
}

function* createSearch(store: Store): Steps<Search> {
  const index = yield* openIndexInSteps(store.index);
  const firstPage = findFirstPage(index);
  // An offset without a document has an infinite date.
  for (const [slot, date] of index.dates.entries()) {
    index.visibleFrom[slot] =
      Number.isFinite(date) && slot < firstPage ? 0 : Number.POSITIVE_INFINITY;
  }
  yield;
  return {
    index,
    firstPage,
    synonyms: readSynonyms(store.index),
    speller: createSpeller({
      index,
      names: readOneWordNames(store.index),
      isEnglish,
    }),
    subjects: createAnswerCache<'all', readonly SearchSubject[]>(1),
    related: createAnswerCache<number, readonly number[]>(RELATED_MAX),
    answers: createAnswerCache<string, CorrectedAnswer>(ANSWERS_MAX),
    getPreparedTexts: createPreparedTextsSource(index.language),
  };
}

/** Finds the first slot of a page. Slots are in the order of ids, and pages begin a block. */
function findFirstPage({ slotCount, idOf }: SearchIndex): number {
  for (let slot = 0; slot < slotCount; slot += BLOCK_SIZE)
    if (idOf(slot) >= FOUND_PAGE_ID_MIN) return slot;
  return slotCount;
}

/**
 * Hides posts until they go live. It is called again after each change of the state, since more
 * posts may be live.
 */
function hideScheduled(store: Store, { visibleFrom, slotOf }: SearchIndex): void {
  for (const { id, liveFrom } of listScheduledPosts(store)) visibleFrom[slotOf(id)] = liveFrom;
}

/** Answers are valid until other posts are live. */
type AnswerCache<Key, Answer> = {
  readonly has: (key: Key, time: SearchMoment) => boolean;
  readonly get: (key: Key, time: SearchMoment, find: () => Answer) => Answer;
};

/** Which posts are live depends on the time and the state of the store. */
export type SearchMoment = { readonly store: Store; readonly now: number };

function createAnswerCache<Key extends {}, Answer extends {}>(
  max: number,
): AnswerCache<Key, Answer> {
  const answers = new LRUCache<Key, Answer>({ max });
  let known = '';
  const dropOld = ({ store, now }: SearchMoment) => {
    const waiting = describeWaiting(store, now);
    if (waiting !== known) answers.clear();
    known = waiting;
  };
  return {
    has: (key, time) => {
      dropOld(time);
      return answers.has(key);
    },
    get: (key, time, find) => {
      dropOld(time);
      const answer = answers.get(key) ?? find();
      answers.set(key, answer);
      return answer;
    },
  };
}
