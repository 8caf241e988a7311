/**
 * Days are calendar days in UTC or, if a date has an offset, in the time zone of the site, which the
 * server has written it in: so servers and browsers agree, and browsers need no time zone.
 */
const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 30;

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns the day that is written in an ISO date, such as "November 27, 2026". */
export function formatDate(isoDate: string): string {
  return LONG_DATE.format(readDay(isoDate));
}

/** Returns "November 27, 2026 at 12:00 UTC", from milliseconds since 1970. */
export function formatUtcTime(milliseconds: number): string {
  return formatZonedTime(milliseconds, 'UTC');
}

/** Returns "November 27, 2026 at 13:00 Europe/Berlin", from milliseconds since 1970. */
export function formatZonedTime(milliseconds: number, timeZone: string): string {
  const time = new Date(milliseconds).toLocaleString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return `${time} ${timeZone}`;
}

/** Returns "2026-11-27T12:00:00Z". */
export function formatUtcSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/**
 * Returns "Today", "Yesterday", "3 days ago", "2 weeks ago", "5 months ago" (specification, section
 * 9). The UTC fields of `now` are those of local time in the zone of the site.
 */
export function formatRelativeAge(isoDate: string, now: Date): string {
  const days = Math.floor((now.getTime() - readDay(isoDate)) / DAY_MS);
  if (days < 1) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${days} days ago`;
  if (days < DAYS_PER_MONTH) return formatAgo(Math.floor(days / 7), 'week');
  return formatAgo(Math.floor(days / DAYS_PER_MONTH), 'month');
}

/** Returns the midnight that begins the written day, as if it were UTC. */
function readDay(isoDate: string): number {
  return Date.parse(isoDate.slice(0, 10));
}

export function utcDay(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS);
}

function formatAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
