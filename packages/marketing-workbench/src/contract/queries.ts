import { queryOptions } from '@tanstack/react-query';
import type { ListPage } from '../site/entities.ts';
import { POPULAR_COUNT } from '../site/limits.ts';
import { type Endpoint, endpoints, type ValuesOf } from './endpoints.ts';
import { retryArticleFetch } from './query-client.ts';

/** The queries of the screens. The data of a `find…` query is null for a 404. */
export const queries = {
  categories: () => createQuery(endpoints.categories),
  findCategory: (slug: string) => createFindQuery(endpoints.category, { slug }),
  subcategories: () => queryFields(endpoints.subcategories, SUBCATEGORY_FIELDS),
  findSubcategory: (slug: string) => createFindQuery(endpoints.subcategory, { slug }),
  listPosts: (filter: Partial<ValuesOf<'posts'>>) => createPageQuery(endpoints.posts, filter),
  findTag: (slug: string) => createFindQuery(endpoints.tag, { slug }),
  featuredPosts: () => createQuery(endpoints.featuredPosts),
  recentPosts: () => createQuery(endpoints.recentPosts),
  popularPosts: () => queryFields(endpoints.popularPosts, POPULAR_FIELDS, { limit: POPULAR_COUNT }),
  findPost: (slug: string) => ({
    ...createFindQuery(endpoints.post, { slug }),
    retry: retryArticleFetch,
  }),
  relatedPosts: (id: number) => queryFields(endpoints.relatedPosts, RELATED_FIELDS, { id }),
  search: (q: string, page: number, categoryId?: number) =>
    createPageQuery(endpoints.search, { q, page, categoryId }),
  searchSummary: (q: string) => createQuery(endpoints.searchSummary, { q }),
  /** Dropped as soon as the reader types something else. */
  searchSuggestions: (q: string) => ({
    ...createQuery(endpoints.searchSuggestions, { q }),
    meta: { isOptional: true },
    gcTime: 0,
  }),
  legacyPosts: () => createQuery(endpoints.legacyPosts),
  findLegacyPost: (slug: string) => createFindQuery(endpoints.legacyPost, { slug }),
  findPage: (slug: string) => createFindQuery(endpoints.page, { slug }),
  findAuthor: (slug: string) => createFindQuery(endpoints.author, { slug }),
  redirects: (path: string) => createQuery(endpoints.redirects, { path }),
  health: () => ({ ...createQuery(endpoints.health), meta: { isOptional: true } }),
} as const;

const SUBCATEGORY_FIELDS = ['id', 'categoryId', 'slug', 'name', 'postCount'] as const;
const POPULAR_FIELDS = ['id', 'slug', 'title', 'categoryId', 'subcategoryId', 'popular'] as const;
const RELATED_FIELDS = [
  'id',
  'slug',
  'title',
  'excerpt',
  'readTime',
  'cover',
  'categoryId',
  'subcategoryId',
] as const;

type AddressValues<Values extends object> = Parameters<Endpoint<unknown, Values>['address']>;

function createQuery<Answer, Values extends object>(
  endpoint: Endpoint<Answer, Values>,
  ...values: AddressValues<Values>
) {
  return queryOptions<Answer>({ queryKey: [endpoint.address(...values)] });
}

function createFindQuery<Answer, Values extends object>(
  endpoint: Endpoint<Answer, Values>,
  ...values: AddressValues<Values>
) {
  return queryOptions<Answer | null>({
    queryKey: [endpoint.address(...values)],
    meta: { answer: 'find' },
  });
}

/**
 * Returns a query for a list that keeps only these fields of its items, to keep the page state
 * small.
 */
function queryFields<Item, Values extends object, Field extends keyof Item & string>(
  endpoint: Endpoint<readonly Item[], Values>,
  fields: readonly Field[],
  ...values: AddressValues<Values>
) {
  return queryOptions<readonly Pick<Item, Field>[]>({
    queryKey: [endpoint.address(...values)],
    meta: { fields },
  });
}

export type PageQuery<Item> = ReturnType<typeof createPageQuery<Item, object>>;

function createPageQuery<Item, Values extends object>(
  endpoint: Endpoint<readonly Item[], Values>,
  ...values: AddressValues<Values>
) {
  return queryOptions<ListPage<Item>>({
    queryKey: [endpoint.address(...values)],
    meta: { answer: 'page' },
  });
}
