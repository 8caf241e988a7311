import { pages } from './addresses.ts';
import { SEARCH_QUERY_MAX_LENGTH } from './limits.ts';
import { isSlug } from './slugs.ts';

/**
 * Returns the query parameters that `parsePageQuery` reads at a canonical path. A page is cached by
 * these.
 */
export function listPageParameters(path: string): readonly string[] {
  return path === pages.search() ? ['page', 'q', 'category'] : ['page'];
}

export function parsePageQuery(path: string, search: string) {
  const query = new URLSearchParams(search);
  const page = parsePageNumber(query.get('page'));
  if (path !== pages.search()) return { page, text: '', category: '' };
  const category = query.get('category') ?? '';
  return {
    page,
    text: parseSearchText(query.get('q')),
    /** The slug of a category, which may not exist; empty for anything else. */
    category: isSlug(category) ? category : '',
  };
}

/**
 * Parses `?page=` before the length of the list is known. Anything but a whole number means 1; a
 * huge number is capped.
 */
export function parsePageNumber(text: string | null | undefined): number {
  const isWhole = /^\s*[+-]?\d+\s*$/.test(text ?? '');
  return isWhole ? Math.min(Math.max(Number(text), 1), Number.MAX_SAFE_INTEGER) : 1;
}

/** Returns the text trimmed and cut at the limit. */
export function parseSearchText(text: string | null | undefined): string {
  return Array.from((text ?? '').trim())
    .slice(0, SEARCH_QUERY_MAX_LENGTH)
    .join('')
    .trim();
}
