import { listSuggestions } from '../search/list-suggestions.ts';
import { searchPosts, summariseSearch } from '../search/search-posts.ts';
import { SEARCH_PAGE_SIZE } from '../site/limits.ts';
import type { SearchResult, SearchSuggestion, SearchSummary } from '../site/search-result.ts';
import type { ApiAnswer } from './answer.ts';
import { parsePageRequest, parseQueryNumber, parseSearchQuery } from './parameters.ts';
import type { ApiContext, ApiRequest } from './request.ts';

export function readSearch(
  { store }: ApiContext,
  { query, now }: ApiRequest,
): ApiAnswer<readonly SearchResult[]> {
  const text = parseSearchQuery(query);
  const categoryId = parseQueryNumber(query, { name: 'categoryId' });
  const { page = 1, limit = SEARCH_PAGE_SIZE } = parsePageRequest(query);
  const { items, total } = searchPosts(store, { text, categoryId, page, limit }, now);
  return { kind: 'found', body: items, total, isVolatile: true };
}

export function readSearchSummary(
  { store }: ApiContext,
  { query, now }: ApiRequest,
): ApiAnswer<SearchSummary> {
  return { kind: 'found', body: summariseSearch(store, parseSearchQuery(query), now), isVolatile: true };
}

export function readSearchSuggestions(
  { store }: ApiContext,
  { query, now }: ApiRequest,
): ApiAnswer<readonly SearchSuggestion[]> {
  return { kind: 'found', body: listSuggestions(store, parseSearchQuery(query), now), isVolatile: true };
}
