import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { findRedirectParameters } from '../../store/pages/known-site.ts';
import type { Store } from '../../store/store.ts';
import type { ConnectionTracker } from '../connections/connection-tracker.ts';
import { ignoreUpgrades } from '../connections/ignored-upgrades.ts';
import { findRefusal } from '../find-refusal.ts';
import type { RequestObserver } from '../monitoring/request-observer.ts';
import { findCacheKey } from './cache-key.ts';
import { type ContentCoding, selectCoding } from './content-coding.ts';
import { type AnswerVariant, type EncodedAnswer, openBody } from './encoded-answer.ts';
import type { PageCache } from './page-cache.ts';

/**
 * Longer than the usual 60 s of proxies, so that none sends a request over a connection being
 * closed.
 */
const TIMEOUTS = { keepAliveTimeout: 72_000, headersTimeout: 30_000, requestTimeout: 30_000 };
const OPTIONS = { ...TIMEOUTS, requireHostHeader: false };

type FrontServerOptions = {
  readonly cache: PageCache;
  readonly tracker: ConnectionTracker;
  readonly areEnding: () => boolean;
  readonly store: Store;
  readonly observer: RequestObserver | undefined;
};

export function createFrontServer(handler: RequestListener, options: FrontServerOptions): Server {
  const { cache, tracker, areEnding, store, observer } = options;
  const listener: RequestListener = (request, response) => {
    observer?.watch(request, response);
    tracker.begin(request, response);
    if (areEnding() || tracker.isSurplus(request.socket)) response.shouldKeepAlive = false;
    const answer =
      findRefusal(request) === undefined ? findCachedAnswer(cache, request, store) : undefined;
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
  // First, so that a connection that is closed at once is not counted elsewhere.
  server.prependListener('connection', tracker.open);
  // Other expectations than that of a 100 change nothing about the answer. No answer needs the
  // body, so there is no 100 either: Node closes the connection after the answer, as a client may
  // send the body or not.
  server.on('checkExpectation', listener).on('checkContinue', listener);
  return ignoreUpgrades(server, tracker);
}

const MARKDOWN = /markdown/i;

/** Returns undefined for requests of Markdown, whose variants the framework selects. */
function findCachedAnswer(
  cache: PageCache,
  { method, url = '/', headers }: IncomingMessage,
  store: Store,
): EncodedAnswer | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || MARKDOWN.test(headers.accept ?? ''))
    return undefined;
  const answer = cache.find(url);
  if (answer !== undefined || !url.includes('?')) return answer;
  const key = findCacheKey(url, findRedirectParameters(store));
  return key === undefined ? undefined : cache.find(key);
}

function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { rawHeaders, body }: AnswerVariant,
): void {
  response.writeHead(status, rawHeaders);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const opened = openBody(body);
  if (opened instanceof Uint8Array) response.end(opened);
  // A client that disconnects, or a disk that fails, ends both.
  else pipeline(opened, response, () => undefined);
}

function readCoding({ headers }: IncomingMessage): ContentCoding {
  const accepted = headers['accept-encoding'];
  return selectCoding(typeof accepted === 'string' ? accepted : undefined);
}
