import type { Connection } from './connection.ts';

/**
 * Which transactions that changed content a reader has seen. A counter would not do: a transaction may commit after one that began
 * later, so what a reader of a higher number has seen may lack it.
 */
export type ContentPosition = {
  /** All transactions before this one have ended. */
  readonly settled: string;
  /** Number and last of the visible ones from `settled` on. */
  readonly recent: string;
};

/**
 * `since`: number and last of the visible ones from an earlier `settled` on. `is_readable` reads no more than one row, but fails as
 * long as another session keeps one of the tables locked.
 */
const SELECT_POSITION = `
  SELECT settled::text, EXISTS (SELECT FROM content_manifest) AS is_readable,
      concat(count(transaction) FILTER (WHERE transaction >= settled), ' ',
        max(transaction::text::numeric) FILTER (WHERE transaction >= settled)) AS recent,
      concat(count(transaction), ' ', max(transaction::text::numeric)) AS since
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled) AS present
      LEFT JOIN content_changes ON transaction >= $1::text::xid8
    GROUP BY settled`;

/** Call it in a transaction that repeats its reads: the position of all that it reads. */
export async function readContentPosition(connection: Connection): Promise<ContentPosition> {
  const [row] = await connection.query(SELECT_POSITION, [await readSettled(connection)]);
  return { settled: String(row?.settled), recent: String(row?.recent) };
}

/** Undefined if the content changed since then, otherwise the present position. Costs the same for any number of articles. */
export async function advancePosition(
  { query }: Connection,
  known: ContentPosition,
): Promise<ContentPosition | undefined> {
  const [row] = await query(SELECT_POSITION, [known.settled]);
  if (row?.since !== known.recent) return undefined;
  return { settled: String(row?.settled), recent: String(row?.recent) };
}

/** The first transaction that may not have ended yet. */
export async function readSettled({ query }: Connection): Promise<string> {
  const [row] = await query('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS settled');
  return String(row?.settled);
}

/** For a day, nodes whose process stands still find the changes that they missed. */
const CHANGES_KEPT_FOR = '1 day';

/** Removes old changes. In a database that was restored elsewhere, also those of transactions that are yet to come. */
export async function tidyChanges({ query }: Connection): Promise<void> {
  await query(
    `DELETE FROM content_changes
      WHERE changed_at < now() - $1::interval AND transaction < pg_snapshot_xmin(pg_current_snapshot())
        OR transaction > pg_current_xact_id()`,
    [CHANGES_KEPT_FOR],
  );
  await query('UPDATE post_views SET count = count WHERE changed_by > pg_current_xact_id()');
}
