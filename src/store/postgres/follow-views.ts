import type { Store } from '../store.ts';
import { dropViewBatch, showTotals, takeViewBatch, type Views } from '../views.ts';
import { createBackoff } from './backoff.ts';
import { holdsPosts } from './carry-state.ts';
import { type Connection, connect, type DatabaseRow } from './connection.ts';
import { readMessage } from './describe-failure.ts';
import type { PrimaryWatch } from './primary-watch.ts';
import { requireSchema } from './schema-version.ts';

export type ViewOptions = {
  readonly store: Store;
  /** Of the primary: views are written. */
  readonly url: string;
  /** Is told how far it has come, where content is read from a replica of it. */
  readonly primary?: PrimaryWatch | undefined;
  readonly log: (message: string) => void;
  readonly sendEveryMs: number;
  readonly answerWithinMs: number;
};

/** Moves views to PostgreSQL in batches and shows the totals of all nodes, as long as the process runs. */
export async function followViews(options: ViewOptions): Promise<never> {
  const backoff = createBackoff();
  let last = '';
  for (;;) {
    try {
      const connection = await connect(options.url, options);
      try {
        await requireSchema(connection);
        for (;;) {
          await exchangeViews(options.store, connection);
          await options.primary?.note(connection);
          if (last !== '') options.log('Views are moved to the database again.');
          last = '';
          backoff.reset();
          await connection.waitForNotification(options.sendEveryMs);
        }
      } finally {
        await connection.close();
      }
    } catch (error) {
      const message = `Views wait on this machine’s disk: ${readMessage(error)}.`;
      if (message !== last) options.log(message);
      last = message;
    }
    await new Promise((resolve) => setTimeout(resolve, backoff.next()));
  }
}

/** One last time, of a node that stops. */
export async function sendLastViews({
  store,
  url,
  answerWithinMs,
}: Pick<ViewOptions, 'store' | 'url' | 'answerWithinMs'>): Promise<void> {
  const connection = await connect(url, { answerWithinMs });
  try {
    await requireSchema(connection);
    await sendViews(store, connection);
  } finally {
    await connection.close();
  }
}

async function exchangeViews(store: Store, connection: Connection): Promise<void> {
  if (!(await sendViews(store, connection))) return;
  const rows = await connection.query('SELECT slug, count, heat FROM post_views');
  showTotals(store, new Map(rows.flatMap(listTotals)));
}

/** None of a row that is no good, so that the others are shown. */
function listTotals(row: DatabaseRow): readonly (readonly [string, Views])[] {
  const [count, heat] = [Number(row.count), Number(row.heat)];
  return Number.isSafeInteger(count) && Number.isFinite(heat) ? [[String(row.slug), { count, heat }]] : [];
}

/** Views of a node whose clock is ahead become views of today, as on a machine of its own. */
const COOL_FUTURE_VIEWS = `
  UPDATE post_views SET heat = hottest FROM (
    SELECT slug AS viewed,
      ln(greatest(count, 1)::double precision) / ln(2) + floor(extract(epoch FROM now()) / 86400) / 30 AS hottest
    FROM post_views
  ) AS bounds WHERE slug = viewed AND heat > hottest + 1`;

/**
 * Moves all views that wait. A batch whose answer was lost is sent again, and known by its id. Moves none to a database
 * without content, and answers false: who publishes there first may bring more views along.
 */
async function sendViews(store: Store, connection: Connection): Promise<boolean> {
  if (!(await holdsPosts(connection))) return false;
  for (let batch = takeViewBatch(store); batch !== undefined; batch = takeViewBatch(store)) {
    await connection.query('SELECT count_views($1, $2)', [
      batch.id,
      JSON.stringify(Object.fromEntries(batch.views)),
    ]);
    await connection.query(COOL_FUTURE_VIEWS, []);
    dropViewBatch(store, batch);
  }
  return true;
}
