import { expect, test } from 'vitest';
import { readDate } from './read-dates.ts';

test.each([
  // ISO 8601, as in front matter, Atom and exports
  ['2014-03-02', '2014-03-02T00:00:00Z'],
  ['2014-3-2', '2014-03-02T00:00:00Z'],
  ['2014/03/02', '2014-03-02T00:00:00Z'],
  ['2014-03', '2014-03-01T00:00:00Z'],
  [' 2014-03-02 ', '2014-03-02T00:00:00Z'],
  ['2014-03-02T10:00:00Z', '2014-03-02T10:00:00Z'],
  ['2014-03-02T10:00:00+02:00', '2014-03-02T08:00:00Z'],
  ['2014-03-02 10:00:00 -0500', '2014-03-02T15:00:00Z'],
  ['2014-03-02T10:00:00.001+01:00', '2014-03-02T09:00:00.001Z'],
  ['2014-03-02T10:00:00.5Z', '2014-03-02T10:00:00.500Z'],
  ['2014-03-02 10:00:00', '2014-03-02T10:00:00Z'],
  // RSS
  ['Sun, 02 Mar 2014 10:00:00 +0200', '2014-03-02T08:00:00Z'],
  ['Sun, 02 Mar 2014 10:00:00 GMT', '2014-03-02T10:00:00Z'],
  ['Sun, 02 Mar 2014 10:00:00 EST', '2014-03-02T15:00:00Z'],
  ['Sun, 02 Mar 14 10:00 +0000', '2014-03-02T10:00:00Z'],
  // Words
  ['Mar 2, 2014', '2014-03-02T00:00:00Z'],
  ['2 March 2014 10:00', '2014-03-02T10:00:00Z'],
  ['March 2, 2014 10:00 AM', '2014-03-02T10:00:00Z'],
  ['March 2, 2014 10:00 PM EST', '2014-03-03T03:00:00Z'],
])('%s is %s', (written, expected) => {
  expect(readDate(written)).toBe(expected);
});

test.each([
  '',
  '0000-00-00 00:00:00',
  '2014-02-31',
  '2014',
  'soon',
  'Chapter 2014-x',
  '2'.repeat(101),
])('“%s” is no date', (written) => {
  expect(readDate(written)).toBeUndefined();
});

test('a time without a zone is one of the given time zone, which changes with the season', () => {
  expect(readDate('2014-03-02 10:00', 'Europe/Berlin')).toBe('2014-03-02T09:00:00Z');
  expect(readDate('2014-07-02 10:00', 'Europe/Berlin')).toBe('2014-07-02T08:00:00Z');
  expect(readDate('2014-03-02 10:00Z', 'Europe/Berlin')).toBe('2014-03-02T10:00:00Z');
});
