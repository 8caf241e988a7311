import { decodePercent } from 'marketing-workbench/site/addresses';
import { createSlug } from 'marketing-workbench/site/create-slug';

/** Characters; the limit leaves room for a number and an extension in the name of a file. */
const SLUG_MAX = 100;

/**
 * Returns a slug for words or a segment of an address, in the spelling of a language. It is cut at a
 * word if it is too long, and empty if nothing is left.
 */
export function createAsciiSlug(words: string, language: string, max = SLUG_MAX): string {
  const slug = createSlug(decodePercent(words), language);
  if (slug.length <= max) return slug;
  const cut = slug.slice(0, max + 1);
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > max / 2 ? end : max).replace(/-$/, '');
}
