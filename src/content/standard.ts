import { z } from 'zod';
import { explain, line, list, strict } from './yaml.ts';

const COUNT = 'write a whole number, such as 3';
const GROUPS = 'write one "- reason: …" with its phrases for each group, or [] for none';
const PHRASES = 'write one phrase or more, each as "- "';
const REASON = 'write what the phrases do to a text, and what to write instead (at most 200 characters)';
const PHRASE = 'write 1 to 80 characters';

const count = z
  .int({ error: explain('is not a whole number', COUNT) })
  .nonnegative({ error: `is negative; ${COUNT}` });
const phrase = line({ min: 1, max: 80, advice: PHRASE }).regex(/[\p{L}\p{N}]/u, {
  error: `has no words; ${PHRASE}`,
});
const phraseGroup = strict({
  reason: line({ min: 1, max: 200, advice: REASON }),
  phrases: list(phrase, PHRASES).nonempty({ error: `is empty; ${PHRASES}` }),
}).transform(({ reason, phrases }) => ({ reason, pattern: createPhrasePattern(phrases) }));

/** `standard.yaml`: optional rules of this folder for its texts. */
export const standardSchema = strict({
  wordsMin: count,
  wordsMax: count,
  articleLinksMin: count,
  forbiddenPhrases: list(phraseGroup, GROUPS),
}).refine(({ wordsMin, wordsMax }) => wordsMin <= wordsMax, {
  path: ['wordsMax'],
  error: 'is less than wordsMin; write a larger number',
});

/** Words are counted as for the read time of an article; links are those to different other articles. */
export type Standard = z.infer<typeof standardSchema>;

/** The most words that `…` in a phrase matches. */
const GAP_WORDS_MAX = 8;
/**
 * A global pattern that finds any of the phrases, whatever the case, apostrophes, line breaks and hyphens.
 *
 * | in a phrase | matches |
 * |---|---|
 * | `delv*` | delve, delves, delving: any ending of the word |
 * | `not only … but` | both parts with up to eight words between them |
 */
function createPhrasePattern(phrases: readonly string[]): RegExp {
  const alternatives = phrases.map(formatPattern).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu');
}

function formatPattern(phrase: string): string {
  return phrase
    .trim()
    .split(/\s+/)
    .map((word) => (word === '…' ? `(?:\\S+\\s+){0,${GAP_WORDS_MAX}}?` : `${formatWord(word)}\\s+`))
    .join('')
    .replace(/\\s\+$/, '');
}

function formatWord(word: string): string {
  return word
    .replace(/[.+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/[-‐‑]/g, '[-‐‑\\s]')
    .replaceAll('*', "[\\p{L}\\p{N}'’]*");
}
