import type { ContentProblem } from '../content-problem.ts';
import type { TextDocument } from '../texts/text-document.ts';

/** Every text says something, but for a legacy post that redirects, which says nothing. */
export function checkBody({ kind, file, body, sound, lineOf }: TextDocument): readonly ContentProblem[] {
  const isEmpty = body.text === '';
  if (kind === 'legacy' && sound.redirectTo !== undefined) {
    if (isEmpty) return [];
    const message = 'redirectTo stands beside a text that nobody would see; keep one of the two';
    return [{ file, line: lineOf('redirectTo'), message }];
  }
  if (!isEmpty) return [];
  const advice =
    kind === 'legacy' ? 'write one, or a redirectTo in the front matter' : 'write it below the front matter';
  return [{ file, message: `has no text; ${advice}` }];
}
