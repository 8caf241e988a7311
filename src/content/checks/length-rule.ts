import type { ContentProblem } from '../content-problem.ts';
import { countWords } from '../read-time.ts';
import type { Standard } from '../standard.ts';
import type { TextDocument } from '../texts/text-document.ts';

/** An article, once it is no draft, is as long as the standard says: enough to get the task done, and no longer. */
export function checkLength(
  { kind, file, body, sound }: TextDocument,
  standard: Standard | undefined,
): readonly ContentProblem[] {
  if (standard === undefined || kind !== 'article' || sound.draft === true) return [];
  const { wordsMin, wordsMax } = standard;
  const words = countWords(body.text);
  const range = `an article has ${wordsMin} to ${wordsMax}`;
  if (words < wordsMin) return [{ file, message: `has ${words} words; ${range}, so say what is missing` }];
  if (words > wordsMax) return [{ file, message: `has ${words} words; ${range}, so cut it or make it two` }];
  return [];
}
