import { z } from 'zod';
import type { ContentProblem } from './content-problem.ts';
import type { ContentFile } from './folder/read-content-folder.ts';
import { explain, line, list, strict } from './front-matter-schemas.ts';
import { createPhrasePattern } from './phrase-pattern.ts';
import { parseYamlFile } from './yaml-file.ts';

const COUNT = 'write a whole number, such as 3';
const GROUPS = 'write one "- reason: …" with its phrases for each group, or [] for none';
const PHRASES = 'write one phrase or more, each as "- "';
const REASON = 'write what the phrases do to a text, and what to write instead (at most 200 characters)';
const PHRASE = 'write 1 to 80 characters';

const count = z
  .int({ error: explain('is no whole number', COUNT) })
  .nonnegative({ error: `is less than nothing; ${COUNT}` });
const phrase = line({ min: 1, max: 80, advice: PHRASE }).regex(/[\p{L}\p{N}]/u, {
  error: `has no words; ${PHRASE}`,
});
const phraseGroup = strict({
  reason: line({ min: 1, max: 200, advice: REASON }),
  phrases: list(phrase, PHRASES).nonempty({ error: `is empty; ${PHRASES}` }),
}).transform(({ reason, phrases }) => ({ reason, pattern: createPhrasePattern(phrases) }));

/** `standard.yaml`: what this folder asks of its texts beyond what every folder must. */
const standardSchema = strict({
  wordsMin: count,
  wordsMax: count,
  articleLinksMin: count,
  forbiddenPhrases: list(phraseGroup, GROUPS),
}).refine(({ wordsMin, wordsMax }) => wordsMin <= wordsMax, {
  path: ['wordsMax'],
  error: 'is less than wordsMin; write a larger number',
});

/** Words of an article as its reading time counts them; links of an article to different others. */
export type Standard = z.infer<typeof standardSchema>;

/** A folder without the file, or with a wrong one, asks nothing. */
export function compileStandard(source: ContentFile | undefined): {
  readonly standard: Standard | undefined;
  readonly problems: readonly ContentProblem[];
} {
  if (source === undefined) return { standard: undefined, problems: [] };
  const { value, problems } = parseYamlFile(source, standardSchema);
  return { standard: value, problems };
}
