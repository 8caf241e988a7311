import { computeIdf, IDF_MIN, scoreTerms } from '../search-engine/bm25.ts';
import { readLanguage } from '../search-engine/language.ts';
import { parseQuery, planWords } from '../search-engine/query.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { formatPostAddress } from '../site/taxonomy.ts';
import { findPageDocument } from '../store/pages/found-pages.ts';
import { readTaxonomy } from '../store/pages/taxonomy.ts';
import type { Store } from '../store/store.ts';
import { openSearch } from './open-search.ts';
import { searchPosts, summariseSearch } from './search-posts.ts';

const TEXTS_MAX = 3;
/**
 * If the best result has a smaller share of the query, by idf, it matches little of it. For a
 * sentence, `SENTENCE_SHARE` of this is enough.
 */
const SHARE_MIN = 0.6;
const SENTENCE_SHARE = 0.5;
const QUESTION_WORDS_MIN = 3;

export type NearText = {
  readonly title: string;
  readonly address: string;
  /**
   * The heading above the passage that has most of the query; undefined for the opening, and for
   * other pages than articles.
   */
  readonly section?: string;
};

export type NearTexts = {
  /**
   * At most three texts, the nearest first: the results or, if there are none, articles with
   * similar words.
   */
  readonly texts: readonly NearText[];
  /** Set if the best result has few of the words, or nothing is found. */
  readonly matchesLittle: boolean;
  /** Set if the query is a question or another sentence. */
  readonly isQuestion: boolean;
  /** The address of the article that lists nearly the same question among its `answers`. */
  readonly answeredBy?: string;
};

/**
 * Finds what the site has for a query, for its owner. This includes texts that the search does not
 * show.
 */
export function findNearTexts(store: Store, query: string, now: number): NearTexts {
  const summary = summariseSearch(store, query, now);
  const posts = searchPosts(store, { text: query, limit: TEXTS_MAX }, now).items;
  const { answer, correction, pages, nearest } = summary;
  const taxonomy = readTaxonomy(store, now);
  const found: NearText[] = posts.map(({ title, section, ...post }) => ({
    title,
    address: formatPostAddress(post, taxonomy),
    ...(section && { section: section.title }),
  }));
  for (const [before, { place, title, path }] of pages.entries())
    found.splice(place + before, 0, { title, address: path });
  const alike = nearest?.isNear === true ? nearest.articles : [];
  const texts =
    found.length > 0 ? found : alike.map(({ title, path }) => ({ title, address: path }));
  const [first] = pages;
  const best = first?.place === 0 ? findPageDocument(store.index, first.path) : posts[0]?.id;
  const language = readLanguage(store.index);
  const words = listWords(query, language);
  const isSentence = language.isSentence(words);
  const text = correction?.text ?? query;
  return {
    texts: texts.slice(0, TEXTS_MAX),
    // The page of a tag is no document: the query is its name.
    matchesLittle:
      best === undefined ? first === undefined : isWeakMatch(store, { text, isSentence, best }),
    isQuestion:
      words.length >= QUESTION_WORDS_MIN && (isSentence || language.isQuestionWord(words[0] ?? '')),
    ...(answer && { answeredBy: answer.article.path }),
  };
}

/** `best` is the id of a document. */
type BestMatch = { readonly text: string; readonly isSentence: boolean; readonly best: number };

function isWeakMatch(store: Store, { text, isSentence, best }: BestMatch): boolean {
  const share = store.index.snapshot(() => computeMatchedShare(store, text, best));
  return share < SHARE_MIN * (isSentence ? SENTENCE_SHARE : 1);
}

/** Returns the share of the query's words, by idf, that a document has. */
function computeMatchedShare(store: Store, text: string, document: number): number {
  const { index, synonyms } = openSearch(store);
  const slot = index.slotOf(document);
  let [whole, matched] = [0, 0];
  for (const { alternatives, weight } of planWords(
    index,
    parseQuery(text, index.language).words,
    synonyms,
  )) {
    const [typed] = alternatives;
    const documents = Math.min(...(typed?.terms ?? []).map((term) => term.documents));
    const gain = (computeIdf(index, Number.isFinite(documents) ? documents : 0) + IDF_MIN) * weight;
    const isMatched = alternatives.some(({ terms }) =>
      scoreTerms(index, terms).slots.includes(slot),
    );
    whole += gain;
    if (isMatched) matched += gain;
  }
  // The query has only phrases in quotation marks, which every result contains.
  return whole === 0 ? 1 : matched / whole;
}
