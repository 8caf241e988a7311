import { WORDS_PER_MINUTE } from '../site/limits.ts';

/** Minutes, at least one. */
export function computeReadTime(text: string): number {
  return Math.max(1, Math.round(countWords(text) / WORDS_PER_MINUTE));
}

/**
 * Counts the words of a visible text: sequences without white space that contain a letter or a digit. Headings, tables and
 * captions count, alt texts do not.
 */
export function countWords(text: string): number {
  return (text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
}
