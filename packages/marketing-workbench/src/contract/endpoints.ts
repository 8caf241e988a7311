import { withQuery } from '../site/addresses.ts';
import type {
  AuthorDetail,
  Category,
  CategoryDetail,
  Health,
  LegacyPost,
  LegacyPostSummary,
  OwnPage,
  PageGuess,
  Post,
  PostSummary,
  SearchResult,
  SearchSuggestion,
  SearchSummary,
  Subcategory,
  Tag,
} from '../site/entities.ts';
import { API_PAGE_SIZE_MAX, POPULAR_COUNT_MAX } from '../site/limits.ts';
import type { RedirectAnswer } from '../site/paths/redirects.ts';
import {
  flag,
  id,
  idOrNone,
  optional,
  optionalText,
  type ParseParameter,
  path,
  referrer,
  searchText,
  slug,
  text,
  wholeNumber,
} from './parameters.ts';

/** A call. Its address, parsed values, 400 answers and cache key follow from this declaration. */
export type Endpoint<Answer = unknown, Values extends object = object> = {
  /**
   * A `:name` is a segment, of which `none` is the absence of an id; all other parameters are in
   * the query.
   */
  readonly path: string;
  readonly parameters: { readonly [Name in keyof Values]: ParseParameter<Values[Name]> };
  readonly queryNames: readonly string[];
  /** Never cached: the answer can change without the content, or has too many variants. */
  readonly isVolatile: boolean;
  readonly address: (...values: AddressArguments<Optional<Values>>) => string;
  readonly answer?: Answer;
};

type OptionalName<Values> = {
  [Name in keyof Values]: undefined extends Values[Name] ? Name : never;
}[keyof Values];
type Optional<Values> = Partial<Pick<Values, OptionalName<Values>>> &
  Omit<Values, OptionalName<Values>> &
  object;
type AddressArguments<Values> =
  Partial<Values> extends Values ? [values?: Values] : [values: Values];

const paging = { page: wholeNumber(), limit: wholeNumber({ max: API_PAGE_SIZE_MAX }) };
const isVolatile = true;
/** More than any site has posts; a database can store it. */
const RESULTS_MAX = 1_000_000;

/**
 * All JSON calls of the specification's section 7. Parameters are checked in this order, which
 * addresses have too.
 */
export const endpoints = {
  categories: declare<readonly Category[]>()('/api/categories', {}),
  category: declare<CategoryDetail>()('/api/categories/:slug', { slug: text }),
  subcategories: declare<readonly Subcategory[]>()('/api/subcategories', {
    categoryId: wholeNumber(),
  }),
  subcategory: declare<Subcategory>()('/api/subcategories/:slug', { slug: text }),
  posts: declare<readonly PostSummary[]>()('/api/posts', {
    categoryId: wholeNumber(),
    subcategoryId: wholeNumber(),
    tag: slug,
    author: slug,
    ...paging,
  }),
  featuredPosts: declare<readonly PostSummary[]>()('/api/posts/featured', {}),
  recentPosts: declare<readonly PostSummary[]>()('/api/posts/recent', {}),
  popularPosts: declare<readonly PostSummary[]>()('/api/posts/popular', {
    limit: wholeNumber({ max: POPULAR_COUNT_MAX }),
  }),
  post: declare<Post>()('/api/posts/:slug', { slug: text }),
  relatedPosts: declare<readonly PostSummary[]>()('/api/posts/:id/related', { id }),
  /** Counts what a reader did; `none` stands for what belongs to no article. */
  viewPost: declare<undefined>()(
    '/api/posts/:id/view',
    {
      id: idOrNone,
      from: referrer,
      source: optionalText,
      missing: optional(path),
      q: optional(searchText),
      results: wholeNumber({ min: 0, max: RESULTS_MAX }),
      opened: flag,
    },
    { isVolatile },
  ),
  search: declare<readonly SearchResult[]>()(
    '/api/search',
    { q: searchText, categoryId: wholeNumber(), ...paging },
    { isVolatile },
  ),
  searchSummary: declare<SearchSummary>()('/api/search/summary', { q: searchText }, { isVolatile }),
  searchSuggestions: declare<readonly SearchSuggestion[]>()(
    '/api/search/suggestions',
    { q: searchText },
    { isVolatile },
  ),
  tag: declare<Tag>()('/api/tags/:slug', { slug: text }),
  legacyPosts: declare<readonly LegacyPostSummary[]>()('/api/legacy-posts', {}),
  legacyPost: declare<LegacyPost>()('/api/legacy-posts/:slug', { slug: text }),
  page: declare<OwnPage>()('/api/pages/:slug', { slug: text }),
  author: declare<AuthorDetail>()('/api/authors/:slug', { slug: text }),
  redirects: declare<readonly RedirectAnswer[]>()('/api/redirects', { path }),
  /** The pages that an address without a page probably meant. */
  guesses: declare<readonly PageGuess[]>()('/api/guesses', { path }, { isVolatile }),
  health: declare<Health>()('/api/system/health', {}, { isVolatile }),
} as const;

export type EndpointName = keyof typeof endpoints;

export type CallAnswer<Name extends EndpointName> =
  (typeof endpoints)[Name] extends Endpoint<infer Answer, infer _> ? Answer : never;

export type ValuesOf<Name extends EndpointName> =
  (typeof endpoints)[Name] extends Endpoint<infer _, infer Values> ? Values : never;

function declare<Answer>() {
  return <Values extends object>(
    path: string,
    parameters: { readonly [Name in keyof Values]: ParseParameter<Values[Name]> },
    { isVolatile = false } = {},
  ): Endpoint<Answer, Values> => {
    const segments = path.split('/');
    const queryNames = Object.keys(parameters).filter((name) => !segments.includes(`:${name}`));
    const address = (values: object = {}) => {
      const texts = new Map<string, string | number | undefined>(Object.entries(values));
      const pathname = path.replace(/:(\w+)/g, (_, name) =>
        encodeURIComponent(texts.get(name) ?? 'none'),
      );
      return withQuery(
        pathname,
        Object.fromEntries(queryNames.map((name) => [name, texts.get(name)])),
      );
    };
    return { path, parameters, queryNames, isVolatile, address };
  };
}
