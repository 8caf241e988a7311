import { computeIdf } from '../search-engine/bm25.ts';
import { type Row, readText } from '../search-engine/database.ts';
import type { Language } from '../search-engine/language.ts';
import { parseQuery, planWords } from '../search-engine/query.ts';
import { findTerm } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import type { BlockHeading, ContentBlock } from '../site/content-blocks.ts';
import type { DirectAnswer } from '../site/entities.ts';
import type { AnsweredQuestions } from '../site/records.ts';
import { readOptionalText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { formatSectionKey } from '../store/sync/section-writer.ts';
import { type AnswerPassage, findAnswerPassage } from './answer-passage.ts';
import { linkToArticle } from './article-link.ts';
import type { Search } from './open-search.ts';

const WORDS_MIN = 3;
const WORDS_MAX = 24;
/** A question with at least this likeness asks the same as the query. */
const LIKENESS_MIN = 0.8;

/** Queries with these words ask for the present state, which a text may not know. */
const TIME_WORDS = /^(?:yet|today|tomorrow|tonight|currently|latest|newest)$/;

/** `best` are the slots of the best articles, the best first. */
type AnswerSearch = { readonly text: string; readonly best: readonly number[] };

/**
 * Finds the passage of one of the best articles that very likely answers the query, because a
 * question of the article has nearly the same words: one of its `answers`, its title or a heading,
 * if it ends with a question mark. Undefined for a query that is not a sentence of 3 to 24 words,
 * has quotes or exclusions, or asks for the present state.
 */
export function findDirectAnswer(
  store: Store,
  search: Search,
  asked: AnswerSearch,
): DirectAnswer | undefined {
  const query = weighQuery(search, asked.text);
  if (query === undefined) return undefined;
  const texts = search.getPreparedTexts();
  for (const slot of asked.best) {
    const id = search.index.idOf(slot);
    const row = store.index.get(SELECT_ARTICLE, { id });
    if (row === undefined) continue;
    const blocks = texts.read(store, id);
    const [question] = listArticleQuestions(row, blocks, query.language)
      .flatMap((other) => compareQuestion(query, other) ?? [])
      .toSorted((a, b) => b.likeness - a.likeness);
    if (question === undefined) continue;
    const passage = findQuestionPassage(
      weighQuery(search, question.text) ?? query,
      blocks,
      question,
    );
    if (passage === undefined || !coversTellingWords(query, question, passage)) return undefined;
    const { section } = question;
    return { ...passage, article: linkToArticle(store, row), ...(section && { section }) };
  }
  return undefined;
}

const SELECT_ARTICLE =
  'SELECT slug, title, category, subcategory, answers FROM posts WHERE id = :id';

/** A question that an article answers in a section, or at its beginning. */
type ArticleQuestion = {
  readonly text: string;
  readonly isListed: boolean;
  readonly section?: BlockHeading | undefined;
  /**
   * The title and the heading of the section, which may have words that the question leaves out.
   */
  readonly context: string;
};

function listArticleQuestions(
  row: Row,
  blocks: readonly ContentBlock[],
  language: Language,
): ArticleQuestion[] {
  const title = readText(row, 'title');
  const headings = blocks.filter(({ isHeading }) => isHeading);
  const sections = new Map(
    headings.map(({ text, section }) => [formatSectionKey(text, language), section]),
  );
  const answers: readonly AnsweredQuestions[] = JSON.parse(
    readOptionalText(row, 'answers') ?? '[]',
  );
  const listed = answers.flatMap(({ section: name = '', questions }) => {
    const section = sections.get(formatSectionKey(name, language));
    return questions.map((text) => ({
      text,
      isListed: true,
      section,
      context: `${title} ${name}`,
    }));
  });
  const own = [{ text: title, section: undefined }, ...headings].map((heading) => ({
    ...heading,
    isListed: false,
    context: title,
  }));
  return [...listed, ...own].filter(({ text }) => text.endsWith('?'));
}

type ComparedQuestion = ArticleQuestion & {
  readonly likeness: number;
  /** The terms of the question and its context. */
  readonly terms: ReadonlySet<string>;
};

/**
 * A question is about something else if it has another word with this share of the heaviest word's
 * weight.
 */
const OTHER_SHARE = 0.25;

/**
 * Computes the likeness of the query and a question, from 0 to 1: of each one's words, by weight,
 * the share that the other has, and the harmonic mean of both. A heading is compared together with
 * the title, whose subject it seldom repeats. Returns undefined if the two are not much alike, or
 * ask for another kind of answer: “how many” is not “which”.
 */
function compareQuestion(
  query: WeighedQuery,
  question: ArticleQuestion,
): ComparedQuestion | undefined {
  const { words, whole, heaviest, weigh, language } = query;
  const own = new Set(listWords(question.text, language));
  const typed = new Set(words.map(({ word }) => word));
  const onlyInOne = [...typed, ...own].filter((word) => !own.has(word) || !typed.has(word));
  if (onlyInOne.some(language.changesQuestion)) return undefined;
  const all = collectTerms([question.text, question.context], language);
  const terms = question.isListed ? collectTerms([question.text], language) : all;
  let [sum, common, other] = [0, 0, 0];
  for (const word of own) {
    const weight = weigh(word);
    const meant = Math.max(
      ...words.map(({ meanings }) => meanings.get(language.termOf(word)) ?? 0),
    );
    sum += weight;
    common += weight * meant;
    if (meant === 0 && !language.isStopWord(word)) other = Math.max(other, weight / heaviest);
  }
  if (other >= OTHER_SHARE) return undefined;
  const [share, otherShare] = [weighFound(words, terms) / whole, common / sum];
  const likeness = (2 * share * otherShare) / (share + otherShare);
  return likeness >= LIKENESS_MIN ? { ...question, likeness, terms: all } : undefined;
}

function listMissingWords(words: WeighedQuery['words'], terms: ReadonlySet<string>): QueriedWord[] {
  return words.filter(({ meanings }) => !meanings.keys().some((term) => terms.has(term)));
}

function collectTerms(texts: readonly string[], language: Language): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => listWords(text, language)).map(language.termOf));
}

/**
 * Finds the passage that answers a question. If the question is listed for a section, this is the
 * passage of the section that has most of the question, not of the query, because the author had
 * this passage in mind. For other questions it follows the title or heading.
 */
function findQuestionPassage(
  { words, language }: WeighedQuery,
  blocks: readonly ContentBlock[],
  { section, isListed }: ArticleQuestion,
): AnswerPassage | undefined {
  const own = blocks.filter((block) => block.section?.anchor === section?.anchor);
  const weigh = (text: string) => weighFound(words, collectTerms([text], language));
  return findAnswerPassage(own, section && isListed ? weigh : undefined);
}

/** A word is telling if it has this share of the weight of the query's heaviest word. */
const TELLING_SHARE = 0.5;

/**
 * Returns true if each telling word of the query is in the question, its headings or the passage.
 * If one is missing, the question is another one.
 */
function coversTellingWords(
  { words, heaviest, language }: WeighedQuery,
  { terms }: ComparedQuestion,
  { text, items = [] }: AnswerPassage,
): boolean {
  const found = new Set([...terms, ...collectTerms([text, ...items], language)]);
  return listMissingWords(words, found).every(({ weight }) => weight < TELLING_SHARE * heaviest);
}

/** A word of the query and the terms that it may mean, with their weights. */
type QueriedWord = {
  readonly word: string;
  readonly weight: number;
  readonly meanings: ReadonlyMap<string, number>;
};

type WeighedQuery = {
  readonly words: readonly QueriedWord[];
  /** The sum of the weights. */
  readonly whole: number;
  /** The highest weight. */
  readonly heaviest: number;
  readonly weigh: (word: string) => number;
  readonly language: Language;
};

function weighQuery({ index, synonyms }: Search, text: string): WeighedQuery | undefined {
  const { words: typed, phrases, excluded } = parseQuery(text, index.language);
  const words = [...new Set(typed.flatMap(({ parts }) => parts.map(({ word }) => word)))];
  if (words.length < WORDS_MIN || words.length > WORDS_MAX) return undefined;
  if (!index.language.isSentence(words) || words.some((word) => TIME_WORDS.test(word)))
    return undefined;
  if (phrases.length + excluded.length > 0) return undefined;
  const clauses = new Map(
    planWords(index, typed, synonyms).map(({ word, alternatives }) => [word, alternatives]),
  );
  const weigh = createWeigher(index);
  const read = words.map((word) => {
    const meanings = new Map([[index.language.termOf(word), 1]]);
    for (const { terms, weight } of clauses.get(word) ?? []) {
      const [term] = terms;
      if (term !== undefined && terms.length === 1 && !meanings.has(term.text))
        meanings.set(term.text, weight);
    }
    return { word, weight: weigh(word), meanings };
  });
  const whole = read.reduce((sum, { weight }) => sum + weight, 0);
  const heaviest = Math.max(...read.map(({ weight }) => weight));
  return { words: read, whole, heaviest, weigh, language: index.language };
}

const STOP_WEIGHT = 0.1;
const QUESTION_WORD_WEIGHT = 0.4;

/** Creates a function that returns the weight of a word and looks each word up only once. */
function createWeigher(index: Search['index']): (word: string) => number {
  const { changesQuestion, isStopWord, termOf } = index.language;
  const weights = new Map<string, number>();
  return (word) => {
    if (changesQuestion(word)) return QUESTION_WORD_WEIGHT;
    if (isStopWord(word)) return STOP_WEIGHT;
    const weight =
      weights.get(word) ?? computeIdf(index, findTerm(index, termOf(word))?.documents ?? 0);
    weights.set(word, weight);
    return weight;
  };
}

/** Returns the summed weight of the query's words that are among the terms. */
function weighFound(words: WeighedQuery['words'], terms: ReadonlySet<string>): number {
  let found = 0;
  for (const { weight, meanings } of words) {
    let best = 0;
    for (const [term, likeness] of meanings)
      if (likeness > best && terms.has(term)) best = likeness;
    found += weight * best;
  }
  return found;
}
