import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentRecord, recordKey } from '../../site/records.ts';
import { readInteger, readText } from '../rows.ts';
import { openStore, type Store } from '../store.ts';
import { parseKey } from '../sync/manifest.ts';
import { type ShownViews, takeShownViews } from '../views.ts';
import type { Connection } from './connection.ts';

/** What a machine that served alone knows and an empty database does not. */
export type CarriedState = {
  /** Ids by key. */
  readonly ids: ReadonlyMap<string, number>;
  readonly addresses: readonly Readonly<Record<string, string | number | boolean>>[];
  readonly views?: ShownViews;
};

export const NOTHING_CARRIED: CarriedState = { ids: new Map(), addresses: [] };

/** Reads what the first publishing carries over: nothing if this machine has no state, or the database has posts already. */
export async function takeCarriedState(
  connection: Connection,
  { dataDir, isDryRun }: { readonly dataDir: string; readonly isDryRun: boolean },
): Promise<CarriedState> {
  if ((await holdsPosts(connection)) || !existsSync(join(dataDir, 'state.sqlite'))) return NOTHING_CARRIED;
  const store = openStore({ dataDir });
  try {
    const carried = { ids: readIds(store), addresses: readAddresses(store) };
    return isDryRun ? carried : { ...carried, views: takeShownViews(store) };
  } finally {
    store.close();
  }
}

/** Whether anything was published. Before that, the totals of views in the database mean nothing. */
export async function holdsPosts({ query }: Connection): Promise<boolean> {
  const [row] = await query('SELECT EXISTS (SELECT FROM posts) AS is_filled');
  return row?.is_filled === true;
}

function readIds({ state }: Store): CarriedState['ids'] {
  const rows = state.all('SELECT kind, slug, id FROM given_ids');
  return new Map(
    rows.map((row) => [`${readText(row, 'kind')}:${readText(row, 'slug')}`, readInteger(row, 'id')]),
  );
}

function readAddresses({ state }: Store): CarriedState['addresses'] {
  const rows = state.all('SELECT slug, category, subcategory, published_at, is_gone FROM post_addresses');
  return rows.map((row) => ({
    slug: readText(row, 'slug'),
    category: readText(row, 'category'),
    subcategory: readText(row, 'subcategory'),
    // Any time in the past will do, and PostgreSQL does not read years before the first.
    published_at: new Date(Math.max(0, readInteger(row, 'published_at'))).toISOString(),
    is_gone: readInteger(row, 'is_gone') === 1,
  }));
}

/** Writes it; to be called in the transaction that publishes. */
export async function carryState(connection: Connection, carried: CarriedState): Promise<void> {
  if (carried.addresses.length > 0) await carryAddresses(connection, carried);
  if (carried.views !== undefined) await carryViews(connection, carried.views);
}

async function carryAddresses({ query }: Connection, { addresses }: CarriedState): Promise<void> {
  await query(
    `INSERT INTO post_addresses (slug, category, subcategory, published_at, is_gone)
     SELECT slug, category, subcategory, published_at, is_gone
       FROM jsonb_populate_recordset(NULL::post_addresses, $1)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(addresses)],
  );
}

/** Counts the views, if none were counted yet. A node may still send some of their batches: their ids are known then. */
async function carryViews({ query }: Connection, { totals, batches }: ShownViews): Promise<void> {
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

/** The ids, with new ones for the records that have none: above the highest of their kind. */
export function numberRecords(
  { ids }: CarriedState,
  records: readonly ContentRecord[],
): ReadonlyMap<string, number> {
  if (ids.size === 0) return ids;
  const numbered = new Map(ids);
  for (const kind of ['post', 'legacy'] as const) {
    let highest = findHighest(ids, kind);
    for (const record of records) {
      const key = recordKey(record);
      if (record.kind !== kind || numbered.has(key)) continue;
      highest += 1;
      numbered.set(key, highest);
    }
  }
  return numbered;
}

/** The highest id of a kind; 0 where there is none. */
export function findHighest(ids: ReadonlyMap<string, number>, kind: string): number {
  let highest = 0;
  for (const [key, id] of ids) if (parseKey(key).kind === kind) highest = Math.max(highest, id);
  return highest;
}
