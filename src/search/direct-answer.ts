import { computeIdf } from '../search-engine/bm25.ts';
import type { Language } from '../search-engine/language.ts';
import { parseQuery, planWords } from '../search-engine/query.ts';
import { findTerm } from '../search-engine/term-dictionary.ts';
import { listWords } from '../search-engine/tokenizer.ts';
import { pages } from '../site/addresses.ts';
import { type BlockHeading, type ContentBlock, splitContent } from '../site/content-blocks.ts';
import type { DirectAnswer } from '../site/entities.ts';
import type { AnsweredQuestions } from '../site/records.ts';
import type { News } from '../site/site.ts';
import type { Row } from '../store/database.ts';
import { readOptionalText, readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import type { Store } from '../store/store.ts';
import { formatSectionKey } from '../store/sync/section-writer.ts';
import { findAnswerPassage } from './answer-passage.ts';
import type { Search } from './open-search.ts';

const WORDS_MIN = 3;
const WORDS_MAX = 24;
/** From this likeness on, a question of the best article, or of the second best, asks the same as the query. */
const LIKENESS_MIN: readonly number[] = [0.7, 0.8];

/** Ask for the present state, which a text may have missed. */
const TIME_WORDS = /^(?:yet|today|tomorrow|tonight|currently|latest|newest)$/;

/** The slots of the best articles, the best first. */
type AnswerSearch = { readonly text: string; readonly best: readonly number[] };

/**
 * The passage of one of the two best articles that very likely answers the query: one of the questions in its `answers` has nearly
 * the same words. Undefined for a query that is not a sentence of 3 to 24 words, has quotes or exclusions, or asks for the present state.
 */
export function findDirectAnswer(
  store: Store,
  search: Search,
  asked: AnswerSearch,
): DirectAnswer | undefined {
  const { index } = search;
  const query = readQuery(search, asked.text);
  if (query === undefined) return undefined;
  for (const [place, slot] of asked.best.slice(0, LIKENESS_MIN.length).entries()) {
    const row = store.index.get(SELECT_ARTICLE, { id: index.idOf(slot) });
    const questions = row === undefined ? [] : listQuestions(row);
    const found = findLikest(
      questions.filter(({ text }) => isSameQuestion(query, text)),
      query,
    );
    if (row === undefined || found === undefined || found.likeness < (LIKENESS_MIN[place] ?? 1)) continue;
    const answer = describe(row, { section: found.section, query, news: readSite(store).news });
    return answer && isAnsweredBy(query, answer, found) ? answer : undefined;
  }
  return undefined;
}

/** Whether the question expects the kind of answer that the query does: “how many” is not “which”. */
function isSameQuestion({ words, language }: Query, question: string): boolean {
  const asked = new Set(listWords(question, language));
  return words.every(({ word }) => !language.isQuestionWord(word) || asked.has(word));
}

/** A word is telling if it has this share of the weight of the query's heaviest word. */
const TELLING_SHARE = 0.5;
/** The share of the query, by weight, that the passage alone must have, unless the question is nearly the same. */
const PASSAGE_SHARE = 0.5;
const SAME_LIKENESS = 0.95;

type LikeQuestion = Question & { readonly likeness: number };

/** A telling word that is in neither the question nor the passage makes it another question: “consent”, of one about contacts. */
function isAnsweredBy(query: Query, answer: DirectAnswer, question: LikeQuestion): boolean {
  const { words, whole, language } = query;
  const { article, section, text, items = [] } = answer;
  const listTerms = (texts: readonly string[]) =>
    new Set(texts.flatMap((one) => listWords(one, language)).map(language.termOf));
  const passage = [text, ...items];
  const share = weighFound(words, listTerms(passage)) / whole;
  if (question.likeness < SAME_LIKENESS && share < PASSAGE_SHARE) return false;
  const terms = listTerms([question.text, article.title, section?.title ?? '', ...passage]);
  const heaviest = Math.max(...words.map(({ weight }) => weight));
  return words
    .filter(({ weight }) => weight >= TELLING_SHARE * heaviest)
    .every(({ meanings }) => meanings.keys().some((term) => terms.has(term)));
}

const SELECT_ARTICLE = `
  SELECT p.slug, p.title, p.category, p.subcategory, p.answers, t.content
  FROM posts p JOIN post_texts t ON t.post_id = p.id WHERE p.id = :id`;

type Question = { readonly text: string; readonly section?: string };

function listQuestions(row: Row): Question[] {
  const answers: readonly AnsweredQuestions[] = JSON.parse(readOptionalText(row, 'answers') ?? '[]');
  return answers.flatMap(({ section, questions }) =>
    questions.map((text) => ({ text, ...(section && { section }) })),
  );
}

function findLikest(questions: readonly Question[], query: Query) {
  let best: LikeQuestion | undefined;
  for (const { text, section } of questions) {
    const likeness = compare(query, text);
    if (likeness > (best?.likeness ?? 0)) best = { text, likeness, ...(section && { section }) };
  }
  return best;
}

/** A word of the query and the terms that it may mean, with their weights. */
type QueriedWord = {
  readonly word: string;
  readonly weight: number;
  readonly meanings: ReadonlyMap<string, number>;
};

type Query = {
  readonly words: readonly QueriedWord[];
  readonly whole: number;
  readonly weigh: (word: string) => number;
  readonly language: Language;
};

function readQuery({ index, synonyms }: Search, text: string): Query | undefined {
  const { words: typed, phrases, excluded } = parseQuery(text, index.language);
  const words = [...new Set(typed.flatMap(({ parts }) => parts.map(({ word }) => word)))];
  if (words.length < WORDS_MIN || words.length > WORDS_MAX) return undefined;
  if (!index.language.isSentence(words) || words.some((word) => TIME_WORDS.test(word))) return undefined;
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
  return { words: read, whole, weigh, language: index.language };
}

const STOP_WEIGHT = 0.1;
const QUESTION_WORD_WEIGHT = 0.4;

/** Looks each word up once. */
function createWeigher(index: Search['index']): (word: string) => number {
  const { isQuestionWord, isStopWord, termOf } = index.language;
  const weights = new Map<string, number>();
  return (word) => {
    if (isQuestionWord(word)) return QUESTION_WORD_WEIGHT;
    if (isStopWord(word)) return STOP_WEIGHT;
    const weight = weights.get(word) ?? computeIdf(index, findTerm(index, termOf(word))?.documents ?? 0);
    weights.set(word, weight);
    return weight;
  };
}

/** The harmonic mean of the shares of each question's words, by weight, that the other has; 1 for the same question. */
function compare({ words, whole, weigh, language }: Query, question: string): number {
  const others = [...new Set(listWords(question, language))].map((word) => ({
    term: language.termOf(word),
    weight: weigh(word),
  }));
  const terms = new Set(others.map(({ term }) => term));
  const found = weighFound(words, terms);
  let common = 0;
  let all = 0;
  for (const { term, weight } of others) {
    all += weight;
    common += weight * Math.max(0, ...words.map(({ meanings }) => meanings.get(term) ?? 0));
  }
  const [share, otherShare] = [found / whole, common / all];
  return found === 0 ? 0 : (2 * share * otherShare) / (share + otherShare);
}

/** The words of the query, by weight, that are among the terms. */
function weighFound(words: Query['words'], terms: ReadonlySet<string>): number {
  let found = 0;
  for (const { weight, meanings } of words) {
    let best = 0;
    for (const [term, likeness] of meanings) if (likeness > best && terms.has(term)) best = likeness;
    found += weight * best;
  }
  return found;
}

type FoundQuestion = {
  readonly section: string | undefined;
  readonly query: Query;
  readonly news: News | undefined;
};

/** The passage of the section, or the opening of the text if the question is not of one section. */
function describe(row: Row, { section, query, news }: FoundQuestion): DirectAnswer | undefined {
  const blocks = splitContent(readText(row, 'content'));
  const heading = section === undefined ? undefined : findHeading(blocks, section, query.language);
  const own = blocks.filter((block) => block.section?.anchor === heading?.anchor);
  const { language } = query;
  const listTerms = (text: string) => listWords(text, language).map(language.termOf);
  const weigh = (text: string) => weighFound(query.words, new Set(listTerms(text)));
  const passage = findAnswerPassage(own, heading && weigh);
  if (passage === undefined) return undefined;
  const place = {
    category: readText(row, 'category'),
    subcategory: readOptionalText(row, 'subcategory'),
    slug: readText(row, 'slug'),
  };
  const article = { title: readText(row, 'title'), path: pages.article(place, news) };
  return { ...passage, article, ...(heading && { section: heading }) };
}

function findHeading(
  blocks: readonly ContentBlock[],
  section: string,
  language: Language,
): BlockHeading | undefined {
  const key = formatSectionKey(section, language);
  return blocks.find(({ isHeading, text }) => isHeading && formatSectionKey(text, language) === key)?.section;
}
