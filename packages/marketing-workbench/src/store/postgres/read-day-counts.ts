import type { DayCount, ReaderCounts } from '../counts/day-counts.ts';
import type { DatabaseRow, PostgresConnection } from './connection.ts';

/** Returns what all nodes have sent. */
export async function readSharedCounts(
  { query }: PostgresConnection,
  from: number,
): Promise<ReaderCounts> {
  await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const [first] = await query('SELECT min(day) AS day FROM day_counts');
  const counts = await query(
    'SELECT day, kind, name, host, count FROM day_counts WHERE day >= $1',
    [from],
  );
  const searched = await query('SELECT hash, words, results FROM searched_words');
  const totals = await query('SELECT slug, count FROM post_views');
  await query('COMMIT');
  return {
    firstDay: typeof first?.day === 'number' ? first.day : undefined,
    counts: counts.map(parseDayCount),
    searched: new Map(
      searched.map(({ hash, words, results }) => [
        String(hash),
        { words: String(words), results: Number(results) },
      ]),
    ),
    totals: new Map(totals.map(({ slug, count }) => [String(slug), Number(count)])),
  };
}

function parseDayCount({ day, kind, name, host, count }: DatabaseRow): DayCount {
  return {
    kind: String(kind),
    name: String(name),
    host: String(host),
    day: Number(day),
    count: Number(count),
  };
}
