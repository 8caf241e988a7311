import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { findRedirectParameters } from '../../store/site.ts';
import type { Store } from '../../store/store.ts';
import type { RequestObserver } from '../monitoring/request-observer.ts';
import { findCacheKey } from './cache-key.ts';
import { type ContentCoding, selectCoding } from './content-coding.ts';
import type { EncodedAnswer, Variant } from './encoded-answer.ts';
import type { PageCache } from './page-cache.ts';

/** Longer than the usual 60 s of proxies, so that none sends a request over a connection being closed. */
const TIMEOUTS = { keepAliveTimeout: 72_000, headersTimeout: 30_000, requestTimeout: 30_000 };
const OPTIONS = { ...TIMEOUTS, requireHostHeader: false };

type FrontServerOptions = {
  readonly cache: PageCache;
  readonly areEnding: () => boolean;
  readonly store: Store;
  readonly observer: RequestObserver | undefined;
};

export function createFrontServer(handler: RequestListener, options: FrontServerOptions): Server {
  const { cache, areEnding, store, observer } = options;
  const listener: RequestListener = (request, response) => {
    observer?.watch(request, response);
    if (areEnding()) response.shouldKeepAlive = false;
    const answer = hasHost(request) ? findAnswer(cache, request, store) : undefined;
    const coding = readCoding(request);
    const variant = answer?.findVariant(coding);
    const result = answer?.evaluate(request.headers, coding);
    if (answer === undefined || variant === undefined || result === 'failed')
      return handler(request, response);
    observer?.noteCache(request, 'hit');
    if (result === 'notModified') response.writeHead(304, answer.listNotModified(coding)).end();
    else writeAnswer(request, response, answer.status, variant);
  };
  const server = createServer(OPTIONS, listener);
  // `Expect` changes nothing about the answer.
  server.on('checkExpectation', listener);
  return server;
}

export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}

const MARKDOWN = /markdown/i;

/** The framework selects Markdown variants. */
function findAnswer(
  cache: PageCache,
  { method, url = '/', headers }: IncomingMessage,
  store: Store,
): EncodedAnswer | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || MARKDOWN.test(headers.accept ?? '')) return undefined;
  const answer = cache.find(url);
  if (answer !== undefined || !url.includes('?')) return answer;
  const key = findCacheKey(url, findRedirectParameters(store));
  return key === undefined ? undefined : cache.find(key);
}

function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { rawHeaders, body }: Variant,
): void {
  response.writeHead(status, rawHeaders);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

function readCoding({ headers }: IncomingMessage): ContentCoding {
  const accepted = headers['accept-encoding'];
  return selectCoding(typeof accepted === 'string' ? accepted : undefined);
}
