import { VERSION } from '../config.ts';
import {
  type CallAnswer,
  type Endpoint,
  type EndpointName,
  endpoints,
  type ValuesOf,
} from '../contract/endpoints.ts';
import { matchCall } from '../contract/match-call.ts';
import { BadInputError } from '../contract/parameters.ts';
import { listGuesses } from '../search/list-guesses.ts';
import {
  listRelatedPostsInTurns,
  listSuggestionsInTurns,
  searchPostsInTurns,
  summariseSearchInTurns,
} from '../search/search-in-turns.ts';
import { type Address, parseAddress } from '../site/addresses.ts';
import type { Health } from '../site/entities.ts';
import { API_PAGE_SIZE, POPULAR_COUNT, SEARCH_PAGE_SIZE } from '../site/limits.ts';
import { findLegacyPath } from '../site/paths/legacy-paths.ts';
import { formatRedirectTarget } from '../site/paths/redirects.ts';
import { findSyncTime, readIndexSize, readNodeId, readRevision } from '../store/index/status.ts';
import { findLongPage, isLongList, listPostsInSlices } from '../store/lists/post-slices.ts';
import { findKnownSite, readSite } from '../store/pages/known-site.ts';
import {
  areLegacyPostsMany,
  findLegacyPost,
  listLegacyPosts,
  listLegacyPostsInSlices,
} from '../store/pages/legacy-posts.ts';
import { findAuthor, findOwnPage } from '../store/pages/own-pages.ts';
import { findRedirect } from '../store/pages/redirects.ts';
import {
  findCategory,
  findSubcategory,
  listCategories,
  listSubcategories,
} from '../store/pages/taxonomy.ts';
import {
  findPost,
  hasPost,
  listFeaturedPosts,
  listPopularPosts,
  listPosts,
  listRecentPosts,
} from '../store/posts/posts.ts';
import { findTag } from '../store/posts/tags.ts';
import type { Store } from '../store/store.ts';
import type { EventCounter, Visitor } from './event-counter.ts';
import { convertTimes } from './local-times.ts';
import { readEvent } from './read-event.ts';

export type ApiAnswer<Body = unknown> =
  | {
      readonly kind: 'success';
      readonly body: Body;
      /** The number of items on all pages of a list. */
      readonly total?: number;
      readonly isVolatile?: boolean;
      /**
       * Resolves when what the call counts is written; the answer waits for it, so that a killed
       * server has counted what it confirmed.
       */
      readonly counted?: Promise<void> | undefined;
    }
  | { readonly kind: 'failure'; readonly status: 400 | 404; readonly text: string };

/** A success whose items are read in many turns of the event loop. */
export type LongListAnswer<Item = unknown> = {
  readonly kind: 'long list';
  readonly readSlices: () => AsyncGenerator<readonly Item[], void>;
  /** Whether the number of items is told apart from them. */
  readonly hasTotal: boolean;
};

export type ApiContext = {
  readonly store: Store;
  readonly describeDatabase: () => string;
  readonly countEvent: EventCounter;
};

export type ApiRequest = {
  readonly now: number;
  readonly visitor: Visitor;
};

/**
 * Answers the call at an address; with a promise if that takes many turns of the event loop. Fails
 * only if the store does.
 */
export type Api = (
  address: Address,
  request: ApiRequest,
) => ApiAnswer | LongListAnswer | Promise<ApiAnswer>;

type Handlers = {
  readonly [Name in EndpointName]: (
    values: ValuesOf<Name>,
    request: ApiContext & ApiRequest,
  ) => HandlerAnswer<CallAnswer<Name>>;
};

type HandlerAnswer<Body> =
  | ApiAnswer<Body>
  | Promise<ApiAnswer<Body>>
  | (Body extends readonly (infer Item)[] ? LongListAnswer<Item> : never);

const handlers: Handlers = {
  categories: (_, { store, now }) => createSuccess(listCategories(store, now)),
  category: ({ slug }, { store, now }) => foundOrAbsent(findCategory(store, slug, now), 'category'),
  subcategories: (filter, { store, now }) => createSuccess(listSubcategories(store, filter, now)),
  subcategory: ({ slug }, { store, now }) =>
    foundOrAbsent(findSubcategory(store, slug, now), 'subcategory'),
  posts: ({ page, limit, ...filter }, { store, now }) => {
    const paging = selectPage(page, limit);
    if (!isLongList(store, { ...filter, ...paging }, now))
      return foundPage(listPosts(store, { ...filter, ...paging }, now));
    return paging === undefined
      ? {
          kind: 'long list',
          readSlices: () => listPostsInSlices(store, filter, now),
          hasTotal: true,
        }
      : findLongPage(store, { ...filter, ...paging }, now).then(foundPage);
  },
  featuredPosts: (_, { store, now }) => createSuccess(listFeaturedPosts(store, now)),
  recentPosts: (_, { store, now }) => createSuccess(listRecentPosts(store, now)),
  popularPosts: ({ limit = POPULAR_COUNT }, { store, now }) =>
    createSuccess(listPopularPosts(store, limit, now)),
  post: ({ slug }, { store, now }) => foundOrAbsent(findPost(store, slug, now), 'post'),
  relatedPosts: async ({ id }, { store, now }) =>
    foundOrAbsent(await listRelatedPostsInTurns(store, id, now), 'post'),
  viewPost: (values, { store, now, countEvent, visitor }) => {
    if (values.id !== undefined && !hasPost(store, values.id, now))
      return foundOrAbsent(undefined, 'post');
    const event = readEvent(values);
    const isFalse = event?.kind === 'missing' && isPresent(store, event.path, now);
    const isCounted = event !== undefined && !isFalse;
    return {
      ...createSuccess(undefined),
      counted: isCounted ? countEvent(event, visitor, now) : undefined,
    };
  },
  search: async ({ q: text, categoryId, page = 1, limit = SEARCH_PAGE_SIZE }, { store, now }) =>
    foundPage(await searchPostsInTurns(store, { text, categoryId, page, limit }, now)),
  searchSummary: async ({ q }, { store, now }) =>
    createSuccess(await summariseSearchInTurns(store, q, now)),
  searchSuggestions: async ({ q }, { store, now }) =>
    createSuccess(await listSuggestionsInTurns(store, q, now)),
  tag: ({ slug }, { store, now }) => foundOrAbsent(findTag(store, slug, now), 'tag'),
  legacyPosts: (_, { store }) =>
    areLegacyPostsMany(store)
      ? { kind: 'long list', readSlices: () => listLegacyPostsInSlices(store), hasTotal: false }
      : createSuccess(listLegacyPosts(store)),
  legacyPost: ({ slug }, { store }) => foundOrAbsent(findLegacyPost(store, slug), 'legacy post'),
  page: ({ slug }, { store }) => foundOrAbsent(findOwnPage(store, slug), 'page'),
  author: ({ slug }, { store }) => foundOrAbsent(findAuthor(store, slug), 'author'),
  /**
   * A path without a rule answers an empty list, not a 404. A legacy path, which a page may not
   * know, leads to itself.
   */
  redirects: ({ path }, { store, now }) => {
    const legacyPath = findLegacyPath(path, readSite(store))?.path;
    const rule = findRedirect(store, parseAddress(path), now);
    if (rule !== undefined) return createSuccess([{ status: rule.status, to: rule.to }]);
    return createSuccess(
      legacyPath === undefined ? [] : [{ status: 301, to: formatRedirectTarget(legacyPath) }],
    );
  },
  guesses: async ({ path }, { store, now }) => createSuccess(await listGuesses(store, path, now)),
  health: (_, request) => createSuccess(readHealth(request)),
};

/**
 * A browser may show an address as not found that is not missing: one that redirects, before it
 * knows of the redirect, and an article whose call failed.
 */
function isPresent(store: Store, path: string, now: number): boolean {
  if (findRedirect(store, parseAddress(path), now) !== undefined) return true;
  // An article answers every path of its slug, those that are not its own with a redirect.
  const [, ...segments] = path.split('/');
  const slug = segments.length === 2 || segments.length === 3 ? segments.at(-1) : undefined;
  return slug !== undefined && findPost(store, slug, now) !== undefined;
}

export function createApi(context: ApiContext): Api {
  return ({ pathname, search }, request) => {
    const call = matchCall(pathname);
    if (call === undefined) return { kind: 'failure', status: 404, text: 'There is no such call.' };
    const query = new URLSearchParams(search);
    const read = (name: string) => call.segments[name] ?? query.get(name) ?? undefined;
    try {
      return runHandler(call.name, read, { ...context, ...request });
    } catch (error) {
      if (error instanceof BadInputError)
        return { kind: 'failure', status: 400, text: error.message };
      throw error;
    }
  };
}

function runHandler<Name extends EndpointName>(
  name: Name,
  read: (parameter: string) => string | undefined,
  request: ApiContext & ApiRequest,
): ReturnType<Api> {
  const typed: { readonly [Each in EndpointName]: Endpoint<unknown, ValuesOf<Each>> } = endpoints;
  const endpoint: (typeof typed)[Name] = typed[name];
  const values = parseParameters(endpoint.parameters, read);
  const answer: ReturnType<Api> = handlers[name](values, request);
  const finish = (given: ApiAnswer) =>
    given.kind === 'success'
      ? { ...showLocalTimes(given, request.store), isVolatile: endpoint.isVolatile }
      : given;
  if (answer instanceof Promise) return answer.then(finish);
  return answer.kind === 'long list' ? showLocalSlices(answer, request.store) : finish(answer);
}

type SuccessAnswer = Extract<ApiAnswer, { kind: 'success' }>;

function showLocalTimes(answer: SuccessAnswer, store: Store): SuccessAnswer {
  const timeZone = findKnownSite(store)?.site.timeZone;
  if (timeZone === undefined) return answer;
  return { ...answer, body: convertTimes(answer.body, timeZone) };
}

function showLocalSlices(answer: LongListAnswer, store: Store): LongListAnswer {
  const timeZone = findKnownSite(store)?.site.timeZone;
  if (timeZone === undefined) return answer;
  const readSlices = async function* () {
    for await (const slice of answer.readSlices())
      yield slice.map((item) => convertTimes(item, timeZone));
  };
  return { ...answer, readSlices };
}

function parseParameters<Values extends object>(
  parameters: Endpoint<unknown, Values>['parameters'],
  read: (name: string) => string | undefined,
): Values {
  const values: Partial<Values> = {};
  for (const name in parameters) values[name] = parameters[name](read(name), name);
  if (!hasAll(values, parameters)) throw new Error('A parameter was not parsed.');
  return values;
}

function hasAll<Values extends object>(
  values: Partial<Values>,
  parameters: object,
): values is Values {
  return Object.keys(parameters).every((name) => name in values);
}

/**
 * A page without a limit has 24 items; a limit without a page means the first page. Undefined for a
 * list without pages.
 */
function selectPage(page: number | undefined, limit: number | undefined) {
  if (page === undefined && limit === undefined) return undefined;
  return { page: page ?? 1, limit: limit ?? API_PAGE_SIZE };
}

function createSuccess<Body>(body: Body): Extract<ApiAnswer<Body>, { kind: 'success' }> {
  return { kind: 'success', body };
}

function foundPage<Item>(page: {
  items: readonly Item[];
  total: number;
}): ApiAnswer<readonly Item[]> {
  return { kind: 'success', body: page.items, total: page.total };
}

function foundOrAbsent<Body>(body: Body | undefined, what: string): ApiAnswer<Body> {
  return body === undefined
    ? { kind: 'failure', status: 404, text: `There is no such ${what}.` }
    : createSuccess(body);
}

function readHealth({ store, now, describeDatabase }: ApiContext & ApiRequest): Health {
  const agreedAt = findSyncTime(store);
  return {
    database: describeDatabase(),
    revision: readRevision(store),
    ...(agreedAt !== undefined && {
      contentAgeSeconds: Math.max(0, Math.round((now - agreedAt) / 1000)),
    }),
    indexBytes: readIndexSize(store),
    nodeId: readNodeId(store),
    version: VERSION,
  };
}
