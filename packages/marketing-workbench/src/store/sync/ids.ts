import { readInteger, readText } from '../../search-engine/database.ts';
import { recordKey } from '../../site/records.ts';
import { readShownViews, showViews } from '../counts/views.ts';
import type { Database } from '../database.ts';
import { durableTransaction } from '../state/state.ts';
import { compareAge, parseKey, type SourceOutline } from './source.ts';

/** Ids by key. */
export type Ids = ReadonlyMap<string, number>;

export function readIds(state: Database): Ids {
  const rows = state.all('SELECT kind, slug, id FROM given_ids');
  return new Map(
    rows.map((row) => [
      `${readText(row, 'kind')}:${readText(row, 'slug')}`,
      readInteger(row, 'id'),
    ]),
  );
}

/**
 * Gives new ids above all that the kind ever had and those in the index, from the oldest post on.
 * Durable: a power failure must not lose an id that the index has. Returns all ids.
 */
export function assignIds(
  state: Database,
  records: readonly SourceOutline[],
  readHighest: (kind: SourceOutline['kind']) => number,
): Ids {
  const given = readIds(state);
  const oldestFirst = records
    .filter((record) => !given.has(recordKey(record)))
    .toSorted(compareAge);
  // Avoids the write lock, with which a server counts views.
  if (oldestFirst.length === 0) return given;
  const highest = { post: readHighest('post'), legacy: readHighest('legacy') };
  durableTransaction(state, () => {
    for (const { kind, slug } of oldestFirst) {
      state.run(
        `INSERT INTO given_ids (kind, slug, id)
         VALUES (:kind, :slug, 1 + max(:highest, (SELECT coalesce(max(id), 0) FROM given_ids WHERE kind = :kind)))
         ON CONFLICT (kind, slug) DO NOTHING`,
        { kind, slug, highest: highest[kind] },
      );
    }
  });
  return readIds(state);
}

/** Replaces ids by those of a source; views stay with their posts. */
export function importIds(state: Database, ids: Ids): Ids {
  const given = readIds(state);
  const changed = [...ids].filter(([key, id]) => given.get(key) !== id);
  if (changed.length === 0) return ids;
  const rows = changed.map(([key, id]) => {
    const { kind, name } = parseKey(key);
    return { kind, slug: name, id };
  });
  durableTransaction(state, () => {
    const shown = readShownViews(state);
    for (const row of rows)
      state.run('DELETE FROM given_ids WHERE kind = :kind AND (slug = :slug OR id = :id)', row);
    for (const row of rows)
      state.run('INSERT INTO given_ids (kind, slug, id) VALUES (:kind, :slug, :id)', row);
    state.run('DELETE FROM views');
    for (const [slug, views] of shown) showViews(state, slug, views);
  });
  return ids;
}
