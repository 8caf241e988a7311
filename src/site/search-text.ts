import { SEARCH_QUERY_MAX_LENGTH } from './limits.ts';

/** What a reader searches for: trimmed and cut at the limit; empty where there is nothing to search. */
export function parseSearchText(text: string | null | undefined): string {
  return Array.from((text ?? '').trim())
    .slice(0, SEARCH_QUERY_MAX_LENGTH)
    .join('')
    .trim();
}
