import { randomUUID } from 'node:crypto';
import { type Row, readInteger, readText } from '../../search-engine/database.ts';
import type { Database } from '../database.ts';
import { durableTransaction } from '../state/state.ts';
import type { Store } from '../store.ts';

/** `heat` is the base-2 logarithm of the weights of all views; a weight halves every 30 days. */
export type Views = { readonly count: number; readonly heat: number };

/** Views by slug. A batch that is sent twice counts once. */
export type ViewBatch = { readonly id: string; readonly views: ReadonlyMap<string, Views> };

/** The heat of one view of today. */
const TODAY = 'unixepoch() / 86400 / 30.0';

/**
 * Counts a view, and queues it for a shared database in case one is configured later. Call it in a
 * transaction.
 */
export function addView(state: Database, postId: number): void {
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
}

/** The highest possible heat, plus a tolerance of 30 days for clocks that differ. */
const HOTTEST = `log2(max(count, 1)) + ${TODAY} + 1`;

/**
 * Dates views back to today that were counted while the clock was ahead. Checks the hottest post
 * first, for speed.
 */
function coolFutureViews(state: Database): void {
  const first = state.get(
    `SELECT heat > ${HOTTEST} AS is_future FROM views ORDER BY heat DESC LIMIT 1`,
  );
  if (first?.is_future !== 1) return;
  for (const table of ['views', 'waiting_views'])
    state.run(`UPDATE ${table} SET heat = ${HOTTEST} - 1 WHERE heat > ${HOTTEST}`);
}

/**
 * Returns the unacknowledged batch, or a new one of all waiting views; durable, so that no view is
 * ever in two batches.
 */
export function takeViewBatch({ state }: Pick<Store, 'state'>): ViewBatch | undefined {
  const present = findViewBatch(state);
  if (present !== undefined) return present;
  if (state.get('SELECT slug FROM waiting_views LIMIT 1') === undefined) return undefined;
  durableTransaction(state, () => {
    state.run(
      'INSERT INTO view_batch (id, slug, count, heat) SELECT :id, slug, count, heat FROM waiting_views',
      { id: randomUUID() },
    );
    state.run('DELETE FROM waiting_views');
  });
  return findViewBatch(state);
}

/** `batches` are those whose views are in the totals. */
export type ShownViews = {
  readonly totals: ReadonlyMap<string, Views>;
  readonly batches: readonly string[];
};

/** Returns all shown views except those that are in no batch yet, which are sent later. */
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
      totals: mapBySlug(rows),
      batches: batches.map((row) => readText(row, 'id')),
    };
  });
}

/** Changes whenever another process changes the views; comparable within one process only. */
export function readViewsVersion({ index }: Pick<Store, 'index'>): number {
  return readInteger(index.get('PRAGMA state.data_version'), 'data_version');
}

export function dropViewBatch({ state }: Pick<Store, 'state'>, { id }: ViewBatch): void {
  state.run('DELETE FROM view_batch WHERE id = :id', { id });
}

export type ViewTotals = ReadonlyMap<string, Views>;

/** The slugs after `after` up to `to`, in the order of their bytes. */
export type SlugRange = { readonly after: string; readonly to?: string | undefined };

/**
 * Replaces the shown views of a range of slugs by the totals of all machines plus the views that
 * wait here. Returns the totals of posts that this machine does not know yet.
 */
export function showTotals(
  { state }: Pick<Store, 'state'>,
  totals: ViewTotals,
  { after, to }: SlugRange = { after: '' },
): ViewTotals {
  return state.transaction(() => {
    const waiting = sumWaitingViews(state);
    const unknown = showEach(state, totals, waiting);
    const others = state.all(
      `SELECT slug FROM given_ids JOIN views ON post_id = id
       WHERE kind = 'post' AND slug > :after AND (:to IS NULL OR slug <= :to)`,
      { after, to: to ?? null },
    );
    const left = others.map((row) => readText(row, 'slug')).filter((slug) => !totals.has(slug));
    showEach(state, new Map(left.map((slug) => [slug, NO_VIEWS])), waiting);
    if (left.length > 0) state.run('DELETE FROM views WHERE count = 0');
    return unknown;
  });
}

/** Shows the totals of these posts only. */
export function showChangedTotals({ state }: Pick<Store, 'state'>, totals: ViewTotals): ViewTotals {
  return totals.size === 0
    ? totals
    : state.transaction(() => showEach(state, totals, sumWaitingViews(state)));
}

const NO_VIEWS: Views = { count: 0, heat: 0 };

function sumWaitingViews(state: Database): ViewTotals {
  const waiting = new Map<string, Views>();
  for (const row of state.all(
    'SELECT slug, count, heat FROM waiting_views UNION ALL SELECT slug, count, heat FROM view_batch',
  )) {
    const slug = readText(row, 'slug');
    waiting.set(slug, addViews(waiting.get(slug), readViewsOfRow(row)));
  }
  return waiting;
}

function showEach(state: Database, totals: ViewTotals, waiting: ViewTotals): ViewTotals {
  const unknown = new Map<string, Views>();
  for (const [slug, total] of totals) {
    const row = state.get(
      `SELECT coalesce(count, 0) AS count, coalesce(heat, 0) AS heat
       FROM given_ids LEFT JOIN views ON post_id = id WHERE kind = 'post' AND slug = :slug`,
      { slug },
    );
    if (row === undefined) unknown.set(slug, total);
    const more = waiting.get(slug);
    const { count, heat } = more === undefined ? total : addViews(total, more);
    const views = { count, heat: Number(heat.toFixed(HEAT_DIGITS)) };
    const shown = row && readViewsOfRow(row);
    if (shown !== undefined && (shown.count !== count || shown.heat !== views.heat))
      showViews(state, slug, views);
  }
  return unknown;
}

/** Rounding makes sums independent of their order. */
const HEAT_DIGITS = 6;

function addViews(a: Views | undefined, b: Views): Views {
  if (a === undefined || a.count === 0) return b;
  const heat = Math.max(a.heat, b.heat) + Math.log2(1 + 2 ** -Math.abs(a.heat - b.heat));
  return { count: a.count + b.count, heat };
}

export function readShownViews(state: Database): ReadonlyMap<string, Views> {
  return mapBySlug(
    state.all(
      "SELECT slug, count, heat FROM views JOIN given_ids ON kind = 'post' AND id = post_id",
    ),
  );
}

/** Sets the views of a post; those of an unknown slug are ignored. */
export function showViews(state: Database, slug: string, { count, heat }: Views): void {
  state.run(
    `INSERT INTO views (post_id, count) SELECT id, :count FROM given_ids WHERE kind = 'post' AND slug = :slug
     ON CONFLICT (post_id) DO UPDATE SET count = excluded.count`,
    { slug, count },
  );
  // After the insert, whose trigger sets the heat of views of today.
  state.run(
    `UPDATE views SET heat = :heat WHERE post_id = (SELECT id FROM given_ids WHERE kind = 'post' AND slug = :slug)`,
    { slug, heat },
  );
}

function findViewBatch(state: Database): ViewBatch | undefined {
  const rows = state.all(
    'SELECT id, slug, count, heat FROM view_batch WHERE id = (SELECT min(id) FROM view_batch)',
  );
  const [first] = rows;
  return first && { id: readText(first, 'id'), views: mapBySlug(rows) };
}

function mapBySlug(rows: readonly Row[]): ReadonlyMap<string, Views> {
  return new Map(rows.map((row) => [readText(row, 'slug'), readViewsOfRow(row)]));
}

function readViewsOfRow(row: Row): Views {
  return { count: readInteger(row, 'count'), heat: Number(row.heat) };
}
