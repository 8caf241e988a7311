import { dropViewBatch, takeViewBatch } from '../counts/views.ts';
import { readMessage } from '../database.ts';
import type { Store } from '../store.ts';
import {
  type ConnectionOptions,
  connect,
  keepConnected,
  type PostgresConnection,
} from './connection.ts';
import { holdsPosts } from './copy-state-to-database.ts';
import { followTotals } from './follow-totals.ts';
import type { FollowerOptions } from './follower-options.ts';
import { requireSchema } from './schema-version.ts';
import { type SearchMemory, sendDayCounts } from './send-day-counts.ts';

/**
 * Sends views to the primary in batches and shows the totals of all nodes, as long as the process
 * runs.
 */
export function followViews(
  options: FollowerOptions & { readonly searches: SearchMemory },
): Promise<never> {
  const { store, replicaLag, everyMs, searches } = options;
  const connecting = {
    ...options,
    recovered: 'Views are sent to the database again.',
    formatFailure: (error: unknown) =>
      `Views can’t be sent and wait on this machine’s disk: ${readMessage(error)}.`,
  };
  return keepConnected(connecting, async (connection, succeeded) => {
    await requireSchema(connection);
    const totals = followTotals(store, connection);
    for (;;) {
      if (await sendViews(store, connection)) {
        await totals.read();
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

/**
 * Returns false and sends nothing if the database has no content: the first publisher may carry
 * over its own views.
 */
async function sendViews(store: Store, connection: PostgresConnection): Promise<boolean> {
  if (!(await holdsPosts(connection))) return false;
  for (let batch = takeViewBatch(store); batch !== undefined; batch = takeViewBatch(store)) {
    const views = JSON.stringify(Object.fromEntries(batch.views));
    await connection.query('SELECT count_views($1, $2)', [batch.id, views]);
    dropViewBatch(store, batch);
  }
  return true;
}
