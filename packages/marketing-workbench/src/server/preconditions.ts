import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * A condition of the request is false and the answer would have been a 200, so it is 412 (RFC 9110,
 * section 13.2.2).
 */
export class PreconditionError extends Error {
  override name = 'PreconditionError';
  readonly statusCode = 412;
}

export type PreconditionResult = 'met' | 'notModified' | 'failed';

/**
 * Evaluates the conditions in the order of RFC 9110, section 13.2.2. It leaves out the conditions
 * on dates: the only answers with a `Last-Modified` are the files of the build, whose server
 * evaluates them.
 *
 * | header | comparison | if the condition is false |
 * |---|---|---|
 * | `If-Match` | strong: a weak tag equals nothing | failed |
 * | `If-None-Match` | weak | notModified |
 *
 * @param tag - The `ETag` that the answer, a 200, would have; undefined if it has none.
 */
export function evaluatePreconditions(
  headers: IncomingHttpHeaders,
  tag: string | undefined,
): PreconditionResult {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !isListed(ifMatch, (candidate) => isStronglyEqual(candidate, tag)))
    return 'failed';
  if (
    ifNoneMatch !== undefined &&
    isListed(ifNoneMatch, (candidate) => isWeaklyEqual(candidate, tag))
  )
    return 'notModified';
  return 'met';
}

/** A tag may contain commas, so a list can't be split at them. */
const LISTED_TAG = /(?:^|,)[ \t]*((?:W\/)?"[!#-~\x80-\xff]*")[ \t]*(?=,|$)/g;

function isListed(list: string, isEqual: (tag: string) => boolean): boolean {
  if (list.trim() === '*') return true;
  for (const [, tag = ''] of list.matchAll(LISTED_TAG)) if (isEqual(tag)) return true;
  return false;
}

function isStronglyEqual(candidate: string, tag: string | undefined): boolean {
  return candidate === tag && !candidate.startsWith('W/');
}

function isWeaklyEqual(candidate: string, tag: string | undefined): boolean {
  return tag !== undefined && candidate.replace(/^W\//, '') === tag.replace(/^W\//, '');
}

/**
 * Keeps only a single range with a first byte, such as `bytes=0-99` or `bytes=100-`, of a GET. All
 * others are ignored, which RFC 9110 allows (section 14.2), so the whole file is sent: several
 * ranges, invalid ones, and suffixes such as `bytes=-500`. The file server would answer 416 to
 * invalid ranges and to a suffix that is longer than the file.
 */
export function ignoreUnusualRange({ headers, method }: IncomingMessage): void {
  const [, list = ''] = /^bytes=(.*)$/.exec(headers.range ?? '') ?? [];
  const [range = '', ...others] = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (method !== 'GET' || others.length > 0 || !isByteRange(range)) delete headers.range;
  else headers.range = `bytes=${range}`;
}

function isByteRange(text: string): boolean {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(text) ?? [];
  return first !== undefined && (last === '' || Number(first) <= Number(last));
}

/**
 * This strong tag is compared like any other and equals no tag of a file, since those are all weak.
 */
const NO_TAG = '"none"';

/**
 * Changes the conditions of a request for a file of the build so that the file server, which
 * compares weak tags and inexact dates, answers it as RFC 9110 says. The tags of these files are
 * weak, so no `If-Match` with a tag and no `If-Range` is true.
 */
export function correctFileConditions({ headers }: IncomingMessage): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (headers['if-range'] !== undefined) delete headers.range;
  correctDate(headers, 'if-modified-since');
  correctDate(headers, 'if-unmodified-since');
  // Section 13.2.2: a date counts only without the condition on tags that is more exact.
  if (ifMatch !== undefined) delete headers['if-unmodified-since'];
  if (ifMatch?.trim() === '*') delete headers['if-match'];
  else if (ifMatch !== undefined) headers['if-match'] = NO_TAG;
  if (ifNoneMatch === undefined) return;
  headers['if-none-match'] = ifNoneMatch.trim();
  // The file server would ignore the condition.
  delete headers['cache-control'];
}

function correctDate(
  headers: IncomingHttpHeaders,
  name: 'if-modified-since' | 'if-unmodified-since',
): void {
  const time = parseHttpDate(headers[name] ?? '');
  if (time === undefined) delete headers[name];
  else headers[name] = new Date(time).toUTCString();
}

const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
];
/** This form of a date doesn't name its time zone, which is GMT. */
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * Returns milliseconds since 1970, or undefined if the text has none of the three forms of RFC
 * 9110, section 5.6.7.
 */
function parseHttpDate(text: string): number | undefined {
  const isAsctime = ASCTIME.test(text);
  if (!isAsctime && !HTTP_DATES.some((form) => form.test(text))) return undefined;
  const time = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(time) ? undefined : time;
}
