import { RECORD_FIELDS } from '../site/records.ts';
import { formatLocalTime } from '../site/time/time-zones.ts';

const TIME_FIELDS: ReadonlySet<string> = new Set(
  Object.values(RECORD_FIELDS).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, { type }]) => (type === 'time' ? name : [])),
  ),
);

/**
 * Writes all times in the body of an answer with the offset of the zone, so that they begin with the
 * local day, which browsers show.
 */
export function convertTimes(value: unknown, timeZone: string): unknown {
  if (Array.isArray(value)) return value.map((item) => convertTimes(item, timeZone));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    TIME_FIELDS.has(name) && typeof one === 'string'
      ? formatLocalTime(Date.parse(one), timeZone)
      : convertTimes(one, timeZone),
  ]);
  return Object.fromEntries(entries);
}
