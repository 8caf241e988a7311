import type { Manifest } from '../sync/source.ts';
import type { StoredContent } from '../sync/stored-content.ts';
import { checkRow } from './check-row.ts';
import type { PostgresConnection } from './connection.ts';
import { readRows } from './fetch-content.ts';
import { readRowFields } from './record-tables.ts';

const REDIRECTS_KEY = 'redirects:redirects';

/**
 * Reads the texts with these keys from the database, as far as it has them. Call it in a
 * transaction. `manifest` has the hashes of the folder's rows.
 */
export async function readSharedContent(
  connection: PostgresConnection,
  manifest: Manifest,
  keys: readonly string[],
): Promise<StoredContent> {
  const texts: StoredContent['texts'][number][] = [];
  const known = keys.filter((key) => manifest.has(key));
  for await (const { key, kind, row } of readRows(connection, known))
    texts.push({ key, kind, fields: readRowFields(kind, row) });
  return { manifest, texts, redirects: await readSharedRedirects(connection) };
}

async function readSharedRedirects(
  connection: PostgresConnection,
): Promise<StoredContent['redirects']> {
  for await (const { key, kind, row } of readRows(connection, [REDIRECTS_KEY])) {
    const check = checkRow(key, kind, readRowFields(kind, row), acceptNoHtml);
    if (check.kind === 'good' && check.record.kind === 'redirects') return check.record.redirects;
  }
  return [];
}

function acceptNoHtml() {
  return { kind: 'refused', reason: 'is not expected here' } as const;
}
