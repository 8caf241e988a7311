import { isDeepStrictEqual } from 'node:util';
import {
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { z } from 'zod';
import { parseYaml } from '../../content/yaml.ts';
import { DeskError } from '../desk-error.ts';
import {
  applyEdits,
  findLineEnding,
  findNextLine,
  moveEdits,
  readIndent,
  type TextEdit,
} from '../edits.ts';
import { type FolderText, locateFrontMatter } from '../read-folder.ts';

/** Formats the lines of a list of questions for the whole text, below `answers`. */
export function formatQuestionLines(
  questions: readonly { readonly question: string; readonly comment?: string }[],
): readonly string[] {
  return [
    '  - questions:',
    ...questions.map(({ question, comment }) =>
      [
        `      - ${formatYamlText(question)}`,
        ...(comment === undefined ? [] : [`# ${comment}`]),
      ].join(' '),
    ),
  ];
}

/**
 * Returns the text with these questions added to those of the whole text; all other bytes stay.
 * Throws a DeskError if they can't be placed.
 */
export function addQuestions(text: FolderText, questions: readonly string[]): string {
  const { start = 0, end = 0 } = locateFrontMatter(text.text)?.keys ?? {};
  const keys = text.text.slice(start, end);
  const edits = listQuestionEdits(keys, questions);
  const changed = edits && applyEdits(keys, edits);
  if (end === 0 || changed === undefined || !hasOnlyAddedQuestions(keys, changed, questions))
    throw new DeskError(
      `${text.file} has front matter in which the questions can’t be placed; add them by hand: npm run content -- answers ${text.place.slug}`,
    );
  return applyEdits(text.text, moveEdits(edits ?? [], start));
}

/**
 * Lists edits that add the questions; undefined for front matter that is not valid, or whose
 * `answers` are not a list.
 */
function listQuestionEdits(
  keys: string,
  questions: readonly string[],
): readonly TextEdit[] | undefined {
  const { contents, errors } = parseDocument(keys);
  if (errors.length > 0 || !isMap(contents)) return undefined;
  if (!contents.has('answers')) {
    const lines = ['answers:', ...formatQuestionLines(questions.map((question) => ({ question })))];
    return [
      createInsertion(keys.length, lines.map((line) => line + findLineEnding(keys)).join('')),
    ];
  }
  const list = contents.get('answers', true);
  if (!isSeq<ParsedNode>(list) || !list.range) return undefined;
  const whole = list.items.find((item) => isMap(item) && !item.has('section'));
  const listed = isMap(whole) ? whole.get('questions', true) : undefined;
  return isSeq<ParsedNode>(listed) && listed.items.length > 0
    ? [appendQuestions(keys, listed, questions)]
    : [appendItem(keys, list, questions)];
}

function appendQuestions(
  keys: string,
  list: YAMLSeq<ParsedNode>,
  questions: readonly string[],
): TextEdit {
  const end = findListEnd(list);
  if (list.flow === true)
    return createInsertion(end, questions.map((text) => `, ${JSON.stringify(text)}`).join(''));
  const indent = readIndent(keys, list.items[0]?.range[0] ?? 0);
  const lines = questions.map(
    (text) => `${indent}- ${formatYamlText(text)}${findLineEnding(keys)}`,
  );
  return createInsertion(findNextLine(keys, end), lines.join(''));
}

/** Adds a list of questions for the whole text, after those of sections. */
function appendItem(
  keys: string,
  list: YAMLSeq<ParsedNode>,
  questions: readonly string[],
): TextEdit {
  const flow = `{questions: [${questions.map((text) => JSON.stringify(text)).join(', ')}]}`;
  const [start = 0, end = 0] = list.range ?? [];
  if (list.items.length === 0) return { start, end, text: `[${flow}]` };
  if (list.flow === true) return createInsertion(findListEnd(list), `, ${flow}`);
  const indent = readIndent(keys, list.items[0]?.range[0] ?? 0);
  const lines = ['- questions:', ...questions.map((text) => `    - ${formatYamlText(text)}`)];
  const text = lines.map((line) => indent + line + findLineEnding(keys)).join('');
  return createInsertion(findNextLine(keys, findListEnd(list)), text);
}

function createInsertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/**
 * Returns the offset at which the last item of the list ends, without the white space and comments
 * below it.
 */
function findListEnd(list: YAMLSeq | YAMLMap): number {
  const last = list.items.at(-1);
  const node = isMap(list) ? list.items.at(-1)?.value : last;
  if ((isSeq(node) || isMap(node)) && node.flow !== true) return findListEnd(node);
  return (isSeq(node) || isMap(node) || isScalar(node)) && node.range ? node.range[1] : 0;
}

/** Formats a text for YAML, in quotation marks if it needs them. */
function formatYamlText(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

/** Returns whether the only difference is that the whole text has these questions, too. */
function hasOnlyAddedQuestions(
  before: string,
  after: string,
  questions: readonly string[],
): boolean {
  const [known, changed] = [parseKeys(before), parseKeys(after)];
  if (known === undefined || changed === undefined) return false;
  const { answers = [] } = known;
  const place = answers.findIndex(({ section }) => section === undefined);
  const expected =
    place === -1
      ? [...answers, { questions }]
      : answers.map((item, index) =>
          index === place ? { ...item, questions: [...item.questions, ...questions] } : item,
        );
  return isDeepStrictEqual(changed, { ...known, answers: expected });
}

const keysSchema = z.looseObject({
  answers: z
    .array(z.looseObject({ section: z.unknown().optional(), questions: z.array(z.unknown()) }))
    .optional(),
});

function parseKeys(keys: string) {
  return keysSchema.safeParse(parseYaml(keys).value).data;
}
