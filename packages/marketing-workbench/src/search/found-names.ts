import { type Row, readText } from '../search-engine/database.ts';
import type { Language } from '../search-engine/language.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import { findTermsByText, type Term } from '../search-engine/term-dictionary.ts';
import { listTokens } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import { readSite } from '../store/pages/known-site.ts';
import { listMostLinked } from '../store/posts/post-links.ts';
import { MAY_HAVE_TAG_PAGE } from '../store/posts/tags.ts';
import { readOptionalText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Search } from './open-search.ts';
import { findLetters } from './spelling.ts';

/** A page that is found by its name alone. */
export type FoundName = {
  readonly label: string;
  readonly href: string;
  readonly words: readonly string[];
  /** The stems of the words. */
  readonly terms: ReadonlySet<string>;
  /** Set for the page of a tag, which exists only while enough posts have the tag. */
  readonly tag?: string;
};

export type FoundNames = {
  /** Categories, subcategories, then tags. */
  readonly topics: readonly FoundName[];
  /** Guides, other pages and authors, then legacy posts. */
  readonly pages: readonly FoundName[];
  /** The stems of all names. */
  readonly terms: ReadonlySet<string>;
  /** The frequent words of posts, the most frequent first, then those of all names. */
  readonly knownWords: readonly FoundWord[];
  /** How many posts link to each post, by slot of the index. */
  readonly links: Float64Array;
};

/** `term` is undefined if no post has the word; `letters` is a bit mask. */
export type FoundWord = {
  readonly word: string;
  readonly stem: string;
  readonly term: Term | undefined;
  readonly letters: number;
};

const names = new WeakMap<Search, FoundNames>();

/** Reads the names, once for each revision of the content. */
export function readFoundNames(store: Store, search: Search): FoundNames {
  return finishSteps(readFoundNamesInSteps(store, search));
}

const WORDS_AT_ONCE = 200;

/** All steps must read the same content. */
export function* readFoundNamesInSteps(store: Store, search: Search): Steps<FoundNames> {
  const known = names.get(search);
  if (known !== undefined) return known;
  const { language } = search.index;
  const topics = [...listTopicNames(store, language), ...(yield* listTagNames(store, language))];
  const ownPages = yield* listOwnPages(store, language);
  const all = [...topics, ...ownPages];
  const { index } = search;
  const ownWords = all.flatMap((name) => name.words);
  const words = [...new Set([...index.frequentWords().map(({ word }) => word), ...ownWords])];
  const knownWords: FoundWord[] = [];
  for (let start = 0; start < words.length; start += WORDS_AT_ONCE) {
    knownWords.push(...lookUpWords(index, words.slice(start, start + WORDS_AT_ONCE)));
    yield;
  }
  const links = new Float64Array(index.slotCount);
  for (const post of listMostLinked(store)) links[index.slotOf(post.id)] = post.links;
  const terms = new Set(all.flatMap((name) => [...name.terms]));
  const found = { topics, pages: ownPages, terms, knownWords, links };
  names.set(search, found);
  return found;
}

export function lookUpWords(index: Search['index'], words: readonly string[]): FoundWord[] {
  const stems = words.map(index.language.termOf);
  const terms = new Map(findTermsByText(index, stems).map((term) => [term.text, term]));
  return words.map((word, place) => {
    const stem = stems[place] ?? word;
    return { word, stem, term: terms.get(stem), letters: findLetters(word) };
  });
}

const SELECT_PLACES = `
  SELECT name, slug AS category, NULL AS subcategory FROM categories
  UNION ALL SELECT name, category, slug AS subcategory FROM subcategories`;

function listTopicNames(store: Store, language: Language): FoundName[] {
  const { news } = readSite(store);
  const formatAddress = (row: Row): string => {
    const category = readText(row, 'category');
    const slug = readOptionalText(row, 'subcategory');
    return slug === undefined
      ? pages.category(category)
      : pages.subcategory({ category, slug }, news);
  };
  return store.index
    .all(SELECT_PLACES)
    .map((row) =>
      createFoundName({ label: readText(row, 'name'), href: formatAddress(row) }, language),
    );
}

function* listOwnPages(store: Store, language: Language): Steps<readonly FoundName[]> {
  const found: FoundName[] = [];
  const rows = store.index.all(
    'SELECT title, path FROM found_pages ORDER BY path IN (SELECT legacy_url FROM legacy_posts), path',
  );
  for (const row of rows) {
    found.push(
      createFoundName({ label: readText(row, 'title'), href: readText(row, 'path') }, language),
    );
    if (found.length % WORDS_AT_ONCE === 0) yield;
  }
  return found;
}

const SELECT_TAGS = `
  SELECT slug, last_name AS name FROM tags WHERE ${MAY_HAVE_TAG_PAGE} ORDER BY post_total DESC, slug`;

function* listTagNames(store: Store, language: Language): Steps<readonly FoundName[]> {
  const tags: FoundName[] = [];
  for (const row of store.index.all(SELECT_TAGS)) {
    const tag = readText(row, 'slug');
    const named = { label: readText(row, 'name'), href: pages.tag(tag) };
    tags.push({ ...createFoundName(named, language), tag });
    if (tags.length % WORDS_AT_ONCE === 0) yield;
  }
  return tags;
}

function createFoundName(
  { label, href }: { label: string; href: string },
  language: Language,
): FoundName {
  const words = listTokens(label, language).map(({ word }) => word);
  return { label, href, words, terms: new Set(words.map(language.termOf)) };
}
