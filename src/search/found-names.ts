import { termOf } from '../search-engine/english.ts';
import { finishSteps, type Steps } from '../search-engine/steps.ts';
import type { KnownWord } from '../search-engine/term-dictionary.ts';
import { listTokens } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import { TAG_POSTS_MIN } from '../site/limits.ts';
import type { Row } from '../store/database.ts';
import { readInteger, readOptionalText, readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import type { Store } from '../store/store.ts';
import type { Search } from './open-search.ts';

/** What is found by its name alone. */
export type FoundName = {
  readonly label: string;
  readonly href: string;
  readonly words: readonly string[];
  /** Of the words. */
  readonly terms: ReadonlySet<string>;
  /** Whether the page exists depends on the time. */
  readonly tag?: string;
};

export type FoundNames = {
  /** The names of categories, by the id of their facet in the index. */
  readonly facets: ReadonlyMap<number, FoundName>;
  /** Categories, subcategories, then tags. */
  readonly topics: readonly FoundName[];
  /** Guides, other pages and authors. */
  readonly pages: readonly FoundName[];
  /** Of all names. */
  readonly words: readonly string[];
  /** The frequent words of posts, then those of all names. */
  readonly knownWords: readonly KnownWord[];
  readonly terms: ReadonlySet<string>;
};

const names = new WeakMap<Search, FoundNames>();

/** Read once for each revision of the content. */
export function readFoundNames(store: Store, search: Search): FoundNames {
  return finishSteps(readFoundNamesInSteps(store, search));
}

/** The steps must read the same content. */
export function* readFoundNamesInSteps(store: Store, search: Search): Steps<FoundNames> {
  const known = names.get(search);
  if (known !== undefined) return known;
  const topics = [...listPlaces(store), ...(yield* listTags(store))];
  const ownPages = store.index
    .all('SELECT title, path FROM found_pages ORDER BY path')
    .map((row) => createName({ label: readText(row, 'title'), href: readText(row, 'path') }));
  const all = [...topics, ...ownPages];
  const words = [...new Set(all.flatMap((name) => name.words))];
  const knownWords = [...search.index.frequentWords(), ...words.map((word) => ({ word, documents: 0 }))];
  const terms = new Set(all.flatMap((name) => [...name.terms]));
  const found = { facets: readFacets(store), topics, pages: ownPages, words, knownWords, terms };
  names.set(search, found);
  return found;
}

function readFacets(store: Store): ReadonlyMap<number, FoundName> {
  const rows = store.index.all(
    'SELECT f.id, c.name, c.slug FROM search_facets f JOIN categories c ON c.slug = f.name',
  );
  return new Map(
    rows.map((row) => {
      const href = pages.category(readText(row, 'slug'));
      return [readInteger(row, 'id'), createName({ label: readText(row, 'name'), href })];
    }),
  );
}

const SELECT_PLACES = `
  SELECT name, slug AS category, NULL AS subcategory FROM categories
  UNION ALL SELECT name, category, slug AS subcategory FROM subcategories`;

function listPlaces(store: Store): FoundName[] {
  const { news } = readSite(store);
  const formatAddress = (row: Row): string => {
    const category = readText(row, 'category');
    const slug = readOptionalText(row, 'subcategory');
    return slug === undefined ? pages.category(category) : pages.subcategory({ category, slug }, news);
  };
  return store.index
    .all(SELECT_PLACES)
    .map((row) => createName({ label: readText(row, 'name'), href: formatAddress(row) }));
}

const SELECT_TAGS = `
  SELECT slug, last_name AS name FROM tags WHERE post_total >= ${TAG_POSTS_MIN} ORDER BY post_total DESC, slug`;

const TAGS_AT_ONCE = 1_000;

function* listTags(store: Store): Steps<readonly FoundName[]> {
  const tags: FoundName[] = [];
  for (const row of store.index.all(SELECT_TAGS)) {
    const tag = readText(row, 'slug');
    tags.push({ ...createName({ label: readText(row, 'name'), href: pages.tag(tag) }), tag });
    if (tags.length % TAGS_AT_ONCE === 0) yield;
  }
  return tags;
}

function createName({ label, href }: { label: string; href: string }): FoundName {
  const words = listTokens(label).map(({ word }) => word);
  return { label, href, words, terms: new Set(words.map(termOf)) };
}
