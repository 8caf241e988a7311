import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Connections } from '../lifetime/connections.ts';
import { findCacheKey } from './cache-key.ts';
import { type ContentCoding, selectCoding } from './content-coding.ts';
import type { PageCache } from './page-cache.ts';
import { isUnchanged, type StoredAnswer } from './stored-answer.ts';

/**
 * A connection outlives the wait of the proxies in front, usually 60 s, so that none of theirs meets one that is just
 * being closed. Whoever sends a request so slowly that it takes half a minute holds a connection others could have.
 */
const TIMES = { keepAliveTimeout: 72_000, headersTimeout: 30_000, requestTimeout: 30_000 };
/** A request without a host is refused like any other, not by Node with an answer of its own. */
const OPTIONS = { ...TIMES, requireHostHeader: false };

/**
 * Answers from the cache before the framework, whose `handler` that is, sees the request: a look into a map, and bytes.
 */
export function createFrontServer(
  cache: PageCache,
  handler: RequestListener,
  { areEnding }: Pick<Connections, 'areEnding'>,
): Server {
  const listener: RequestListener = (request, response) => {
    if (areEnding()) response.shouldKeepAlive = false;
    const answer = hasHost(request) ? findAnswer(cache, request) : undefined;
    if (answer === undefined || !answer.hasForm(readCoding(request))) return handler(request, response);
    writeAnswer(request, response, answer);
  };
  const server = createServer(OPTIONS, listener);
  // Whatever is expected of us, the answer is the same one.
  server.on('checkExpectation', listener);
  return server;
}

export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}

/** Names of media types are the same in any case. */
const MARKDOWN = /markdown/i;

/** Other variants than the usual one of an address are the framework's to tell apart. */
function findAnswer(
  cache: PageCache,
  { method, url = '/', headers }: IncomingMessage,
): StoredAnswer | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || MARKDOWN.test(headers.accept ?? '')) return undefined;
  const answer = cache.find(url);
  if (answer !== undefined || !url.includes('?')) return answer;
  const key = findCacheKey(url);
  return key === undefined ? undefined : cache.find(key);
}

function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: StoredAnswer): void {
  const { headers } = request;
  if (isUnchanged(headers['if-none-match'], answer)) {
    response.writeHead(304, answer.unchanged.rawHeaders).end();
    return;
  }
  const form = answer.findForm(readCoding(request));
  response.writeHead(answer.status, form.rawHeaders);
  if (request.method === 'HEAD') response.end();
  else response.end(form.body);
}

function readCoding({ headers }: IncomingMessage): ContentCoding {
  const accepted = headers['accept-encoding'];
  return selectCoding(typeof accepted === 'string' ? accepted : undefined);
}
