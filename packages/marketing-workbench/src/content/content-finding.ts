import { compareCodeUnits } from '../site/compare-code-units.ts';
import type { AdviceRule, TextAuditRule } from './advice.ts';

export type ContentFinding = {
  /** Path from the content folder's own name on, with slashes: `content/legacy/x.md`. */
  readonly file: string;
  /**
   * From 1; undefined for a problem of the whole file, which is shown at the first line of a text.
   */
  readonly line?: number;
  readonly message: string;
  /** The rule of house style that gives this advice; undefined for an error. */
  readonly rule?: AdviceRule | undefined;
  readonly auditRule?: TextAuditRule | undefined;
  /** The address to replace and the one that `check --fix` writes. */
  readonly fix?: { readonly href: string; readonly to: string } | undefined;
  /** The file of another text with which this one clashes: either of the two may be changed. */
  readonly clashesWith?: string | undefined;
  /** The files of the texts that are wrong, if the finding is placed in a file of settings. */
  readonly about?: readonly string[] | undefined;
};

export type LineFinding = Omit<ContentFinding, 'file'>;

/** Nobody fixes more problems at once, and a broken file could have a hundred thousand. */
export const FINDINGS_MAX = 100;
const MESSAGE_LENGTH_MAX = 400;

/** Keeps the first errors, and then the first advice. */
export function limitFindings(problems: readonly LineFinding[]): readonly LineFinding[] {
  const sorted = [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))];
  const shown = sorted.slice(0, FINDINGS_MAX).map(({ message, ...place }) => ({
    ...place,
    message:
      message.length > MESSAGE_LENGTH_MAX ? `${message.slice(0, MESSAGE_LENGTH_MAX)}…` : message,
  }));
  const rest = sorted.length - shown.length;
  const rule = sorted[shown.length]?.rule;
  return rest === 0
    ? shown
    : [...shown, { message: `has ${rest} more problems; fix these first`, rule }];
}

export function isError({ rule }: LineFinding): boolean {
  return rule === undefined;
}

/** Turns unconverted parts into errors, unless the text is a draft, which alone may keep them. */
export function limitToDrafts(
  problems: readonly LineFinding[],
  isDraft: boolean,
): readonly LineFinding[] {
  if (isDraft) return problems;
  return problems.map((problem) =>
    problem.rule === 'unconverted' ? { ...problem, rule: undefined } : problem,
  );
}

/** Returns the messages whose condition holds. */
export function listMessages(
  cases: readonly (readonly [isWrong: boolean, message: string])[],
): readonly string[] {
  return cases.flatMap(([isWrong, message]) => (isWrong ? [message] : []));
}

/**
 * Formats a problem as `content/articles/seo/local-seo/x.md:4 title is missing; write …`. Advice
 * names its rule: `…:4 advice (lengths): title …`.
 */
export function formatFinding({ file, line, message, rule }: ContentFinding): string {
  const label = rule === undefined ? '' : `advice (${rule}): `;
  const place = line ?? (/\.(?:md|yaml)$/i.test(file) ? 1 : undefined);
  return `${file}${place === undefined ? '' : `:${place}`} ${label}${message}`;
}

export function placeInFile(
  file: string,
  problems: readonly LineFinding[],
): readonly ContentFinding[] {
  return problems.map((problem) => ({ file, ...problem }));
}

export function sortContentFindings(
  problems: readonly ContentFinding[],
): readonly ContentFinding[] {
  return problems.toSorted(
    (one, other) =>
      compareCodeUnits(one.file, other.file) ||
      (one.line ?? 0) - (other.line ?? 0) ||
      compareCodeUnits(one.message, other.message),
  );
}
