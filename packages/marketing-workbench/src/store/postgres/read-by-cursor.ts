import type { DatabaseRow, PostgresConnection } from './connection.ts';

/** A compromise between memory and round trips. */
const ROWS_PER_FETCH = 5_000;

/**
 * Yields the rows of a query, some at a time, so that they are never all in memory. Call it in a
 * transaction, one after the other.
 */
export async function* readByCursor(
  { query }: PostgresConnection,
  select: string,
): AsyncGenerator<readonly DatabaseRow[]> {
  await query(`DECLARE pages NO SCROLL CURSOR FOR ${select}`);
  for (;;) {
    const rows = await query(`FETCH ${ROWS_PER_FETCH} FROM pages`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await query('CLOSE pages');
}
