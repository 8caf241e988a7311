import { isStopWord } from '../search-engine/english.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { rankTitles } from '../search-engine/rank-titles.ts';
import { listBest } from '../search-engine/ranking.ts';
import { listWordsWithPrefix } from '../search-engine/term-dictionary.ts';
import { listTokens, listWords } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import type { SearchSuggestion } from '../site/entities.ts';
import { parseSearchText } from '../site/page-query.ts';
import type { News } from '../site/site.ts';
import type { Row } from '../store/database.ts';
import { readOptionalText, readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import type { Store } from '../store/store.ts';
import { openSearch } from './open-search.ts';

const TOPICS_MAX = 2;
const PAGES_MAX = 2;
const ARTICLES_MAX = 6;
const COMPLETIONS_MAX = 24;
/** A shorter word is completed by content words only: "t" must not match every title with "the". */
const PREFIX_MIN_LENGTH = 2;
const LETTER_COMPLETIONS_MAX = 8;

/** Topics, then pages and authors, then articles, whose names contain every typed word; the last word may be a prefix. */
export function listSuggestions(store: Store, text: string, now: number): SearchSuggestion[] {
  const words = listWords(parseSearchText(text));
  if (words.length === 0) return [];
  return store.index.snapshot(() => [
    ...listTopics(store, words),
    ...listPages(store, words),
    ...listArticles(store, words, now),
  ]);
}

const TOPICS = `
  SELECT name, slug AS category, NULL AS subcategory FROM categories
  UNION ALL SELECT name, category, slug AS subcategory FROM subcategories`;

function listTopics(store: Store, words: readonly string[]): SearchSuggestion[] {
  return store.index
    .all(TOPICS)
    .filter((row) => hasWords(readText(row, 'name'), words))
    .slice(0, TOPICS_MAX)
    .map((row) => ({
      kind: 'topic',
      label: readText(row, 'name'),
      href: formatTopicAddress(row, readSite(store).news),
    }));
}

function listPages({ index }: Store, words: readonly string[]): SearchSuggestion[] {
  return index
    .all('SELECT title, path FROM found_pages ORDER BY path')
    .map((row) => ({ kind: 'page' as const, label: readText(row, 'title'), href: readText(row, 'path') }))
    .filter(({ label }) => hasWords(label, words))
    .slice(0, PAGES_MAX);
}

function hasWords(name: string, words: readonly string[]): boolean {
  const tokens = listTokens(name).map(({ word }) => word);
  return words.every((word, place) =>
    tokens.some((token) => (place === words.length - 1 ? token.startsWith(word) : token === word)),
  );
}

function formatTopicAddress(row: Row, news: News | undefined): string {
  const category = readText(row, 'category');
  const subcategory = readOptionalText(row, 'subcategory');
  return subcategory === undefined
    ? pages.category(category)
    : pages.subcategory({ category, slug: subcategory }, news);
}

function listArticles(store: Store, words: readonly string[], now: number): SearchSuggestion[] {
  const { index } = openSearch(store);
  const last = words.at(-1) ?? '';
  const content = words.slice(0, -1).filter((word) => !isStopWord(word));
  const wanted = [...content.map((word) => [word]), listCompletions(index, last)];
  const best = listBest(
    rankTitles(index, wanted, now),
    ARTICLES_MAX,
    (a, b) => (index.dates[b] ?? 0) - (index.dates[a] ?? 0) || b - a,
  );
  return best.flatMap((slot) => readArticle(store, index.idOf(slot)));
}

function listCompletions(index: SearchIndex, word: string): string[] {
  const completions = [word, ...listWordsWithPrefix(index, word, COMPLETIONS_MAX)];
  if (word.length >= PREFIX_MIN_LENGTH) return completions;
  const content = completions.filter((completion) => !isStopWord(completion));
  return (content.length > 0 ? content : completions).slice(0, LETTER_COMPLETIONS_MAX);
}

function readArticle(store: Store, id: number): SearchSuggestion[] {
  const row = store.index.get('SELECT slug, title, category, subcategory FROM posts WHERE id = :id', { id });
  if (row === undefined) return [];
  const place = {
    category: readText(row, 'category'),
    subcategory: readOptionalText(row, 'subcategory'),
    slug: readText(row, 'slug'),
  };
  const href = pages.article(place, readSite(store).news);
  return [{ kind: 'article', label: readText(row, 'title'), href }];
}
