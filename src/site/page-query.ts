import { pages } from './addresses.ts';
import { CATEGORIES } from './categories.ts';
import { SEARCH_QUERY_MAX_LENGTH } from './limits.ts';
import { parsePageNumber } from './pagination.ts';

/** The query parameters that the page at a canonical path reads. A page is cached by these, so others change no page. */
export function listPageParameters(path: string) {
  return path === pages.search() ? (['q', 'category', 'page'] as const) : (['page'] as const);
}

export function parsePageQuery(path: string, search: string) {
  const query = new URLSearchParams(search);
  const names: readonly string[] = listPageParameters(path);
  const read = (name: ReturnType<typeof listPageParameters>[number]) =>
    names.includes(name) ? query.get(name) : undefined;
  return {
    page: parsePageNumber(read('page') ?? undefined),
    text: parseSearchText(read('q')),
    /** A built-in category's slug; empty for anything else. */
    category: CATEGORIES.find(({ slug }) => slug === read('category'))?.slug ?? '',
  };
}

/** Trimmed and cut at the limit. */
export function parseSearchText(text: string | null | undefined): string {
  return Array.from((text ?? '').trim())
    .slice(0, SEARCH_QUERY_MAX_LENGTH)
    .join('')
    .trim();
}
