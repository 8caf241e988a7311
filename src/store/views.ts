import { randomUUID } from 'node:crypto';
import type { Database, Row } from './database.ts';
import { readInteger, readText } from './rows.ts';
import { durableTransaction } from './state.ts';
import type { Store } from './store.ts';

/** How many views, and what they are worth now: the logarithm to base 2 of a sum in which each halves in 30 days. */
export type Views = { readonly count: number; readonly heat: number };

/** Views by slug that are counted together, and however often they are sent, once. */
export type ViewBatch = { readonly id: string; readonly views: ReadonlyMap<string, Views> };

/** The heat of one view of today. */
const TODAY = 'unixepoch() / 86400 / 30.0';

/**
 * Counts one more view of a post; kept from the moment this returns, whatever becomes of the process. Beside the number
 * that is shown it waits to be moved to the database that several machines share, should there ever be one.
 */
export function countView({ state }: Pick<Store, 'state'>, postId: number): void {
  state.transaction(() => {
    coolFutureViews(state);
    state.run(
      `INSERT INTO views (post_id, count) VALUES (:postId, 1)
       ON CONFLICT (post_id) DO UPDATE SET count = count + 1`,
      { postId },
    );
    state.run(
      `INSERT INTO waiting_views (slug, count, heat)
       SELECT slug, 1, ${TODAY} FROM given_ids WHERE kind = 'post' AND id = :postId
       ON CONFLICT (slug) DO UPDATE SET count = count + 1,
         heat = max(heat, excluded.heat) + log2(1 + pow(2, -abs(heat - excluded.heat)))`,
      { postId },
    );
  });
}

/** The heat of a post if all of its views were of today, plus a tolerance of 30 days for clocks that differ. */
const HOTTEST = `log2(max(count, 1)) + ${TODAY} + 1`;

/**
 * Views counted while the clock was ahead would outweigh all others until that day comes, so they become views of today.
 * Only the hottest post is checked: if its heat is possible, so are the others'.
 */
function coolFutureViews(state: Database): void {
  const first = state.get(`SELECT heat > ${HOTTEST} AS is_future FROM views ORDER BY heat DESC LIMIT 1`);
  if (first?.is_future !== 1) return;
  for (const table of ['views', 'waiting_views'])
    state.run(`UPDATE ${table} SET heat = ${HOTTEST} - 1 WHERE heat > ${HOTTEST}`);
}

/**
 * The batch to be sent next: the one of the last time until it is dropped, else all views that wait. It is on the disk
 * before this returns, so that no failure can make the same views part of two batches. Undefined where none wait.
 */
export function takeViewBatch({ state }: Pick<Store, 'state'>): ViewBatch | undefined {
  const present = findBatch(state);
  if (present !== undefined) return present;
  if (state.get('SELECT slug FROM waiting_views LIMIT 1') === undefined) return undefined;
  durableTransaction(state, () => {
    state.run(
      'INSERT INTO view_batch (id, slug, count, heat) SELECT :id, slug, count, heat FROM waiting_views',
      { id: randomUUID() },
    );
    state.run('DELETE FROM waiting_views');
  });
  return findBatch(state);
}

/** The views that are shown, and the batches whose views are among them. */
export type ShownViews = { readonly totals: ReadonlyMap<string, Views>; readonly batches: readonly string[] };

/** All views that this machine shows, by slug, but those that are in no batch yet and are to be sent some other time. */
export function takeShownViews(store: Pick<Store, 'state'>): ShownViews {
  takeViewBatch(store);
  const { state } = store;
  return state.transaction(() => {
    const batches = state.all('SELECT DISTINCT id FROM view_batch');
    const rows = state.all(`
      SELECT g.slug, v.count - coalesce(w.count, 0) AS count,
          v.heat + log2(1.0 * (v.count - coalesce(w.count, 0)) / v.count) AS heat
        FROM views v JOIN given_ids g ON g.kind = 'post' AND g.id = v.post_id
          LEFT JOIN waiting_views w ON w.slug = g.slug
        WHERE v.count > coalesce(w.count, 0)`);
    return {
      totals: new Map(rows.map((row) => [readText(row, 'slug'), readViews(row)])),
      batches: batches.map((row) => readText(row, 'id')),
    };
  });
}

/** Another number after each change of the views by anyone; of meaning to the process that reads it only. */
export function readViewsVersion({ index }: Pick<Store, 'index'>): number {
  const row = index.get('PRAGMA state.data_version');
  return row === undefined ? 0 : readInteger(row, 'data_version');
}

/** Forgets a batch that has been counted. */
export function dropViewBatch({ state }: Pick<Store, 'state'>, { id }: ViewBatch): void {
  state.run('DELETE FROM view_batch WHERE id = :id', { id });
}

/** Shows these totals of all machines, by slug, with the views that wait here on top. */
export function showTotals({ state }: Pick<Store, 'state'>, totals: ReadonlyMap<string, Views>): void {
  state.transaction(() => {
    const wanted = new Map(totals);
    for (const [slug, views] of listWaiting(state)) wanted.set(slug, addViews(wanted.get(slug), views));
    const shown = new Map(
      state
        .all("SELECT slug, count, heat FROM views JOIN given_ids ON kind = 'post' AND id = post_id")
        .map((row) => [readText(row, 'slug'), readViews(row)]),
    );
    for (const [slug, { count, heat }] of wanted) {
      const present = shown.get(slug);
      const views = { count, heat: Number(heat.toFixed(HEAT_DIGITS)) };
      if (present?.count !== views.count || present.heat !== views.heat) showViews(state, slug, views);
    }
    for (const slug of shown.keys()) if (!wanted.has(slug)) showViews(state, slug, { count: 0, heat: 0 });
  });
}

/** So that sums made in another order are the same. */
const HEAT_DIGITS = 6;

function addViews(a: Views | undefined, b: Views): Views {
  if (a === undefined) return b;
  const heat = Math.max(a.heat, b.heat) + Math.log2(1 + 2 ** -Math.abs(a.heat - b.heat));
  return { count: a.count + b.count, heat };
}

function showViews(state: Database, slug: string, { count, heat }: Views): void {
  state.run(
    `INSERT INTO views (post_id, count) SELECT id, :count FROM given_ids WHERE kind = 'post' AND slug = :slug
     ON CONFLICT (post_id) DO UPDATE SET count = excluded.count`,
    { slug, count },
  );
  // Afterwards: to the triggers these would be views of today.
  state.run(
    `UPDATE views SET heat = :heat WHERE post_id = (SELECT id FROM given_ids WHERE kind = 'post' AND slug = :slug)`,
    { slug, heat },
  );
  state.run('DELETE FROM views WHERE count = 0');
}

function listWaiting(state: Database): readonly (readonly [string, Views])[] {
  const rows = state.all(
    'SELECT slug, count, heat FROM waiting_views UNION ALL SELECT slug, count, heat FROM view_batch',
  );
  return rows.map((row) => [readText(row, 'slug'), readViews(row)]);
}

function findBatch(state: Database): ViewBatch | undefined {
  const rows = state.all(
    'SELECT id, slug, count, heat FROM view_batch WHERE id = (SELECT min(id) FROM view_batch)',
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    id: readText(first, 'id'),
    views: new Map(rows.map((row) => [readText(row, 'slug'), readViews(row)])),
  };
}

function readViews(row: Row): Views {
  return { count: readInteger(row, 'count'), heat: Number(row.heat) };
}
