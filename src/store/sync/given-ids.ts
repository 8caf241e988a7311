import type { Database } from '../database.ts';
import { readInteger } from '../rows.ts';
import type { Outline } from './source.ts';

/**
 * The id of each record, by its key: the one once given, or the next after `highest` and after all ever given to its kind.
 * New posts are numbered from the oldest on. All are on the disk before this returns, so that no index can hold an id
 * that the state forgets when the power fails.
 */
export function giveIds(
  state: Database,
  records: readonly Outline[],
  highest: number,
): ReadonlyMap<string, number> {
  const given = new Map(records.map((record) => [record, findId(state, record)]));
  const oldestFirst = records.filter((record) => given.get(record) === undefined).toSorted(compareAge);
  // Where all have theirs the state's write lock is left to the server beside, which writes views there.
  if (oldestFirst.length > 0) {
    state.exec('PRAGMA synchronous = FULL');
    try {
      state.transaction(() => {
        for (const record of oldestFirst) given.set(record, giveId(state, record, highest));
      });
    } finally {
      state.exec('PRAGMA synchronous = NORMAL');
    }
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
  const difference = readAge(a) - readAge(b);
  if (difference !== 0) return difference;
  return a.slug < b.slug ? -1 : 1;
}

function readAge(record: Outline): number {
  return record.kind === 'post' ? record.publishedAt : 0;
}
