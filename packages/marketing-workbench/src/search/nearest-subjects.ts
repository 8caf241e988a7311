import { parseQuery } from '../search-engine/query.ts';
import { listBest } from '../search-engine/ranking.ts';
import { searchDocumentsInSteps } from '../search-engine/search.ts';
import type { Steps } from '../search-engine/steps.ts';
import { findTerm } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import type { NearestSubjects, PostSummary, SubjectLink } from '../site/entities.ts';
import {
  findCategoryOf,
  findSubcategoryOf,
  formatPostAddress,
  formatSubcategoryAddress,
} from '../site/taxonomy.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../store/pages/taxonomy.ts';
import { listPopularPosts, listSummaries } from '../store/posts/posts.ts';
import { listPostTags, listTags } from '../store/posts/tags.ts';
import type { Store } from '../store/store.ts';
import type { Search, SearchSubject } from './open-search.ts';

type SubjectSource = {
  readonly store: Store;
  readonly taxonomy: DescribedTaxonomy;
  readonly now: number;
};

const SUBJECTS_MAX = 6;
const ARTICLES_MAX = 3;

/**
 * Finds what to offer when a search finds nothing: the subjects whose names or whose articles have
 * words like those of the query, the nearest first, and the articles. If there are none, the
 * biggest subjects and the most viewed articles.
 */
export function* findNearestSubjects(
  search: Search,
  text: string,
  { store, now }: Omit<SubjectSource, 'taxonomy'>,
): Steps<NearestSubjects> {
  const { language } = search.index;
  const source = { store, now, taxonomy: readTaxonomy(store, now) };
  const subjects = search.subjects.get('all', source, () =>
    listSubjectLinks(source).map((one) => ({
      ...one,
      words: listWords(one.name, language).map(listPairs),
    })),
  );
  yield;
  const words = listContentWords(search, text);
  const articles = yield* listArticlesLike(search, words, source);
  yield;
  const named = yield* listNamedLike(subjects, words.map(listPairs));
  const paths = articles.flatMap((article) => listPathsOf(article, source));
  const ofArticles = paths.flatMap(
    (path) => subjects.find((subject) => subject.path === path) ?? [],
  );
  const near = [...new Set([...named, ...ofArticles])];
  const isNear = near.length > 0;
  const shown = isNear ? near : subjects.toSorted((a, b) => b.postCount - a.postCount);
  return {
    isNear,
    subjects: shown
      .slice(0, SUBJECTS_MAX)
      .map(({ name, path, postCount }) => ({ name, path, postCount })),
    articles: (isNear ? articles : listPopularPosts(store, ARTICLES_MAX, now)).map((post) => ({
      title: post.title,
      path: formatPostAddress(post, source.taxonomy),
    })),
  };
}

function listSubjectLinks({ store, taxonomy, now }: SubjectSource): readonly SubjectLink[] {
  return [
    ...taxonomy.categories.map((one) => ({ ...one, path: pages.category(one.slug) })),
    ...taxonomy.subcategories.map((one) => ({
      ...one,
      path: formatSubcategoryAddress(one, taxonomy),
    })),
    ...listTags(store, now).map((one) => ({ ...one, path: pages.tag(one.slug) })),
  ].filter(({ postCount }) => postCount > 0);
}

const WORDS_MAX = 8;

/**
 * Lists the words of a query that are no stop words. Quoted words are included, excluded words are
 * not.
 */
function listContentWords({ index: { language } }: Search, text: string): readonly string[] {
  const { words, phrases } = parseQuery(text, language);
  const all = [...words.flatMap(({ parts }) => parts.map(({ word }) => word)), ...phrases.flat()];
  return all.filter((word) => !language.isStopWord(word)).slice(0, WORDS_MAX);
}

/**
 * Lists the articles with most of the words; an unknown word is replaced by the most similar known
 * one.
 */
function* listArticlesLike(
  { index, synonyms, speller }: Search,
  words: readonly string[],
  { store, now }: SubjectSource,
): Steps<readonly PostSummary[]> {
  const known: string[] = [];
  for (const word of words) {
    const isKnown = findTerm(index, index.language.termOf(word)) !== undefined;
    known.push(
      ...(isKnown ? [word] : speller.listCandidates(word).map((one) => one.word)).slice(0, 1),
    );
    yield;
  }
  if (known.length === 0) return [];
  const ranking = yield* searchDocumentsInSteps(index, known.join(' '), { now, synonyms });
  const newest = (a: number, b: number) => (index.dates[b] ?? 0) - (index.dates[a] ?? 0);
  return listBest(ranking, ARTICLES_MAX, newest).flatMap((slot) =>
    listSummaries(store, [index.idOf(slot)]),
  );
}

/** Lists the paths of the subjects of an article, the narrowest first. */
function listPathsOf(
  post: PostSummary,
  { store, taxonomy, now }: SubjectSource,
): readonly string[] {
  const category = findCategoryOf(post, taxonomy);
  const subcategory = findSubcategoryOf(post, taxonomy);
  return [
    ...(subcategory === undefined ? [] : [formatSubcategoryAddress(subcategory, taxonomy)]),
    ...listPostTags(store, post.id, now).flatMap(({ slug }) =>
      slug === undefined ? [] : pages.tag(slug),
    ),
    ...(category === undefined ? [] : [pages.category(category.slug)]),
  ];
}

/** Unrelated words have about half of this likeness. */
const LIKENESS_MIN = 0.5;

function* listNamedLike(
  subjects: readonly SearchSubject[],
  asked: SearchSubject['words'],
): Steps<readonly SearchSubject[]> {
  const likeness = new Map<SearchSubject, number>();
  for (const subject of subjects) {
    const all = asked.flatMap((word) => subject.words.map((other) => computeLikeness(word, other)));
    likeness.set(subject, Math.max(0, ...all));
    yield;
  }
  const likenessOf = (subject: SearchSubject) => likeness.get(subject) ?? 0;
  return subjects
    .filter((subject) => likenessOf(subject) >= LIKENESS_MIN)
    .toSorted((a, b) => likenessOf(b) - likenessOf(a) || b.postCount - a.postCount);
}

function listPairs(word: string): ReadonlySet<string> {
  return new Set(
    Array.from({ length: word.length - 1 }, (_, place) => word.slice(place, place + 2)),
  );
}

/**
 * Returns Dice's coefficient of the pairs of letters, from 0 to 1. The speller is no substitute,
 * since it finds only words with few slips.
 */
function computeLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
