import { join } from 'node:path';
import { readInteger, readText } from '../../search-engine/database.ts';
import type { DatedKind, LiveTest } from '../../site/live.ts';
import { type Database, openDatabase, type Reader } from '../database.ts';
import type { Store } from '../store.ts';

type DatedText = { readonly kind: DatedKind; readonly name: string; readonly date: number };

/**
 * Returns the SQL condition for what is live at `:now`. Whatever was live stays live when the clock
 * goes back: `live_texts` of the state holds the latest date under which it was live. In the index
 * `live_from` is 0 for what was live at the last sync, and otherwise the date. The condition reads
 * the state only if the clock is behind the date of a live text.
 */
function formatIsLive(kind: string, name: string, liveFrom: string): string {
  return `(${liveFrom} <= :now OR (
    EXISTS (SELECT 1 FROM state.live_texts WHERE published_at > :now)
    AND ${liveFrom} <= coalesce(
      (SELECT l.published_at FROM state.live_texts l WHERE l.kind = ${kind} AND l.name = ${name}), :now)
  ))`;
}

/**
 * Returns the SQL condition for posts that readers see at `:now`; `table` is the name or alias of
 * their table.
 */
export function formatPostIsLive(table: string): string {
  return formatIsLive("'post'", `${table}.slug`, `${table}.live_from`);
}

/**
 * The ids of the posts that nobody sees at `:now`, found by an index of the few that were not live
 * at the last sync.
 */
export const HIDDEN_POSTS = `SELECT posts.id FROM posts WHERE posts.live_from > 0 AND NOT ${formatPostIsLive('posts')}`;

export const IS_LIVE_PAGE = formatIsLive("'page'", 'p.slug', 'p.live_from');

export const IS_LIVE_REDIRECT = formatIsLive("'redirect'", 'source', 'active_from');

const SELECT_WAITING = `
  SELECT coalesce(group_concat(w.kind || ' ' || w.name, char(10)), '') AS waiting FROM scheduled w
  WHERE NOT ${formatIsLive('w.kind', 'w.name', 'w.live_from')}`;

/**
 * Names what is not live at this time. For the same content, the same text means that the same is
 * live.
 */
export function describeWaiting({ index }: Pick<Store, 'index'>, now: number): string {
  return readText(index.get(SELECT_WAITING, { now }), 'waiting');
}

/**
 * Returns the posts that were not live at the last sync. `liveFrom` is 0 for those that went live
 * since.
 */
export function listScheduledPosts({
  index,
}: Pick<Store, 'index'>): readonly { readonly id: number; readonly liveFrom: number }[] {
  const rows = index.all(
    `SELECT id, iif(live_from <= (SELECT l.published_at FROM state.live_texts l WHERE l.kind = 'post' AND l.name = slug),
       0, live_from) AS live_from
     FROM posts WHERE live_from > 0`,
  );
  return rows.map((row) => ({
    id: readInteger(row, 'id'),
    liveFrom: readInteger(row, 'live_from'),
  }));
}

/**
 * Records what went live by itself since the last sync as not announced yet (`is_news`). `index` is
 * as of that sync.
 */
export function noteLive(state: Database, index: Reader, now: number): void {
  recordLive(state, listScheduledTexts(index, 'WHERE live_from <= :now', { now }), true);
}

/**
 * Records which of the texts in the index are live, and marks them in the index. Call it in a
 * transaction of the index.
 */
export function settleLive(state: Database, index: Database, now: number): void {
  const wasLive = createLiveTest(state, now);
  const live = listScheduledTexts(index).filter(({ kind, name, date }) =>
    wasLive(kind, name, date),
  );
  recordLive(state, live, false);
  for (const { kind, name } of live) index.run(MARK_LIVE[kind], { name });
}

const MARK_LIVE: Readonly<Record<DatedKind, string>> = {
  post: 'UPDATE posts SET live_from = 0 WHERE slug = :name',
  page: 'UPDATE pages SET live_from = 0 WHERE slug = :name',
  redirect: 'UPDATE redirects SET active_from = 0 WHERE source = :name',
};

function listScheduledTexts(index: Reader, condition = '', bindings = {}): readonly DatedText[] {
  return index
    .all(`SELECT kind, name, live_from FROM scheduled ${condition}`, bindings)
    .map((row) => ({
      kind: parseKind(readText(row, 'kind')),
      name: readText(row, 'name'),
      date: readInteger(row, 'live_from'),
    }));
}

function parseKind(text: string): DatedKind {
  if (text === 'post' || text === 'page' || text === 'redirect') return text;
  throw new Error(`The index has no dated texts of the kind ${text}.`);
}

/** Avoids the write lock, with which a server counts views, if all are known. */
function recordLive(state: Database, texts: readonly DatedText[], isUnannounced: boolean): void {
  const unknown = texts.filter(
    ({ kind, name, date }) => (findLiveDate(state, kind, name) ?? -1) < date,
  );
  if (unknown.length === 0) return;
  state.transaction(() => {
    for (const { kind, name, date } of unknown)
      state.run(
        `INSERT INTO live_texts (kind, name, published_at, is_news) VALUES (:kind, :name, :date, :isNews)
         ON CONFLICT DO UPDATE SET published_at = max(published_at, excluded.published_at),
           is_news = max(is_news, excluded.is_news)`,
        { kind, name, date, isNews: isUnannounced ? 1 : 0 },
      );
  });
}

function findLiveDate(state: Reader, kind: DatedKind, name: string): number | undefined {
  const row = state.get('SELECT published_at FROM live_texts WHERE kind = :kind AND name = :name', {
    kind,
    name,
  });
  return row && readInteger(row, 'published_at');
}

/**
 * A text with this date is live if the date is not after now, or if the text was live under this
 * date before.
 */
export function createLiveTest(state: Reader, now: number): LiveTest {
  return (kind, name, date) => date <= now || date <= (findLiveDate(state, kind, name) ?? now);
}

type StatePlace = { readonly dataDir: string };

/**
 * Does the same for a command that only reads. Without a state that it can read, the clock decides.
 */
export function readLiveTest({ dataDir }: StatePlace, now: number): LiveTest {
  const dates = readIfPossible(dataDir, readLiveDates) ?? new Map<string, number>();
  return (kind, name, date) => date <= Math.max(now, dates.get(`${kind} ${name}`) ?? now);
}

function readLiveDates(state: Reader): ReadonlyMap<string, number> {
  const rows = state.all('SELECT kind, name, published_at FROM live_texts');
  return new Map(
    rows.map((row) => [
      `${readText(row, 'kind')} ${readText(row, 'name')}`,
      readInteger(row, 'published_at'),
    ]),
  );
}

/**
 * Returns the latest time that the state knows of: that of the last sync, or the date of a live
 * text. 0 without a state.
 */
export function findLatestTime({ dataDir }: StatePlace): number {
  const latest = readIfPossible(dataDir, (state) =>
    state.get(`SELECT max(coalesce((SELECT max(published_at) FROM live_texts), 0),
      coalesce((SELECT agreed_at FROM agreement), 0)) AS latest`),
  );
  return latest === undefined ? 0 : readInteger(latest, 'latest');
}

function readIfPossible<Result>(
  dataDir: string,
  read: (state: Reader) => Result,
): Result | undefined {
  try {
    using state = openDatabase(join(dataDir, 'state.sqlite'), { readOnly: true });
    return read(state);
  } catch {
    return undefined;
  }
}

/** Returns whether something went live by itself that `takeUnannounced` has not returned yet. */
export function hasUnannounced(state: Reader): boolean {
  return state.get('SELECT 1 FROM live_texts WHERE is_news = 1 LIMIT 1') !== undefined;
}

/**
 * Returns the slugs of articles that went live by themselves, except those of dates until `since`.
 * Each is returned once.
 */
export function takeUnannounced(state: Database, since: number): readonly string[] {
  const rows = state.all(
    "SELECT name FROM live_texts WHERE is_news = 1 AND kind = 'post' AND published_at > :since ORDER BY published_at, name",
    { since },
  );
  state.run('UPDATE live_texts SET is_news = 0 WHERE is_news = 1');
  return rows.map((row) => readText(row, 'name'));
}
