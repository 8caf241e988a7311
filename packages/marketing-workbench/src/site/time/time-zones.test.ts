import { expect, test } from 'vitest';
import {
  completeLocalDate,
  findNextMidnight,
  formatDayAndTime,
  formatLocalDay,
  formatLocalTime,
  isTimeZone,
  parseOffset,
} from './time-zones.ts';

const BERLIN = 'Europe/Berlin';
const HOUR_MS = 3_600_000;

test.each([
  ['2026-03-04', BERLIN, '2026-03-04T00:00:00+01:00'],
  ['2026-07-04', BERLIN, '2026-07-04T00:00:00+02:00'],
  ['2026-03-04 09:30', BERLIN, '2026-03-04T09:30:00+01:00'],
  ['2026-03-04T09:30:15', BERLIN, '2026-03-04T09:30:15+01:00'],
  ['2026-03-04', 'America/St_Johns', '2026-03-04T00:00:00-03:30'],
  ['2026-03-04', 'Pacific/Kiritimati', '2026-03-04T00:00:00+14:00'],
  // On this night clocks went from 02:00 to 03:00: the skipped time is that much later.
  ['2026-03-29 02:30', BERLIN, '2026-03-29T03:30:00+02:00'],
  // On this night clocks went from 03:00 to 02:00: the first of the two.
  ['2026-10-25 02:30', BERLIN, '2026-10-25T02:30:00+02:00'],
  // In Beirut clocks go forward at midnight, so that the day begins at 01:00.
  ['2026-03-29', 'Asia/Beirut', '2026-03-29T01:00:00+03:00'],
  ['2026-03-04T09:00Z', BERLIN, '2026-03-04T09:00Z'],
  ['2026-03-04T09:00+05:00', BERLIN, '2026-03-04T09:00+05:00'],
  ['2026-02-30', BERLIN, '2026-02-30'],
  ['2026-13-01', BERLIN, '2026-13-01'],
  ['soon', BERLIN, 'soon'],
  ['2026-03-04', undefined, '2026-03-04'],
])('completes %s in %s to %s', (date, timeZone, expected) => {
  expect(completeLocalDate(date, timeZone)).toBe(expected);
});

test('writes times with the offset of the zone at that time, and in UTC without a zone', () => {
  const time = Date.UTC(2026, 0, 1, 23, 30);
  expect(formatLocalTime(time, BERLIN)).toBe('2026-01-02T00:30:00.000+01:00');
  expect(Date.parse(formatLocalTime(time, 'Asia/Kathmandu'))).toBe(time);
  expect(formatLocalTime(time, undefined)).toBe('2026-01-01T23:30:00.000Z');
  expect(formatLocalDay(time, BERLIN)).toBe('2026-01-02');
  expect(formatDayAndTime(time, BERLIN)).toBe('2026-01-02 at 00:30 Europe/Berlin');
  expect(formatDayAndTime(time, undefined)).toBe('2026-01-01 at 23:30 UTC');
});

test('the next midnight is after 23 or 25 hours when clocks change, and always later', () => {
  const [spring, autumn] = [Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 9, 24, 22)];
  expect(findNextMidnight(spring, BERLIN) - spring).toBe(23 * HOUR_MS);
  expect(findNextMidnight(autumn, BERLIN) - autumn).toBe(25 * HOUR_MS);
  expect(findNextMidnight(Date.UTC(2026, 0, 1), undefined)).toBe(Date.UTC(2026, 0, 2));
});

test('reads offsets as programs write them', () => {
  expect(['GMT+05:30', '-0330', '+02', 'Z', 'GMT'].map(parseOffset)).toEqual([
    5.5 * HOUR_MS,
    -3.5 * HOUR_MS,
    2 * HOUR_MS,
    0,
    0,
  ]);
});

test('knows the names of zones, and takes no offsets for names', () => {
  expect([BERLIN, 'UTC', 'America/Argentina/Ushuaia'].every(isTimeZone)).toBe(true);
  expect(['', '+01:00', 'Europe/Berln', 'Home'].some(isTimeZone)).toBe(false);
});
