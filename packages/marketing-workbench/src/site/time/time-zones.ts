/** Times in the time zone of a site. Browsers load none of this: the server sends local times. */

import { utcDay } from '../dates.ts';

/** The `timeZone` of `site.yaml`, such as `Europe/Berlin`; undefined for UTC. */
export type TimeZone = string | undefined;

/** Returns whether a text is the name of a zone; offsets such as `+01:00` are none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && findZoneOffset(0, name) !== undefined;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns how far local time is ahead of UTC at a time, in milliseconds. */
export function findZoneOffset(time: number, timeZone: TimeZone): number {
  if (timeZone === undefined) return 0;
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  if (known === undefined) formats.set(timeZone, format);
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return parseOffset(name);
}

/** Reads the offset of `GMT+05:30`, `+0530` or `-03`; 0 without one. In milliseconds. */
export function parseOffset(text: string): number {
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /([+-])(\d\d):?(\d\d)?(?::(\d\d))?$/.exec(text) ?? [];
  if (hours === undefined) return 0;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -offset : offset;
}

/**
 * Returns the time at which clocks of the zone show a local time, which is given as if it were UTC.
 * A local time that the change to summer time skips is read as that much later; one that occurs
 * twice is the first.
 */
export function findTimeOfLocal(local: number, timeZone: TimeZone): number {
  const before = findZoneOffset(local - DAY_MS, timeZone);
  const after = findZoneOffset(local + DAY_MS, timeZone);
  const candidates = [local - before, local - after].toSorted((one, other) => one - other);
  return (
    candidates.find((time) => time + findZoneOffset(time, timeZone) === local) ?? local - before
  );
}

const DAY_MS = 86_400_000;

/** Returns the time as a Date whose UTC fields, such as `getUTCDate`, are those of local time. */
export function shiftToLocal(time: number, timeZone: TimeZone): Date {
  return new Date(time + findZoneOffset(time, timeZone));
}

/** Returns the calendar day in the zone, in days since 1970. */
export function findLocalDay(time: number, timeZone: TimeZone): number {
  return utcDay(shiftToLocal(time, timeZone));
}

/** Returns the calendar day in the zone, such as `2026-11-27`. */
export function formatLocalDay(time: number, timeZone: TimeZone): string {
  return shiftToLocal(time, timeZone).toISOString().slice(0, 10);
}

/** Returns ISO 8601 with the offset of the zone, or in UTC without a zone. */
export function formatLocalTime(time: number, timeZone: TimeZone): string {
  if (timeZone === undefined) return new Date(time).toISOString();
  const local = shiftToLocal(time, timeZone).toISOString().slice(0, -1);
  return `${local}${formatOffset(findZoneOffset(time, timeZone))}`;
}

type ZonedText = { readonly publishedAt?: string; readonly updatedAt?: string };

/** Returns the text with the dates that pages show in the zone. */
export function showLocalDates<Text extends ZonedText>(text: Text, timeZone: TimeZone): Text {
  const { publishedAt, updatedAt } = text;
  const format = (date: string) => formatLocalTime(Date.parse(date), timeZone);
  return {
    ...text,
    ...(publishedAt !== undefined && { publishedAt: format(publishedAt) }),
    ...(updatedAt !== undefined && { updatedAt: format(updatedAt) }),
  };
}

/** Returns "2026-03-04 at 09:00 UTC", or with the name of the zone in the place of UTC. */
export function formatDayAndTime(time: number, timeZone: TimeZone): string {
  const [day, clock = ''] = shiftToLocal(time, timeZone).toISOString().split('T');
  return `${day} at ${clock.slice(0, 5)} ${timeZone ?? 'UTC'}`;
}

/** Returns the first midnight in the zone after a time, in milliseconds since 1970. */
export function findNextMidnight(time: number, timeZone: TimeZone): number {
  const day = findLocalDay(time, timeZone) + 1;
  return findTimeOfLocal(day * DAY_MS, timeZone);
}

const LOCAL_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

/**
 * Adds the offset of the zone to a date without one: a day becomes its midnight. Returns other texts
 * unchanged, also those that are no dates.
 */
export function completeLocalDate(text: string, timeZone: TimeZone): string {
  const [, day, clock = '00:00:00'] = LOCAL_DATE.exec(text) ?? [];
  const local = Date.parse(`${day}T${clock}Z`);
  if (timeZone === undefined || Number.isNaN(local)) return text;
  // JavaScript reads February 30 as March 2, which has to stay an error.
  if (new Date(local).toISOString().slice(0, 10) !== day) return text;
  return formatLocalTime(findTimeOfLocal(local, timeZone), timeZone).replace('.000', '');
}

function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`;
}
