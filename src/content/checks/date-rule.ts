import type { ContentProblem } from '../content-problem.ts';
import type { TextDocument } from '../texts/text-document.ts';

/** A text is not updated before it is published. */
export function checkDates({ file, sound, lineOf }: TextDocument): readonly ContentProblem[] {
  const { publishedAt, updatedAt } = sound;
  if (publishedAt === undefined || updatedAt === undefined) return [];
  if (Date.parse(updatedAt) >= Date.parse(publishedAt)) return [];
  const message = `updatedAt ${updatedAt} is before publishedAt ${publishedAt}; write a later date or leave it out`;
  return [{ file, line: lineOf('updatedAt'), message }];
}
