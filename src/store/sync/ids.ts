import type { Database } from '../database.ts';
import { readInteger, readText } from '../rows.ts';
import { durableTransaction } from '../state.ts';
import { readViews, showViews } from '../views.ts';
import type { Outline } from './source.ts';
import { parseKey } from './source.ts';

/**
 * Ids by key. New ones are above `highest` and above all that the kind ever had, from the oldest post on. Durable: a power
 * failure must not lose an id that the index has.
 */
export function giveIds(
  state: Database,
  records: readonly Outline[],
  highest: number,
): ReadonlyMap<string, number> {
  const given = new Map(records.map((record) => [record, findId(state, record)]));
  const oldestFirst = records.filter((record) => given.get(record) === undefined).toSorted(compareAge);
  // Avoids the write lock, with which a server counts views.
  if (oldestFirst.length > 0) {
    durableTransaction(state, () => {
      for (const record of oldestFirst) given.set(record, giveId(state, record, highest));
    });
  }
  return new Map(Array.from(given, ([{ kind, slug }, id = 0]) => [`${kind}:${slug}`, id]));
}

function giveId(state: Database, { kind, slug }: Outline, highest: number): number | undefined {
  state.run(
    `INSERT INTO given_ids (kind, slug, id)
     VALUES (:kind, :slug, 1 + max(:highest, (SELECT coalesce(max(id), 0) FROM given_ids WHERE kind = :kind)))
     ON CONFLICT (kind, slug) DO NOTHING`,
    { kind, slug, highest },
  );
  return findId(state, { kind, slug });
}

function findId(state: Database, { kind, slug }: Pick<Outline, 'kind' | 'slug'>): number | undefined {
  const row = state.get('SELECT id FROM given_ids WHERE kind = :kind AND slug = :slug', { kind, slug });
  return row && readInteger(row, 'id');
}

function compareAge(a: Outline, b: Outline): number {
  const readAge = (record: Outline) => (record.kind === 'post' ? record.publishedAt : 0);
  return readAge(a) - readAge(b) || (a.slug < b.slug ? -1 : 1);
}

/** Replaces ids by those of a source; views stay with their posts. */
export function adoptIds(state: Database, ids: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  durableTransaction(state, () => replaceIds(state, ids));
  return ids;
}

function replaceIds(state: Database, ids: ReadonlyMap<string, number>): void {
  const given = new Map(
    state
      .all('SELECT kind, slug, id FROM given_ids')
      .map((row) => [`${readText(row, 'kind')}:${readText(row, 'slug')}`, readInteger(row, 'id')]),
  );
  const changed = [...ids].filter(([key, id]) => given.get(key) !== id);
  if (changed.length === 0) return;
  const views = state.all(
    "SELECT slug, count, heat FROM views JOIN given_ids ON kind = 'post' AND id = post_id ORDER BY slug",
  );
  const rows = changed.map(([key, id]) => {
    const { kind, name } = parseKey(key);
    return { kind, slug: name, id };
  });
  for (const row of rows) {
    state.run('DELETE FROM given_ids WHERE kind = :kind AND (slug = :slug OR id = :id)', row);
  }
  for (const row of rows) {
    state.run('INSERT INTO given_ids (kind, slug, id) VALUES (:kind, :slug, :id)', row);
  }
  state.run('DELETE FROM views');
  for (const row of views) showViews(state, readText(row, 'slug'), readViews(row));
}
