import type { Language } from '../search-engine/language.ts';
import { parseQuery } from '../search-engine/query.ts';
import { listBest } from '../search-engine/ranking.ts';
import { searchInSteps } from '../search-engine/search.ts';
import type { Steps } from '../search-engine/steps.ts';
import { findTerm } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import type { FoundPage, NearestSubjects, SubjectLink } from '../site/entities.ts';
import { formatPostAddress } from '../site/taxonomy.ts';
import { listPopularPosts } from '../store/posts.ts';
import { readOptionalText, readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import type { Store } from '../store/store.ts';
import { listTags } from '../store/tags.ts';
import { readTaxonomy } from '../store/taxonomy.ts';
import type { Search } from './open-search.ts';

const SUBJECTS_MAX = 6;
const ARTICLES_MAX = 3;

/** A category, subcategory or tag with published posts. */
export type Subject = SubjectLink & {
  readonly words: readonly string[];
  /** Of the words. */
  readonly terms: ReadonlySet<string>;
};

type SubjectQuery = { readonly store: Store; readonly now: number };

/**
 * What to offer when nothing is found: the subjects whose names or whose articles have words like those of the query, the
 * nearest first, and the articles. Without any, the biggest subjects and the most viewed articles.
 */
export function* findNearestSubjects(
  search: Search,
  text: string,
  asked: SubjectQuery,
): Steps<NearestSubjects> {
  const subjects = search.subjects.get('all', asked, () => listSubjects(asked, search.index.language));
  yield;
  const words = listContentWords(text, search.index.language);
  const articles = yield* listArticlesLike(search, words, asked);
  yield;
  const near = yield* rankSubjects(
    subjects,
    words.map((word) => createMeasure(word, search.index.language)),
    articles,
  );
  if (near.length === 0) {
    const biggest = subjects.toSorted((a, b) => b.postCount - a.postCount);
    return { isNear: false, subjects: linkTo(biggest), articles: listPopular(asked) };
  }
  return {
    isNear: true,
    subjects: linkTo(near),
    articles: articles.slice(0, ARTICLES_MAX).map(({ title, path }) => ({ title, path })),
  };
}

function linkTo(subjects: readonly Subject[]): SubjectLink[] {
  return subjects.slice(0, SUBJECTS_MAX).map(({ name, path, postCount }) => ({ name, path, postCount }));
}

function listSubjects({ store, now }: SubjectQuery, language: Language): Subject[] {
  const { categories, subcategories, site } = readTaxonomy(store, now);
  const slugs = new Map(categories.map(({ id, slug }) => [id, slug]));
  const named = [
    ...categories.map((category) => ({ ...category, path: pages.category(category.slug) })),
    ...subcategories.map((place) => {
      const category = slugs.get(place.categoryId) ?? '';
      return { ...place, path: pages.subcategory({ category, slug: place.slug }, site.news) };
    }),
    ...listTags(store, now).map((tag) => ({ ...tag, path: pages.tag(tag.slug) })),
  ];
  return named
    .filter(({ postCount }) => postCount > 0)
    .map(({ name, path, postCount }) => {
      const words = listWords(name, language);
      return { name, path, postCount, words, terms: new Set(words.map(language.termOf)) };
    });
}

const WORDS_MAX = 8;

/** Quoted words included; those that are excluded left out. */
function listContentWords(text: string, language: Language): string[] {
  const { words, phrases } = parseQuery(text, language);
  const all = [...words.flatMap(({ parts }) => parts.map(({ word }) => word)), ...phrases.flat()];
  return all.filter((word) => !language.isStopWord(word)).slice(0, WORDS_MAX);
}

type Article = { readonly title: string; readonly path: string; readonly subjects: ReadonlySet<string> };

const ARTICLES_READ = 12;

/** The articles with most of the words, or of the words that are spelled most like them. */
function* listArticlesLike(
  search: Search,
  words: readonly string[],
  { store, now }: SubjectQuery,
): Steps<Article[]> {
  const { index, synonyms, speller } = search;
  const known = words.flatMap((word) =>
    findTerm(index, index.language.termOf(word)) === undefined
      ? (speller.listCandidates(word)[0]?.word ?? [])
      : word,
  );
  if (known.length === 0) return [];
  yield;
  const ranking = yield* searchInSteps(index, known.join(' '), { now, synonyms });
  const newest = (a: number, b: number) => (index.dates[b] ?? 0) - (index.dates[a] ?? 0);
  return listBest(ranking, ARTICLES_READ, newest).flatMap((slot) => readArticle(store, index.idOf(slot)));
}

function readArticle(store: Store, id: number): Article[] {
  const row = store.index.get('SELECT slug, title, category, subcategory FROM posts WHERE id = :id', { id });
  if (row === undefined) return [];
  const category = readText(row, 'category');
  const subcategory = readOptionalText(row, 'subcategory');
  const tags = store.index.all('SELECT slug FROM post_tags WHERE post_id = :id', { id });
  const { news } = readSite(store);
  const place = subcategory === undefined ? [] : [pages.subcategory({ category, slug: subcategory }, news)];
  const ofTags = tags.map((tag) => pages.tag(readText(tag, 'slug')));
  return [
    {
      title: readText(row, 'title'),
      path: pages.article({ category, subcategory, slug: readText(row, 'slug') }, news),
      subjects: new Set([pages.category(category), ...place, ...ofTags]),
    },
  ];
}

/** What a name like the query counts beside the best article. */
const NAME_GAIN = 3;
/** Dice's coefficient; unrelated words reach about half of this. */
const LIKENESS_MIN = 0.5;

const SUBJECTS_AT_ONCE = 500;

function* rankSubjects(
  subjects: readonly Subject[],
  measures: readonly Measure[],
  articles: readonly Article[],
): Steps<Subject[]> {
  const scored: { readonly subject: Subject; readonly score: number }[] = [];
  for (const subject of subjects) {
    const likeness = Math.max(0, ...measures.map((measure) => measure(subject)));
    const ofArticles = articles.reduce(
      (sum, article, place) => sum + (article.subjects.has(subject.path) ? 1 / (place + 1) : 0),
      0,
    );
    // Some article of a big subject has almost any word.
    const share = ofArticles / Math.log2(2 + subject.postCount);
    scored.push({ subject, score: NAME_GAIN * (likeness < LIKENESS_MIN ? 0 : likeness) + share });
    if (scored.length % SUBJECTS_AT_ONCE === 0) yield;
  }
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.subject.postCount - a.subject.postCount)
    .map(({ subject }) => subject);
}

type Measure = (subject: Subject) => number;

/** How like a word the names of subjects are. Many names have the same words. */
function createMeasure(word: string, { termOf }: Language): Measure {
  const term = termOf(word);
  const known = new Map<string, number>();
  const measure = (name: string): number => {
    const likeness = known.get(name) ?? computeLikeness(word, name);
    known.set(name, likeness);
    return likeness;
  };
  return ({ words, terms }) => (terms.has(term) ? 1 : Math.max(0, ...words.map(measure)));
}

/** Dice's coefficient of the pairs of letters, from 0 to 1. */
function computeLikeness(one: string, other: string): number {
  const pairs = listPairs(other);
  const count = pairs.length;
  const own = listPairs(one);
  const shared = own.filter((pair) => {
    const place = pairs.indexOf(pair);
    if (place >= 0) pairs.splice(place, 1);
    return place >= 0;
  });
  return (2 * shared.length) / Math.max(1, own.length + count);
}

function listPairs(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, place) => word.slice(place, place + 2));
}

function listPopular({ store, now }: SubjectQuery): FoundPage[] {
  const taxonomy = readTaxonomy(store, now);
  return listPopularPosts(store, ARTICLES_MAX, now).map((post) => ({
    title: post.title,
    path: formatPostAddress(post, taxonomy),
  }));
}
