import type { ContentProblem } from '../content-problem.ts';
import type { Standard } from '../standard.ts';
import type { TextDocument } from '../texts/text-document.ts';
import { checkBody } from './body-rule.ts';
import { checkDates } from './date-rule.ts';
import { checkLength } from './length-rule.ts';
import { checkPhrases } from './phrase-rule.ts';
import { checkPlace } from './place-rule.ts';

/** What must hold of one text, whatever the others say and whatever the time; some of it only where a standard says so. */
export type DocumentRule = (
  document: TextDocument,
  standard: Standard | undefined,
) => readonly ContentProblem[];

export const DOCUMENT_RULES: readonly DocumentRule[] = [
  checkPlace,
  checkDates,
  checkBody,
  checkLength,
  checkPhrases,
];
