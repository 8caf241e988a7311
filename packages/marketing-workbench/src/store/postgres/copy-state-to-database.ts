import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readInteger, readText } from '../../search-engine/database.ts';
import { type ShownViews, takeShownViews } from '../counts/views.ts';
import { openStore, type Store } from '../store.ts';
import { type Ids, readIds } from '../sync/ids.ts';
import type { PostgresConnection } from './connection.ts';

/** The state of a machine without PostgreSQL, carried over to an empty database. */
export type LocalState = {
  readonly ids: Ids;
  readonly addresses: readonly Readonly<Record<string, string | number | boolean>>[];
  readonly views?: ShownViews;
};

export const NOTHING_CARRIED: LocalState = { ids: new Map(), addresses: [] };

/** Carries nothing if this machine has no state or the database has posts. */
export async function takeCarriedState(
  connection: PostgresConnection,
  { dataDir, isDryRun }: { readonly dataDir: string; readonly isDryRun: boolean },
): Promise<LocalState> {
  if ((await holdsPosts(connection)) || !existsSync(join(dataDir, 'state.sqlite')))
    return NOTHING_CARRIED;
  using store = openStore({ dataDir });
  const carried = { ids: readIds(store.state), addresses: readLocalAddresses(store) };
  return isDryRun ? carried : { ...carried, views: takeShownViews(store) };
}

/** Before the first publishing the totals of views in the database mean nothing. */
export async function holdsPosts({ query }: PostgresConnection): Promise<boolean> {
  const [row] = await query('SELECT EXISTS (SELECT FROM posts) AS is_filled');
  return row?.is_filled === true;
}

function readLocalAddresses({ state }: Store): LocalState['addresses'] {
  const rows = state.all(
    'SELECT slug, category, subcategory, published_at, is_gone FROM post_addresses',
  );
  return rows.map((row) => ({
    slug: readText(row, 'slug'),
    category: readText(row, 'category'),
    subcategory: readText(row, 'subcategory'),
    // Any past time will do; PostgreSQL doesn't parse negative years.
    published_at: new Date(Math.max(0, readInteger(row, 'published_at'))).toISOString(),
    is_gone: readInteger(row, 'is_gone') === 1,
  }));
}

/** Copies this machine's state to an empty database. Call it in the transaction that publishes. */
export async function copyStateToDatabase(
  connection: PostgresConnection,
  { addresses, views }: LocalState,
): Promise<void> {
  await connection.query(
    `INSERT INTO post_addresses (slug, category, subcategory, published_at, is_gone)
     SELECT slug, category, subcategory, published_at, is_gone
       FROM jsonb_populate_recordset(NULL::post_addresses, $1)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(addresses)],
  );
  if (views !== undefined) await carryViews(connection, views);
}

/**
 * Copies the views only if none were counted yet. Stores the batch ids, since a node may still send
 * the batches.
 */
async function carryViews(
  { query }: PostgresConnection,
  { totals, batches }: ShownViews,
): Promise<void> {
  await query(
    `WITH counted AS (
      INSERT INTO view_batches (id)
        SELECT unnest($1::uuid[]) WHERE NOT EXISTS (SELECT FROM post_views) ON CONFLICT DO NOTHING
    )
    INSERT INTO post_views (slug, count, heat)
      SELECT key, (value->>'count')::bigint, (value->>'heat')::double precision
        FROM jsonb_each($2) WHERE NOT EXISTS (SELECT FROM post_views)`,
    [batches, JSON.stringify(Object.fromEntries(totals))],
  );
}
