import { calls } from '../site/addresses.ts';
import type {
  Category,
  CategoryDetail,
  Health,
  LegacyPost,
  LegacyPostSummary,
  Post,
  PostSummary,
  Subcategory,
} from '../site/entities.ts';
import type { RedirectAnswer } from '../site/redirects.ts';
import type { SearchResult, SearchSuggestion, SearchSummary } from '../site/search-result.ts';

/**
 * One call: the pattern the server matches and the address the browser asks.
 * `Answer` is the JSON body of a 200; it exists only in types.
 */
export type Endpoint<Answer, Parameters extends readonly unknown[] = readonly never[]> = {
  readonly pattern: string;
  readonly address: (...parameters: Parameters) => string;
  readonly answer?: Answer;
};

/** All calls of the specification's section 7 but the XML sitemap, which is no JSON, and the counting of a view. */
export const endpoints = {
  categories: declare<readonly Category[]>()('/api/categories', calls.categories),
  category: declare<CategoryDetail>()('/api/categories/:slug', calls.category),
  subcategories: declare<readonly Subcategory[]>()('/api/subcategories', calls.subcategories),
  subcategory: declare<Subcategory>()('/api/subcategories/:slug', calls.subcategory),
  posts: declare<readonly PostSummary[]>()('/api/posts', calls.posts),
  featuredPosts: declare<readonly PostSummary[]>()('/api/posts/featured', calls.featuredPosts),
  recentPosts: declare<readonly PostSummary[]>()('/api/posts/recent', calls.recentPosts),
  popularPosts: declare<readonly PostSummary[]>()('/api/posts/popular', calls.popularPosts),
  post: declare<Post>()('/api/posts/:slug', calls.post),
  relatedPosts: declare<readonly PostSummary[]>()('/api/posts/:id/related', calls.relatedPosts),
  viewPost: declare<undefined>()('/api/posts/:id/view', calls.viewPost),
  search: declare<readonly SearchResult[]>()('/api/search', calls.search),
  searchSummary: declare<SearchSummary>()('/api/search/summary', calls.searchSummary),
  searchSuggestions: declare<readonly SearchSuggestion[]>()(
    '/api/search/suggestions',
    calls.searchSuggestions,
  ),
  legacyPosts: declare<readonly LegacyPostSummary[]>()('/api/legacy-posts', calls.legacyPosts),
  legacyPost: declare<LegacyPost>()('/api/legacy-posts/:slug', calls.legacyPost),
  redirects: declare<readonly RedirectAnswer[]>()('/api/redirects', calls.redirects),
  health: declare<Health>()('/api/system/health', calls.health),
} as const;

export type EndpointName = keyof typeof endpoints;

export type AnswerOf<Name extends EndpointName> = NonNullable<(typeof endpoints)[Name]['answer']>;

function declare<Answer>() {
  return <Parameters extends readonly unknown[]>(
    pattern: string,
    address: (...parameters: Parameters) => string,
  ): Endpoint<Answer, Parameters> => ({ pattern, address });
}
