import { readInteger, readText } from '../search-engine/database.ts';
import type { Language } from '../search-engine/language.ts';
import { listTokens } from '../search-engine/tokenizer.ts';
import { type FullTextMatch, formatMatch, type SECTION_TABLE } from '../store/index/full-text.ts';
import { formatPostIsLive } from '../store/posts/live.ts';
import type { Store } from '../store/store.ts';
import { areTooFrequent, type TypedWord } from './typed-words.ts';

export type FoundSection = {
  readonly articleId: number;
  readonly anchor: string;
  readonly title: string;
};

/** The best sections are chosen among this many with all words, those that were indexed last. */
const CANDIDATES_MAX = 64;
const SELECT_SECTIONS = `
  SELECT s.post_id, s.anchor, s.title, p.title AS article
  FROM section_search f CROSS JOIN post_sections s ON s.id = f.rowid CROSS JOIN posts p ON p.id = s.post_id
  WHERE section_search MATCH :query AND ${formatPostIsLive('p')}
  ORDER BY f.rowid DESC LIMIT ${CANDIDATES_MAX}`;

/**
 * Finds the best section of each article: sections with the most words in their headings first,
 * then the shortest headings. Each word is in the heading, in the questions that the section
 * answers, or in the title of the article, at least half of them in the section itself.
 */
export function findSections(
  store: Store,
  words: readonly TypedWord[],
  {
    language,
    now,
    limit,
  }: { readonly language: Language; readonly now: number; readonly limit: number },
): FoundSection[] {
  const query = formatMatch(planMatch(words));
  const sections = store.index.all(SELECT_SECTIONS, { query, now }).map((row) => {
    const title = readText(row, 'title');
    const heading = listForms(title, language);
    const article = listForms(readText(row, 'article'), language);
    const inHeading = words.filter((typed) => hasWord(heading, typed));
    const onlyInArticle = words.filter(
      (typed) => !inHeading.includes(typed) && hasWord(article, typed),
    );
    return {
      articleId: readInteger(row, 'post_id'),
      anchor: readText(row, 'anchor'),
      title,
      inHeading: inHeading.length,
      onlyInArticle: onlyInArticle.length,
      length: heading.length,
    };
  });
  const best = sections
    .filter(({ onlyInArticle }) => 2 * onlyInArticle <= words.length)
    .toSorted((a, b) => b.inHeading - a.inHeading || a.length - b.length);
  const taken = new Map(best.toReversed().map((section) => [section.articleId, section]));
  return best.filter((section) => taken.get(section.articleId) === section).slice(0, limit);
}

type WordForm = { readonly word: string; readonly stem: string };

function listForms(text: string, language: Language): WordForm[] {
  return listTokens(text, language).map(({ word }) => ({ word, stem: language.termOf(word) }));
}

function hasWord(forms: readonly WordForm[], { word, stems, isUnfinished }: TypedWord): boolean {
  return forms.some((form) => stems.has(form.stem) || (isUnfinished && form.word.startsWith(word)));
}

/** This limits the stems of a word that are searched for, each of which costs time. */
const STEMS_MAX = 8;

type SectionMatch = FullTextMatch<(typeof SECTION_TABLE.columns)[number]>;

/**
 * Plans the full-text query. A single word is not searched for in questions, where it says little
 * about the section.
 */
function planMatch(words: readonly TypedWord[]): SectionMatch {
  const all = words.map((typed): SectionMatch => {
    const stems = [...typed.stems].slice(0, STEMS_MAX);
    const meant = stems.map((stem): SectionMatch => ({ kind: 'terms', terms: [stem] }));
    const hasPrefix = typed.isUnfinished && !areTooFrequent([typed]);
    return {
      kind: 'any',
      of: hasPrefix ? [...meant, { kind: 'beginning', text: typed.word }] : meant,
    };
  });
  const columns = words.length === 1 ? (['heading'] as const) : (['heading', 'questions'] as const);
  return { kind: 'all', of: [{ kind: 'in', columns, match: { kind: 'any', of: all } }, ...all] };
}
