import { QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ARTICLE_FETCH_RETRIES, QUERY_CACHE_MS } from '../site/limits.ts';
import { ApiError, type Transport } from './request.ts';

type QueryMeta = {
  /** `page`: items and `X-Total-Count`; `find`: null for a 404. */
  readonly answer?: 'page' | 'find';
  readonly fields?: readonly string[];
  /** The screen works without it, so a failure is not reported. */
  readonly isOptional?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

export type QueryClientOptions = {
  readonly transport: Transport;
  readonly on401?: 'throw' | 'null';
  /** A client on the server lives for one page and must leave no timers. */
  readonly lifetime?: 'browser' | 'page';
  readonly onFailure?: (error: Error) => void;
};

/**
 * Delay before the first retry in a browser, doubled for each further one. The server retries at
 * once.
 */
const RETRY_DELAY_MS = 300;

/** Creates a query client with the cache and retry rules of the specification's section 9. */
export function createQueryClient(options: QueryClientOptions): QueryClient {
  const { transport, on401 = 'throw', lifetime = 'browser', onFailure } = options;
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.getObserversCount() > 0 && query.meta?.isOptional !== true) onFailure?.(error);
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: createLoader(transport, on401),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: lifetime === 'page' ? Number.POSITIVE_INFINITY : QUERY_CACHE_MS,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // A screen whose code loads late would fetch again what has just failed.
        retryOnMount: false,
        retryDelay: (failures) => (lifetime === 'page' ? 0 : RETRY_DELAY_MS * 2 ** failures),
      },
      mutations: { retry: false },
    },
  });
}

export function retryArticleFetch(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < ARTICLE_FETCH_RETRIES;
}

function createLoader(transport: Transport, on401: 'throw' | 'null'): QueryFunction {
  return async ({ queryKey, meta }) => {
    const answer = await transport(String(queryKey[0]));
    if (answer.kind === 'success') {
      if (meta?.answer === 'page') return { items: answer.body, total: answer.total ?? 0 };
      return meta?.fields === undefined ? answer.body : keepFields(answer.body, meta.fields);
    }
    if (answer.status === 404 && meta?.answer === 'find') return null;
    if (answer.status === 401 && on401 === 'null') return null;
    throw new ApiError(answer.status, answer.text);
  };
}

const reduced = new WeakMap<object, unknown>();

/** Memoized, because the server passes the same cached answer many times. */
function keepFields(answer: unknown, fields: readonly string[]): unknown {
  if (!Array.isArray(answer)) return answer;
  const known = reduced.get(answer);
  if (known !== undefined) return known;
  const list = answer.map((item: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.flatMap((field) => (field in item ? [[field, item[field]]] : []))),
  );
  reduced.set(answer, list);
  return list;
}
