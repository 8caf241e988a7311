import type { IncomingMessage } from 'node:http';
import { parseAddress } from '../site/addresses.ts';
import { PATH_MAX_LENGTH } from '../site/limits.ts';
import type { InputRefusal } from './error-answer.ts';

/**
 * Returns why a request is not answered, judged by its headers alone; also those are refused whose
 * page is cached.
 */
export function findRefusal(request: IncomingMessage): InputRefusal | undefined {
  const { method, url = '/' } = request;
  const framing = findFramingRefusal(request);
  if (framing !== undefined) return framing;
  if (method !== 'GET' && method !== 'HEAD') return 'method';
  const host = findHostRefusal(request);
  if (host !== undefined) return host;
  const isLong =
    url.length > PATH_MAX_LENGTH && parseAddress(url).pathname.length > PATH_MAX_LENGTH;
  return isLong ? 'longAddress' : undefined;
}

/**
 * Node's parser accepts HTTP/2.0 in text, and codings whose end it can't find (RFC 9112, section
 * 6.3).
 */
function findFramingRefusal({
  httpVersionMajor,
  headers,
}: IncomingMessage): InputRefusal | undefined {
  if (httpVersionMajor !== 1) return 'version';
  const { 'transfer-encoding': coding } = headers;
  if (coding === undefined || /^chunked$/i.test(coding)) return undefined;
  return /(?:^|,)[ \t]*chunked$/i.test(coding) ? 'transferCoding' : 'unknownLength';
}

/** `host [":" port]` of RFC 9110, section 7.2; empty if the target has no authority. */
const HOST = /^(?:\[[\da-f:.v]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Returns why the Host header is refused: a request has one valid host, which only HTTP/1.0 may
 * lack (RFC 9112, section 3.2).
 */
function findHostRefusal({
  headers,
  httpVersionMinor,
  rawHeaders,
}: IncomingMessage): InputRefusal | undefined {
  const { host } = headers;
  if (host === undefined) return httpVersionMinor === 0 ? undefined : 'missingHost';
  return HOST.test(host) && countHosts(rawHeaders) === 1 ? undefined : 'invalidHost';
}

/** Node keeps only the first of several. `rawHeaders` alternates names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
