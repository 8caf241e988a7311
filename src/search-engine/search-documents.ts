import { termOf } from './document-words.ts';
import { keepAffordable } from './keep-affordable.ts';
import { parseQuery } from './parse-query.ts';
import { planQuery } from './plan-query.ts';
import { type Plan, type Ranking, rankDocuments } from './rank-documents.ts';
import { computeRarity, type WeighedIndex } from './score-terms.ts';
import { findTerm, type Term } from './search-index.ts';
import { isQuestionWord, isStopWord } from './stop-words.ts';
import type { Synonyms } from './synonyms.ts';

/** What the ranking is made of besides BM25, each to be left out where its worth is measured. */
export const INGREDIENTS = [
  'field weights',
  'stop words',
  'title words',
  'all words first',
  'compounds',
  'synonyms',
  'corrections',
  'proximity',
  'feedback',
] as const;

export type Ingredient = (typeof INGREDIENTS)[number];

export const ALL_INGREDIENTS: ReadonlySet<Ingredient> = new Set(INGREDIENTS);

/** Whoever types so many words that say nothing asks in a sentence, of which no text has every word. */
const SENTENCE_STOP_WORDS = 2;
/** Of a sentence with more telling words the one text with all of them is seldom the one that answers it. */
const WHOLE_MAX = 3;

export type SearchOptions = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly synonyms: Synonyms;
  /** The least share of what the query says that a document must have to be found; 0 finds all with any word. */
  readonly leastShare: number;
  readonly ingredients: ReadonlySet<Ingredient>;
};

/** Ranks the documents for a text as a reader types it; any text will do. */
export function searchDocuments(index: WeighedIndex, text: string, options: SearchOptions): Ranking {
  return rankPlan(index, createPlan(index, text, options), options);
}

export function rankPlan(
  index: WeighedIndex,
  plan: Plan,
  { now, leastShare, ingredients }: SearchOptions,
): Ranking {
  return rankDocuments(index, plan, {
    ...{ now, leastShare },
    putsWholeFirst:
      ingredients.has('all words first') && !(plan.isSentence && plan.groups.length > WHOLE_MAX),
    usesTitleWords: ingredients.has('title words'),
    usesProximity: ingredients.has('proximity'),
    usesFeedback: ingredients.has('feedback'),
  });
}

export function createPlan(
  index: WeighedIndex,
  text: string,
  { ingredients, synonyms }: SearchOptions,
): Plan {
  const { words, phrases, excluded } = parseQuery(text);
  const stopWords = words.map(({ word }) => word).filter(isStopWord);
  return {
    isSentence: stopWords.length >= SENTENCE_STOP_WORDS,
    titleWords: [...new Set(stopWords)].flatMap((word) => {
      const term = findTerm(index, termOf(word));
      return term === undefined ? [] : { ...term, isQuestion: isQuestionWord(word) };
    }),
    groups: planQuery(index, words, {
      synonyms: ingredients.has('synonyms') ? synonyms : new Map(),
      dropsStopWords: ingredients.has('stop words'),
      joinsWords: ingredients.has('compounds'),
    }),
    phrases: keepAffordable(phrases.map((phrase) => findTerms(index, phrase))),
    excluded: keepAffordable(excluded.map((phrase) => findTerms(index, phrase))).flatMap((terms) =>
      terms === undefined ? [] : [terms],
    ),
  };
}

/** Terms that are marked where documents are shown: several only where they stand one after another. */
export type Mark = {
  readonly terms: readonly string[];
  /** What they tell. */
  readonly weight: number;
};

/** All that the plan looks for, each once. */
export function listMarks(index: WeighedIndex, { groups, phrases }: Plan): readonly Mark[] {
  const marks = new Map<string, Mark>();
  const mark = (found: readonly Term[], share: number) => {
    const terms = found.map(({ text }) => text);
    const rarities = found.map(({ documents }) => computeRarity(index, documents));
    const weight = share * Math.max(0, ...rarities) + 0.1;
    const known = marks.get(terms.join(' '));
    if (terms.length > 0 && weight > (known?.weight ?? 0)) marks.set(terms.join(' '), { terms, weight });
  };
  for (const { alternatives } of groups) for (const { terms, weight } of alternatives) mark(terms, weight);
  for (const terms of phrases) mark(terms ?? [], 1);
  return [...marks.values()];
}

/** Undefined where one of the words is in no document. */
function findTerms(index: WeighedIndex, words: readonly string[]): Term[] | undefined {
  const terms = words.flatMap((word) => findTerm(index, termOf(word)) ?? []);
  return terms.length === words.length ? terms : undefined;
}
