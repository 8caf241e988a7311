import type { Store } from '../store.ts';
import { importIds } from '../sync/ids.ts';
import { type ConnectionOptions, connect } from './connection.ts';
import { readByCursor } from './read-by-cursor.ts';
import { requireSchema } from './schema-version.ts';

/** After this, a new node serves its folder with ids of its own. */
const CONNECT_WITHIN_MS = 3_000;

/**
 * Imports the ids that PostgreSQL has assigned, for a node that serves its folder until it has
 * PostgreSQL's content.
 */
export async function importSharedIds({ state }: Store, options: ConnectionOptions): Promise<void> {
  await using connection = await connect({ ...options, connectWithinMs: CONNECT_WITHIN_MS });
  await requireSchema(connection);
  await connection.query('BEGIN READ ONLY');
  const ids = new Map<string, number>();
  for await (const rows of readByCursor(connection, SELECT_IDS))
    for (const { key, id } of rows) ids.set(String(key), Number(id));
  importIds(state, ids);
}

const SELECT_IDS =
  "SELECT 'post:' || slug AS key, id FROM posts UNION ALL SELECT 'legacy:' || slug, id FROM legacy_posts";
