import type { PostgresConnection } from './connection.ts';

/**
 * A position says which transactions that changed content a reader has seen. A single number would
 * not be enough: a transaction may commit after another one that began later, so a reader that has
 * seen the later number may not have seen the earlier one.
 */
export type ContentPosition = {
  /** All transactions with a lower number than this have ended. */
  readonly settled: string;
  /**
   * This text has two numbers: how many transactions from `settled` on are visible, and which is
   * the last of them.
   */
  readonly recent: string;
};

/**
 * Selects the present position. `since` is like `recent`, but counts from the `settled` of an
 * earlier position ($1), so that it differs from the earlier `recent` if content changed meanwhile.
 * `is_readable` reads at most one row. It is there so that the query fails while another session
 * keeps one of the tables locked.
 */
const SELECT_POSITION = `
  SELECT settled::text, EXISTS (SELECT FROM content_manifest) AS is_readable,
      concat(count(transaction) FILTER (WHERE transaction >= settled), ' ',
        max(transaction::text::numeric) FILTER (WHERE transaction >= settled)) AS recent,
      concat(count(transaction), ' ', max(transaction::text::numeric)) AS since
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled) AS present
      LEFT JOIN content_changes ON transaction >= $1::text::xid8
    GROUP BY settled`;

/**
 * Call it in a transaction that repeats its reads. It returns the position of everything that the
 * transaction reads.
 */
export async function readContentPosition(
  connection: PostgresConnection,
): Promise<ContentPosition> {
  const [row] = await connection.query(SELECT_POSITION, [await readSettled(connection)]);
  return { settled: String(row?.settled), recent: String(row?.recent) };
}

/**
 * Returns undefined if the content changed since `known`, otherwise the present position. It costs
 * the same for any number of articles.
 */
export async function advancePosition(
  { query }: PostgresConnection,
  known: ContentPosition,
): Promise<ContentPosition | undefined> {
  const [row] = await query(SELECT_POSITION, [known.settled]);
  if (row?.since !== known.recent) return undefined;
  return { settled: String(row?.settled), recent: String(row?.recent) };
}

/** Returns the number of the first transaction that may not have ended yet. */
export async function readSettled({ query }: PostgresConnection): Promise<string> {
  const [row] = await query('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS settled');
  return String(row?.settled);
}

/**
 * A node whose process was suspended finds the changes that it missed, if that was for at most a
 * day.
 */
const CHANGES_KEPT_FOR = '1 day';

/**
 * Removes old changes. In a database that was restored on another server it also removes those of
 * transactions with higher numbers than the present one, which has not given these numbers yet.
 */
export async function tidyChanges({ query }: PostgresConnection): Promise<void> {
  await query(
    `DELETE FROM content_changes
      WHERE changed_at < now() - $1::interval AND transaction < pg_snapshot_xmin(pg_current_snapshot())
        OR transaction > pg_current_xact_id()`,
    [CHANGES_KEPT_FOR],
  );
  await query('UPDATE post_views SET count = count WHERE changed_by > pg_current_xact_id()');
}
