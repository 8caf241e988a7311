import { createInterface } from 'node:readline/promises';
import { createSlug } from '../site/create-slug.ts';
import { isSlug } from '../site/slugs.ts';
import { DeskError } from './desk-error.ts';

export type TerminalQuestion = {
  readonly flag: string;
  readonly text: string;
  /** Answer that an empty line gives, and that is taken without a terminal. */
  readonly fallback?: string | undefined;
  /** Says what is wrong with an answer. */
  readonly findProblem?: (answer: string) => string | undefined;
};

export type GivenFlags = { readonly [flag: string]: string | undefined };

type Terminal = {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly isInteractive: boolean;
};

const OWN_TERMINAL: Terminal = {
  input: process.stdin,
  output: process.stdout,
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
};

/**
 * Returns the answers in the order of the questions: from flags, and the others from the terminal.
 */
export async function askQuestions(
  questions: readonly TerminalQuestion[],
  given: GivenFlags,
  terminal = OWN_TERMINAL,
): Promise<readonly string[]> {
  const problems = questions.flatMap((question) => listFlagProblems(question, given, terminal));
  if (problems.length > 0) throw new DeskError(problems.join('\n'));
  const isAnswered = ({ flag }: TerminalQuestion) =>
    given[flag] !== undefined || !terminal.isInteractive;
  const open = questions.filter((question) => !isAnswered(question));
  const typed =
    open.length === 0 ? new Map<TerminalQuestion, string>() : await askOnTerminal(open, terminal);
  return questions.map(
    (question) => typed.get(question) ?? given[question.flag]?.trim() ?? question.fallback ?? '',
  );
}

function listFlagProblems(
  { flag, text, fallback, findProblem }: TerminalQuestion,
  given: GivenFlags,
  { isInteractive }: Terminal,
): readonly string[] {
  const answer = given[flag];
  if (answer === undefined) {
    const isMissing = !isInteractive && fallback === undefined;
    return isMissing ? [`--${flag} is missing, and there is no terminal to ask on: ${text}`] : [];
  }
  const problem = findProblem?.(answer.trim());
  return problem === undefined ? [] : [`--${flag} ${problem}`];
}

async function askOnTerminal(questions: readonly TerminalQuestion[], terminal: Terminal) {
  using lines = createInterface(terminal);
  const { promise: closed, reject } = Promise.withResolvers<never>();
  lines.once('close', () => reject(new DeskError('\nStopped; nothing was written.')));
  const answers = new Map<TerminalQuestion, string>();
  const typeAnswers = async () => {
    for (const question of questions) {
      answers.set(question, await typeAnswer(question, (text) => lines.question(text)));
    }
  };
  await Promise.race([typeAnswers(), closed]);
  closed.catch(() => undefined);
  return answers;
}

/** Asks until the answer is valid. */
async function typeAnswer(
  { text, fallback, findProblem }: TerminalQuestion,
  askLine: (text: string) => Promise<string>,
): Promise<string> {
  const prompt = `${text}${fallback ? ` [${fallback}]` : ''}: `;
  for (let hint = ''; ; ) {
    const answer = (await askLine(hint + prompt)).trim() || fallback;
    const problem = answer === undefined ? 'is missing' : findProblem?.(answer);
    if (answer !== undefined && problem === undefined) return answer;
    hint = `The answer ${problem}.\n`;
  }
}

/**
 * Creates the question for a slug, whose default is made from the words of the title, spelled as in
 * the language of the site.
 */
export function createSlugQuestion(title: string, language: string): TerminalQuestion {
  return {
    flag: 'slug',
    text: 'Slug, the last part of the address',
    fallback: createSlug(title, language) || undefined,
    findProblem: (slug) =>
      isSlug(slug)
        ? undefined
        : `“${slug}” is not a slug; write lower-case letters, digits and single hyphens`,
  };
}
