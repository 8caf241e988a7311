import { WORDS_PER_MINUTE } from '../site/limits.ts';

/** Minutes, at least one. */
export function computeReadTime(text: string): number {
  return Math.max(1, Math.round(countWords(text) / WORDS_PER_MINUTE));
}

/**
 * Words of a visible text: runs of characters without space that hold a letter or a digit. Headings, tables and
 * figure captions are read and count; alt texts stand for what is seen and do not.
 */
export function countWords(text: string): number {
  return (text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
}
