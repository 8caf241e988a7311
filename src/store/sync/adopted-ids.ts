import type { Database, Row } from '../database.ts';
import { readInteger, readText } from '../rows.ts';
import { parseKey } from './manifest.ts';

/**
 * Takes over the ids that a source gives, by key, in place of those given here; views stay with their posts. All are on
 * the disk before this returns.
 */
export function adoptIds(state: Database, ids: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  state.exec('PRAGMA synchronous = FULL');
  try {
    state.transaction(() => replaceIds(state, ids));
  } finally {
    state.exec('PRAGMA synchronous = NORMAL');
  }
  return ids;
}

function replaceIds(state: Database, ids: ReadonlyMap<string, number>): void {
  const given = new Map(
    state.all('SELECT kind, slug, id FROM given_ids').map((row) => [formatKey(row), readInteger(row, 'id')]),
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
  replaceViews(state, views);
}

/** Every post's views under the id that it has now. */
function replaceViews(state: Database, views: readonly Row[]): void {
  state.run('DELETE FROM views');
  for (const row of views) {
    const slug = readText(row, 'slug');
    state.run(
      `INSERT INTO views (post_id, count) SELECT id, :count FROM given_ids WHERE kind = 'post' AND slug = :slug`,
      { slug, count: readInteger(row, 'count') },
    );
    // Taken over as it is: to the triggers these would be views of today.
    state.run(
      `UPDATE views SET heat = :heat WHERE post_id = (SELECT id FROM given_ids WHERE kind = 'post' AND slug = :slug)`,
      { slug, heat: row.heat ?? 0 },
    );
  }
}

function formatKey(row: Row): string {
  return `${readText(row, 'kind')}:${readText(row, 'slug')}`;
}
