import anyAscii from 'any-ascii';
import { decodePercent } from '../../site/addresses.ts';
import { createSlug } from '../../site/slugs.ts';

/** Characters; the limit leaves room for a number and an extension in the name of a file. */
const SLUG_MAX = 100;

/**
 * Returns a slug for words in any script: `Привет, мир` becomes `privet-mir`. The slug is empty if
 * nothing is left.
 */
export function createAsciiSlug(words: string, max = SLUG_MAX): string {
  const slug = createSlug(anyAscii(decodePercent(words)));
  if (slug.length <= max) return slug;
  const cut = slug.slice(0, max + 1);
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > max / 2 ? end : max).replace(/-$/, '');
}
