import { WORDS_PER_MINUTE } from '../site/limits.ts';

export function computeReadTime(text: string): number {
  return Math.max(1, Math.round(countWords(text) / WORDS_PER_MINUTE));
}

/** Counts sequences without white space that contain a letter or a digit. */
export function countWords(text: string): number {
  return (text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
}
