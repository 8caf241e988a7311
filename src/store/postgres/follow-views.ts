import { readMessage } from '../database.ts';
import type { Store } from '../store.ts';
import { dropViewBatch, showTotals, takeViewBatch, type Views } from '../views.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  type DatabaseRow,
  type FollowerOptions,
  keepConnected,
} from './connection.ts';
import { holdsPosts } from './copy-state-to-database.ts';
import { createPacer } from './pacer.ts';
import { requireSchema } from './schema-version.ts';
import { type SearchMemory, sendDayCounts } from './send-day-counts.ts';

/** Sends views to the primary in batches and shows the totals of all nodes, as long as the process runs. */
export function followViews(options: FollowerOptions & { readonly searches: SearchMemory }): Promise<never> {
  const { store, replicaLag, everyMs, searches } = options;
  const connecting = {
    ...options,
    recovered: 'Views are sent to the database again.',
    formatFailure: (error: unknown) =>
      `Views can’t be sent and wait on this machine’s disk: ${readMessage(error)}.`,
  };
  return keepConnected(connecting, async (connection, succeeded) => {
    await requireSchema(connection);
    const pacer = createPacer();
    for (;;) {
      if (await sendViews(store, connection)) {
        if (pacer.restMs() === 0) await pacer.run(() => readTotals(store, connection));
        await sendDayCounts(store, connection, searches);
      }
      await replicaLag?.notePrimary(connection);
      succeeded();
      await connection.waitForNotification(everyMs);
    }
  });
}

export async function sendLastViews(
  store: Store,
  options: ConnectionOptions,
  searches: SearchMemory,
): Promise<void> {
  await using connection = await connect(options);
  await requireSchema(connection);
  if (await sendViews(store, connection)) await sendDayCounts(store, connection, searches);
}

/** Skips rows with impossible numbers. */
async function readTotals(store: Store, { query }: Connection): Promise<void> {
  const rows = await query('SELECT slug, count, heat FROM post_views');
  showTotals(store, new Map(rows.flatMap(listTotals)));
}

function listTotals(row: DatabaseRow): readonly (readonly [string, Views])[] {
  const [count, heat] = [Number(row.count), Number(row.heat)];
  return Number.isSafeInteger(count) && Number.isFinite(heat) ? [[String(row.slug), { count, heat }]] : [];
}

/** Views of a node whose clock is ahead count as views of today. */
const COOL_FUTURE_VIEWS = `
  UPDATE post_views SET heat = hottest FROM (
    SELECT slug AS viewed,
      ln(greatest(count, 1)::double precision) / ln(2) + floor(extract(epoch FROM now()) / 86400) / 30 AS hottest
    FROM post_views
  ) AS bounds WHERE slug = viewed AND heat > hottest + 1`;

/** Returns false and sends nothing if the database has no content: the first publisher may carry over its own views. */
async function sendViews(store: Store, connection: Connection): Promise<boolean> {
  if (!(await holdsPosts(connection))) return false;
  for (let batch = takeViewBatch(store); batch !== undefined; batch = takeViewBatch(store)) {
    const views = JSON.stringify(Object.fromEntries(batch.views));
    await connection.query('SELECT count_views($1, $2)', [batch.id, views]);
    await connection.query(COOL_FUTURE_VIEWS);
    dropViewBatch(store, batch);
  }
  return true;
}
