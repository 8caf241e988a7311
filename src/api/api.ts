import { type AnswerOf, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { type ApiAnswer, BadInputError } from './answer.ts';
import { readCategories, readCategory } from './categories.ts';
import { readHealth } from './health.ts';
import { readLegacyPost, readLegacyPosts } from './legacy-posts.ts';
import {
  readFeaturedPosts,
  readPopularPosts,
  readPost,
  readPosts,
  readRecentPosts,
  readRelatedPosts,
  recordView,
} from './posts.ts';
import { readRedirects } from './redirects.ts';
import type { ApiContext, ApiRequest } from './request.ts';
import { readSearch, readSearchSuggestions, readSearchSummary } from './search.ts';
import { readSubcategories, readSubcategory } from './subcategories.ts';

type Handler<Name extends EndpointName> = (
  context: ApiContext,
  request: ApiRequest,
) => ApiAnswer<AnswerOf<Name>>;

/** Who answers what. The list is complete, and each answer is of the kind that the contract promises. */
const handlers: { readonly [Name in EndpointName]: Handler<Name> } = {
  categories: readCategories,
  category: readCategory,
  subcategories: readSubcategories,
  subcategory: readSubcategory,
  posts: readPosts,
  featuredPosts: readFeaturedPosts,
  recentPosts: readRecentPosts,
  popularPosts: readPopularPosts,
  post: readPost,
  relatedPosts: readRelatedPosts,
  viewPost: recordView,
  search: readSearch,
  searchSummary: readSearchSummary,
  searchSuggestions: readSearchSuggestions,
  legacyPosts: readLegacyPosts,
  legacyPost: readLegacyPost,
  redirects: readRedirects,
  health: readHealth,
};

export type Api = (address: ApiAddress, request: Pick<ApiRequest, 'now' | 'visitor'>) => ApiAnswer;

export type ApiAddress = {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
};

/** All calls behind one function. Throws only where the store itself fails. */
export function createApi(context: ApiContext): Api {
  const table = listHandlers();
  return ({ pathname, search }, request) => {
    const segments = pathname.split('/').slice(1);
    for (const { pattern, handle } of table) {
      const params = matchSegments(pattern, segments);
      if (params === undefined) continue;
      return answer(() => handle(context, { ...request, params, query: new URLSearchParams(search) }));
    }
    return { kind: 'absent', message: 'There is no such call.' };
  };
}

function answer(handle: () => ApiAnswer): ApiAnswer {
  try {
    return handle();
  } catch (error) {
    if (error instanceof BadInputError) return { kind: 'bad-input', message: error.message };
    throw error;
  }
}

type TableEntry = {
  readonly pattern: readonly string[];
  readonly handle: (context: ApiContext, request: ApiRequest) => ApiAnswer;
};

/** Patterns without a parameter first, so that `/api/posts/recent` is no post's slug. */
function listHandlers(): readonly TableEntry[] {
  const names = Object.keys(endpoints).filter((name): name is EndpointName => name in handlers);
  return names
    .map((name) => ({ pattern: endpoints[name].pattern.split('/').slice(1), handle: handlers[name] }))
    .toSorted((a, b) => countParams(a.pattern) - countParams(b.pattern));
}

function countParams(pattern: readonly string[]): number {
  return pattern.filter((segment) => segment.startsWith(':')).length;
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (expected !== segment) return undefined;
      continue;
    }
    const value = decodeSegment(segment);
    if (value === undefined) return undefined;
    params[expected.slice(1)] = value;
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
