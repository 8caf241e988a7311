/** Days are calendar days in UTC, so that servers and browsers agree. */
const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 30;

const LONG_DATE = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

export function formatDate(isoDate: string): string {
  return LONG_DATE.format(new Date(isoDate));
}

/** Returns "November 27, 2026 at 12:00 UTC", from milliseconds since 1970. */
export function formatUtcTime(milliseconds: number): string {
  const time = new Date(milliseconds).toLocaleString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${time} UTC`;
}

/** Returns "2026-11-27T12:00:00Z". */
export function formatUtcSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/**
 * Returns "Today", "Yesterday", "3 days ago", "2 weeks ago", "5 months ago" (specification, section
 * 9).
 */
export function formatRelativeAge(isoDate: string, now: Date): string {
  const days = Math.max(0, utcDay(now) - utcDay(new Date(isoDate)));
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${days} days ago`;
  if (days < DAYS_PER_MONTH) return formatAgo(Math.floor(days / 7), 'week');
  return formatAgo(Math.floor(days / DAYS_PER_MONTH), 'month');
}

export function utcDay(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS);
}

function formatAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
