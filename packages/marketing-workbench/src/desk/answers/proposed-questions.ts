import { z } from 'zod';
import { TEXT_LIMITS } from '../../content/value-limits.ts';
import type { NearTexts } from '../../search/near-texts.ts';
import type { FrequentSearch } from '../frequent-searches.ts';
import { type FolderText, readKeys } from '../read-folder.ts';
import { formatQuestionLines } from './answer-edits.ts';

/** A search, and what the site has for it. */
export type AskedSearch = FrequentSearch & NearTexts;

export type ProposedQuestions = {
  readonly text: FolderText;
  readonly questions: readonly AskedSearch[];
  /** Lines of front matter to paste: below `answers`, or with this key if the text has none. */
  readonly lines: readonly string[];
};

/** Matches what would move the cursor, change colours or reverse the text of a terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

const answersSchema = z.array(z.object({ questions: z.array(z.string()) }));

/**
 * Proposes the questions and sentences that readers searched for and that the answers of the best
 * result don't have, by text. A wanted text also gets those that find little and come nearest to
 * it, and those whose second or third result it is. `questions` is the number of all that readers
 * asked.
 */
export function proposeQuestions(
  asked: readonly AskedSearch[],
  texts: readonly FolderText[],
  wanted: FolderText | undefined,
): { readonly questions: number; readonly proposals: readonly ProposedQuestions[] } {
  const questions = asked.filter(({ isQuestion }) => isQuestion);
  const open = questions
    .filter(
      ({ words, answeredBy }) =>
        answeredBy === undefined &&
        words.length <= TEXT_LIMITS.question &&
        !UNPRINTABLE.test(words),
    )
    // A question mark would promise that the passage answers, which only an author can say.
    .map((search) => ({ ...search, words: search.words.replace(/[\s?？]+$/, '') }));
  const proposals = (wanted === undefined ? texts : [wanted]).flatMap((text) => {
    const known = new Set(listAnsweredQuestions(text).map(foldQuestion));
    const added = open.filter((search) => {
      const isNew =
        isNearText(search, text, wanted !== undefined) && !known.has(foldQuestion(search.words));
      if (isNew) known.add(foldQuestion(search.words));
      return isNew;
    });
    return added.length === 0 || text.place.kind === 'legacy'
      ? []
      : { text, questions: added, lines: formatAnswerLines(text, added) };
  });
  return { questions: questions.length, proposals };
}

/**
 * Returns whether a search comes near a text. A result with few of the words is near only for
 * whoever names the text, and only the best one.
 */
function isNearText(
  { texts, matchesLittle }: AskedSearch,
  { address }: FolderText,
  isWanted: boolean,
): boolean {
  const place = texts.findIndex((near) => near.address === address);
  return place === 0 ? isWanted || !matchesLittle : place > 0 && isWanted && !matchesLittle;
}

function listAnsweredQuestions(text: FolderText): readonly string[] {
  const { data = [] } = answersSchema.safeParse(readKeys(text).answers);
  return data.flatMap(({ questions }) => questions);
}

/** Removes the differences in case and punctuation, with which questions are still the same. */
function foldQuestion(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function formatAnswerLines(text: FolderText, questions: readonly AskedSearch[]): readonly string[] {
  const hasAnswers = readKeys(text).answers !== undefined;
  const lines = questions.map(({ words, searches, texts, matchesLittle }) => {
    const section = texts.find((near) => near.address === text.address)?.section;
    const place = matchesLittle
      ? ', but the text has few of the words'
      : section === undefined
        ? ''
        : `, most of it in “${section}”`;
    return { question: words, comment: `${searches} searches${place}` };
  });
  return [...(hasAnswers ? [] : ['answers:']), ...formatQuestionLines(lines)];
}
