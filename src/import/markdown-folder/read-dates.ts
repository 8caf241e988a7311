import { formatValue } from './read-values.ts';

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?\s*$/i;

/** Longer texts are no dates. */
const LENGTH_MAX = 100;

/** In ISO 8601 with a zone; undefined for what is no date. A time without a zone is one of the site's. */
export function readDate(value: unknown, timeZone: string | undefined): string | undefined {
  const text = formatValue(value);
  if (text.length > LENGTH_MAX) return undefined;
  const match = ISO.exec(text.replaceAll('/', '-'));
  if (match === null) return readWords(text);
  const [year = 0, month = 1, day = 1, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const isReal = new Date(time).getUTCDate() === day && new Date(time).getUTCMonth() + 1 === month;
  if (!isReal) return undefined;
  const isDay = match[4] === undefined;
  return formatTime(isDay ? time : time - findOffset(match[7], time, timeZone));
}

/** As in “Mar 2, 2014”. */
function readWords(text: string): string | undefined {
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return undefined;
  const times = [Date.parse(`${text} UTC`), Date.parse(text)];
  const time = times.find((one) => !Number.isNaN(one));
  return time === undefined ? undefined : formatTime(time);
}

function formatTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

const MINUTE_MS = 60_000;

/** In milliseconds. */
function findOffset(zone: string | undefined, time: number, timeZone: string | undefined): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return zone !== undefined || timeZone === undefined ? 0 : findZoneOffset(time, timeZone);
}

function findZoneOffset(time: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
      time,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return findOffset(name.replace('GMT', '') || 'Z', time, undefined);
  } catch {
    return 0;
  }
}
