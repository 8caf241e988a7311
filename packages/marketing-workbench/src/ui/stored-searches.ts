import { parseSearchText } from '../site/page-query.ts';

/**
 * The last searches that were made in this browser. They are stored here only and never sent
 * anywhere.
 */
const STORAGE_KEY = 'searches';
const SEARCHES_MAX = 5;

/** Lists the newest search first. Anything else in the storage is ignored. */
export function listStoredSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const texts = stored.map((text) => (typeof text === 'string' ? parseSearchText(text) : ''));
    return [...new Set(texts)].filter((text) => text !== '').slice(0, SEARCHES_MAX);
  } catch {
    return [];
  }
}

/** A search that differs only in case is replaced. */
export function storeSearch(text: string): void {
  storeSearches([parseSearchText(text), ...listWithout(text)].slice(0, SEARCHES_MAX));
}

export function removeStoredSearch(text: string): void {
  storeSearches(listWithout(text));
}

export function removeStoredSearches(): void {
  storeSearches([]);
}

function listWithout(text: string): readonly string[] {
  const key = parseSearchText(text).toLowerCase();
  return listStoredSearches().filter((stored) => stored.toLowerCase() !== key);
}

function storeSearches(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(searches));
  } catch {
    // Without storage no searches are listed.
  }
}
