import { termOf } from '../search-engine/english.ts';
import { computeWordIdf, type WantedWord } from '../search-engine/find-titles.ts';
import { listTokens } from '../search-engine/tokenizer.ts';
import { type FullTextMatch, formatMatch, type SECTION_TABLE } from '../store/full-text.ts';
import { formatPostIsLive } from '../store/live.ts';
import { readInteger, readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Search } from './open-search.ts';

export type FoundSection = {
  readonly articleId: number;
  readonly anchor: string;
  readonly title: string;
};

type SectionSearch = {
  readonly wanted: readonly WantedWord[];
  readonly now: number;
  /** The share of the words, by idf, that a section must have. */
  readonly leastShare: number;
  readonly limit: number;
};

/** Of the sections with all words those that were indexed last, from which the best are chosen. */
const CANDIDATES_MAX = 64;
const SELECT_SECTIONS = `
  SELECT s.post_id, s.anchor, s.title, p.title AS article
  FROM section_search f CROSS JOIN post_sections s ON s.id = f.rowid CROSS JOIN posts p ON p.id = s.post_id
  WHERE section_search MATCH :query AND ${formatPostIsLive('p')}
  ORDER BY f.rowid DESC LIMIT ${CANDIDATES_MAX}`;

/**
 * The best section of each article, the best first. Each word is in the heading, in the questions that the section answers, or in
 * the title of the article. If no section has all of them, the most frequent ones are left out, as far as `leastShare` allows;
 * unknown words always are. Of equally rare words the last counts as the rarest.
 */
export function findSections(store: Store, { index }: Search, asked: SectionSearch): FoundSection[] {
  const words = asked.wanted
    .map((terms) => ({ terms, idf: computeWordIdf(index, terms) }))
    .toReversed()
    .toSorted((a, b) => b.idf - a.idf);
  const least = asked.leastShare * sumIdf(words) - SHARE_SLACK;
  const known = words.filter(({ terms }) => terms.length > 0);
  for (let count = known.length; count > 0; count--) {
    const kept = known.slice(0, count);
    if (sumIdf(kept) < least) return [];
    const found = findWithAll(store, kept, asked);
    if (found.length > 0) return found;
  }
  return [];
}

/** For rounding errors of the sums. */
const SHARE_SLACK = 1e-6;

function sumIdf(words: readonly Word[]): number {
  return words.reduce((sum, { idf }) => sum + idf, 0);
}

function findWithAll(store: Store, words: readonly Word[], { now, limit }: SectionSearch): FoundSection[] {
  const best = new Map<number, FoundSection & { readonly score: number }>();
  const query = formatMatch(planMatch(words));
  for (const row of store.index.all(SELECT_SECTIONS, { query, now })) {
    const section = { anchor: readText(row, 'anchor'), title: readText(row, 'title') };
    const score = scoreSection(section.title, readText(row, 'article'), words);
    const articleId = readInteger(row, 'post_id');
    if (score > (best.get(articleId)?.score ?? 0)) best.set(articleId, { ...section, articleId, score });
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, limit);
}

type Word = { readonly terms: WantedWord; readonly idf: number };

/** Of all words together, because each costs time. */
const MEANINGS_MAX = 16;
const MEANINGS_OF_WORD_MAX = 8;

type SectionMatch = FullTextMatch<(typeof SECTION_TABLE.columns)[number]>;

/** The rarest word must be in the section itself. A single word in a question says little of a section. */
function planMatch(wanted: readonly Word[]): SectionMatch {
  const most = Math.min(MEANINGS_OF_WORD_MAX, Math.ceil(MEANINGS_MAX / wanted.length));
  const [rarest, ...others] = wanted.map(({ terms }): SectionMatch => {
    const meanings = terms.slice(0, most).map(({ text }) => ({ kind: 'terms', terms: [text] }) as const);
    return { kind: 'any', of: meanings };
  });
  if (rarest === undefined) return { kind: 'any', of: [] };
  const own = { kind: 'in', columns: ['heading', 'questions'], match: rarest } as const;
  return others.length === 0 ? { ...own, columns: ['heading'] } : { kind: 'all', of: [own, ...others] };
}

/** Relative to a word of the heading. */
const QUESTION_WEIGHT = 0.5;
const ARTICLE_WEIGHT = 0.6;
/** The share of the words, by idf, that must be in the section and not only in the title of its article. */
const OWN_SHARE_MIN = 0.5;
/** A word of a long heading counts less. */
const LENGTH_MIN = 4;

/** A word that is in neither the heading nor the title must be in the questions. */
function scoreSection(heading: string, article: string, words: readonly Word[]): number {
  const tokens = listTokens(heading);
  const inHeading = weigh(tokens, words);
  const inArticle = weigh(listTokens(article), words);
  let score = 0;
  let own = 0;
  let whole = 0;
  for (const [place, { idf }] of words.entries()) {
    const headingWeight = inHeading[place] ?? 0;
    const articleWeight = ARTICLE_WEIGHT * (inArticle[place] ?? 0);
    whole += idf;
    if (headingWeight > 0 || articleWeight === 0) own += idf;
    score += idf * (headingWeight || articleWeight || QUESTION_WEIGHT);
  }
  return own < OWN_SHARE_MIN * whole ? 0 : score / (LENGTH_MIN + tokens.length);
}

/** The weight of each word's likeliest meaning in the text; 0 if it has none. */
function weigh(tokens: readonly { readonly word: string }[], words: readonly Word[]): readonly number[] {
  const present = new Set(tokens.map(({ word }) => termOf(word)));
  return words.map(({ terms }) => {
    let best = 0;
    for (const { text, weight } of terms) if (weight > best && present.has(text)) best = weight;
    return best;
  });
}
