import type { AnsweredQuestions } from '../../site/records.ts';
import type { LineFinding } from '../content-finding.ts';
import { TEXT_LIMITS } from '../value-limits.ts';
import { line, list, strict, type YamlSource } from '../yaml.ts';

const ANSWERS =
  'write each as {section: "A heading of the text", questions: ["a question it answers"]}';
const SECTION = 'write the words of a heading of the text, or leave the key out for the whole text';
const QUESTIONS = 'write each as "- a question in the words of readers"';
const QUESTION = `write 1 to ${TEXT_LIMITS.question} characters in the words of readers`;

const answer = strict({
  section: line({ min: 1, max: TEXT_LIMITS.heading, advice: SECTION }).optional(),
  questions: list(line({ min: 1, max: TEXT_LIMITS.question, advice: QUESTION }), QUESTIONS).meta({
    description: QUESTIONS,
  }),
});

/** Describes `answers`: questions in the words of readers, by which they find the text. */
export const answersSchema = list(answer, ANSWERS).meta({ description: ANSWERS }).optional();

/** Finds sections that the text doesn't have. */
export function listUnknownSections(
  { lineOf }: YamlSource,
  answers: readonly AnsweredQuestions[] = [],
  headings: readonly string[],
): readonly LineFinding[] {
  const known = new Set(headings.map(straightenQuotes));
  return answers.flatMap(({ section }, index) =>
    section === undefined || known.has(straightenQuotes(section))
      ? []
      : {
          line: lineOf('answers', index, 'section'),
          message: `\`${section}\` is not a heading of the text; ${SECTION}`,
        },
  );
}

/** Replaces curly quotes, with which headings are published, by straight ones. */
function straightenQuotes(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}
