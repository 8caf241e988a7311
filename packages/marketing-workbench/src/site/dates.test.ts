import { describe, expect, it } from 'vitest';
import { formatDate, formatRelativeAge } from './dates.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe('formatDate', () => {
  it.each([
    ['2026-11-20', 'November 20, 2026'],
    ['2026-11-20T00:00:00.000Z', 'November 20, 2026'],
    ['2026-11-20T23:59:59.999Z', 'November 20, 2026'],
    ['2026-01-01T00:30:00.000+02:00', 'January 1, 2026'],
    ['2025-12-31T23:30:00.000-05:00', 'December 31, 2025'],
    ['2024-02-29', 'February 29, 2024'],
  ])('shows %s as %s, whatever the zone of the machine', (isoDate, shown) => {
    expect(formatDate(isoDate)).toBe(shown);
  });
});

describe('formatRelativeAge', () => {
  it.each([
    [0, 'Today'],
    [1, 'Yesterday'],
    [2, '2 days ago'],
    [6, '6 days ago'],
    [7, '1 week ago'],
    [13, '1 week ago'],
    [14, '2 weeks ago'],
    [28, '4 weeks ago'],
    [29, '4 weeks ago'],
    [30, '1 month ago'],
    [59, '1 month ago'],
    [60, '2 months ago'],
    [150, '5 months ago'],
    [365, '12 months ago'],
  ])('describes a post that is %d days old as %s', (days, age) => {
    const publishedAt = new Date('2026-11-20T00:00:00Z');
    publishedAt.setUTCDate(publishedAt.getUTCDate() - days);
    expect(formatRelativeAge(publishedAt.toISOString(), NOW)).toBe(age);
  });

  it.each([
    ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z', 'Today'],
    ['2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z', 'Yesterday'],
    ['2026-11-18T23:59:59.999Z', '2026-11-20T00:00:00.000Z', '2 days ago'],
    ['2026-11-20T01:00:00.000+02:00', '2026-11-20T00:00:00.000Z', 'Today'],
    ['2026-11-19T22:00:00.000-05:00', '2026-11-20T00:00:00.000Z', 'Yesterday'],
  ])('counts the calendar days that are written: %s seen at %s is %s', (publishedAt, now, age) => {
    expect(formatRelativeAge(publishedAt, new Date(now))).toBe(age);
  });

  it('returns "Today" for a future date', () => {
    expect(formatRelativeAge('2026-11-22', NOW)).toBe('Today');
  });
});
