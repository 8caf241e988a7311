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
  subcategories: () => askParts(endpoints.subcategories, SUBCATEGORY_FIELDS),
  findSubcategory: (slug: string) => find(endpoints.subcategory, slug),
  listPosts: (filter: PostFilter) => askPage<PostSummary>(endpoints.posts.address(filter)),
  featuredPosts: () => ask(endpoints.featuredPosts),
  recentPosts: () => ask(endpoints.recentPosts),
  popularPosts: () => askParts(endpoints.popularPosts, POPULAR_FIELDS, POPULAR_COUNT),
  findPost: (slug: string) => ({ ...find(endpoints.post, slug), retry: retryArticleFetch }),
  relatedPosts: (id: number) => askParts(endpoints.relatedPosts, RELATED_FIELDS, id),
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

/** The fields of list items that screens read; see `askParts`. */
const SUBCATEGORY_FIELDS = ['id', 'categoryId', 'slug', 'name', 'postCount'] as const;
const POPULAR_FIELDS = ['id', 'slug', 'title', 'categoryId', 'subcategoryId', 'popular'] as const;
const RELATED_FIELDS = ['id', 'slug', 'title', 'excerpt', 'readTime', 'categoryId', 'subcategoryId'] as const;

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

/** A query for a list that keeps only these fields of its items, so that a page's state carries nothing else. */
function askParts<Item, Parameters extends readonly unknown[], Field extends keyof Item & string>(
  endpoint: Endpoint<readonly Item[], Parameters>,
  fields: readonly Field[],
  ...parameters: Parameters
) {
  return queryOptions<readonly Pick<Item, Field>[]>({
    queryKey: [endpoint.address(...parameters)],
    meta: { fields },
  });
}

/** A query for one page of a list. */
export type PageQuery<Item> = ReturnType<typeof askPage<Item>>;

function askPage<Item>(address: string) {
  return queryOptions<Page<Item>>({ queryKey: [address], meta: { answer: 'page' } });
}
