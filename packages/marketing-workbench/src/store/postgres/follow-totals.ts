import { showChangedTotals, showTotals, type Views, type ViewTotals } from '../counts/views.ts';
import { readRevision } from '../index/status.ts';
import type { Store } from '../store.ts';
import type { DatabaseRow, PostgresConnection } from './connection.ts';
import { readSettled } from './content-changes.ts';
import { readByCursor } from './read-by-cursor.ts';

/** Totals of posts that the index does not have yet: more than a site publishes at once. */
const UNKNOWN_TOTALS_MAX = 10_000;

type TotalsState = {
  /** All transactions before this one are shown; undefined before the first reading. */
  settled: string | undefined;
  /** Shown once the index has their posts; undefined if there were too many to remember. */
  unknown: Map<string, Views> | undefined;
  /** The revision of the index when the unknown ones were last tried. */
  revision: string;
};

/**
 * Shows the totals of all nodes: first all of them, then those that changed since the last reading.
 */
export function followTotals(store: Store, connection: PostgresConnection) {
  const state: TotalsState = { settled: undefined, unknown: new Map(), revision: '' };
  return {
    read: async (): Promise<void> => {
      const revision = store.index.isFilled() ? readRevision(store) : '';
      if (revision !== state.revision) {
        if (state.unknown === undefined) state.settled = undefined;
        else state.unknown = new Map(showChangedTotals(store, state.unknown));
        state.revision = revision;
      }
      await (state.settled === undefined
        ? readAllTotals(store, connection, state)
        : readChangedTotals(store, connection, state));
    },
  };
}

async function readAllTotals(
  store: Store,
  connection: PostgresConnection,
  state: TotalsState,
): Promise<void> {
  const { query } = connection;
  state.unknown = new Map();
  await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const settled = await readSettled(connection);
    let after = '';
    for await (const rows of readByCursor(
      connection,
      `${SELECT_TOTALS} ORDER BY slug COLLATE "C"`,
    )) {
      const to = String(rows.at(-1)?.slug);
      const totals = parseTotals(rows);
      rememberUnknown(state, totals, showTotals(store, totals, { after, to }));
      after = to;
    }
    showTotals(store, new Map(), { after });
    state.settled = settled;
  } finally {
    await query('ROLLBACK').catch(() => undefined);
  }
}

const SELECT_TOTALS = 'SELECT slug, count, heat FROM post_views';

/** Reads the totals of the last transactions again, as an earlier one may have ended since. */
async function readChangedTotals(
  store: Store,
  connection: PostgresConnection,
  state: TotalsState,
): Promise<void> {
  // Before the totals: they are at least as new.
  const settled = await readSettled(connection);
  const rows = await connection.query(`${SELECT_TOTALS} WHERE changed_by >= $1::text::xid8`, [
    state.settled,
  ]);
  const totals = parseTotals(rows);
  rememberUnknown(state, totals, showChangedTotals(store, totals));
  state.settled = settled;
}

/** Forgets former totals of these posts. */
function rememberUnknown(state: TotalsState, totals: ViewTotals, unknown: ViewTotals): void {
  for (const slug of totals.keys()) state.unknown?.delete(slug);
  for (const [slug, views] of unknown) state.unknown?.set(slug, views);
  if ((state.unknown?.size ?? 0) > UNKNOWN_TOTALS_MAX) state.unknown = undefined;
}

/** Skips rows with impossible numbers. */
function parseTotals(rows: readonly DatabaseRow[]): ViewTotals {
  return new Map(rows.flatMap(listTotals));
}

function listTotals(row: DatabaseRow): readonly (readonly [string, Views])[] {
  const [count, heat] = [Number(row.count), Number(row.heat)];
  return Number.isSafeInteger(count) && Number.isFinite(heat)
    ? [[String(row.slug), { count, heat }]]
    : [];
}
