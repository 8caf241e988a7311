import { findZoneOffset, parseOffset } from 'marketing-workbench/site/time/time-zones';

const ISO =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?\s*$/i;

/** Longer texts can't be dates. */
const LENGTH_MAX = 100;

/**
 * Reads dates as other programs write them. Returns ISO 8601 in UTC, or undefined if the text is no
 * date. A time without a zone is in `timeZone`, by default UTC; a month is read as its first day.
 */
export function readDate(text: string, timeZone?: string): string | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const match = ISO.exec(text.trim().replaceAll('/', '-'));
  if (match === null) return readWrittenDate(text);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const time = Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number((match[7] ?? '').padEnd(3, '0')),
  );
  const isReal = new Date(time).getUTCDate() === day && new Date(time).getUTCMonth() + 1 === month;
  if (!isReal) return undefined;
  const isDay = match[4] === undefined;
  return formatSourceTime(isDay ? time : time - readZoneOffset(match[8], time, timeZone));
}

const ZONE_AT_END =
  /\d:\d\d\s*(?:[ap]\.?m\.?\s*)?(?:Z|(?![ap]m)[a-z]{2,4}|[+-]\d\d:?\d\d)\s*(?:\([^)]*\)\s*)?$/i;

/** Reads dates such as “Mar 2, 2014” and “Sun, 02 Mar 2014 10:00:00 +0200” (RFC 5322). */
function readWrittenDate(text: string): string | undefined {
  if (!/[a-z]{3}/i.test(text) || !/\d{4}|\d:\d\d/.test(text)) return undefined;
  const times = [ZONE_AT_END.test(text) ? Number.NaN : Date.parse(`${text} UTC`), Date.parse(text)];
  const time = times.find((one) => !Number.isNaN(one));
  return time === undefined ? undefined : formatSourceTime(time);
}

/** Formats a time in ISO 8601, without milliseconds if they are 0. */
export function formatSourceTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/**
 * Returns the offset of a written zone or, without one, of `timeZone` at that time, in
 * milliseconds.
 */
function readZoneOffset(
  zone: string | undefined,
  time: number,
  timeZone: string | undefined,
): number {
  if (zone !== undefined) return parseOffset(zone);
  try {
    return findZoneOffset(time, timeZone);
  } catch {
    // The source names a zone that doesn't exist.
    return 0;
  }
}
