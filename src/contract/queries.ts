import { queryOptions } from '@tanstack/react-query';
import type { PostFilter } from '../site/addresses.ts';
import type { Page, PostSummary } from '../site/entities.ts';
import { POPULAR_COUNT } from '../site/limits.ts';
import type { SearchResult } from '../site/search-result.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { retryArticleFetch } from './query-client.ts';

/** The calls as the screens ask them. A `find…` query answers null where the thing doesn't exist. */
export const queries = {
  categories: () => ask(endpoints.categories),
  findCategory: (slug: string) => find(endpoints.category, slug),
  subcategories: () => ask(endpoints.subcategories),
  listPosts: (filter: PostFilter) => askPage<PostSummary>(endpoints.posts.address(filter)),
  featuredPosts: () => ask(endpoints.featuredPosts),
  recentPosts: () => ask(endpoints.recentPosts),
  popularPosts: () => ask(endpoints.popularPosts, POPULAR_COUNT),
  findPost: (slug: string) => ({ ...find(endpoints.post, slug), retry: retryArticleFetch }),
  relatedPosts: (id: number) => ask(endpoints.relatedPosts, id),
  search: (text: string, page: number, categoryId?: number) =>
    askPage<SearchResult>(endpoints.search.address(text, page, categoryId)),
  searchSummary: (text: string) => ask(endpoints.searchSummary, text),
  /** Forgotten as soon as something else is typed. */
  searchSuggestions: (text: string) => ({
    ...ask(endpoints.searchSuggestions, text),
    meta: { isOptional: true },
    gcTime: 0,
  }),
  legacyPosts: () => ask(endpoints.legacyPosts),
  findLegacyPost: (slug: string) => find(endpoints.legacyPost, slug),
  redirects: (path: string) => ask(endpoints.redirects, path),
  health: () => ({ ...ask(endpoints.health), meta: { isOptional: true } }),
} as const;

function ask<Answer, Parameters extends readonly unknown[]>(
  endpoint: Endpoint<Answer, Parameters>,
  ...parameters: Parameters
) {
  return queryOptions<Answer>({ queryKey: [endpoint.address(...parameters)] });
}

function find<Answer, Parameters extends readonly unknown[]>(
  endpoint: Endpoint<Answer, Parameters>,
  ...parameters: Parameters
) {
  return queryOptions<Answer | null>({
    queryKey: [endpoint.address(...parameters)],
    meta: { answer: 'find' },
  });
}

function askPage<Item>(address: string) {
  return queryOptions<Page<Item>>({ queryKey: [address], meta: { answer: 'page' } });
}
