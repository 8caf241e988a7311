import { createHash, randomUUID } from 'node:crypto';
import { type Row, readInteger, readText } from '../../search-engine/database.ts';
import type { Database, Reader } from '../database.ts';
import { durableTransaction } from '../state/state.ts';
import type { Store } from '../store.ts';

/**
 * What is counted: views of an article, by its slug; views and visitors that came from a source;
 * searches by the hash of their words, and those of which a result was opened; addresses without a
 * page, of readers and of robots.
 */
export const COUNT_KINDS = [
  'view',
  'source-view',
  'source-visitor',
  'search',
  'search-opened',
  'missing',
  'missing-robot',
] as const;

type CountKind = (typeof COUNT_KINDS)[number];

/**
 * `host` is the host that led to an address without a page; blank if none did, and for every other
 * kind.
 */
export type Counted = { readonly kind: CountKind; readonly name: string; readonly host?: string };

/** `day` is in days since 1970, UTC. */
export type DayCount = Readonly<
  Record<'kind' | 'name' | 'host', string> & Record<'day' | 'count', number>
>;

/** What readers searched for, and how many results they saw last. */
export type SearchedWords = { readonly words: string; readonly results: number };

/** A batch that is sent twice counts once. */
export type DayCountBatch = { readonly id: string; readonly counts: readonly DayCount[] };

/**
 * `rowsPerDay` holds for each kind; further names of a day are counted together, under a blank
 * name.
 */
export type CountLimits = { readonly daysKept: number; readonly rowsPerDay: number };

/**
 * The words of a search are stored once this many visitors (each once a day) have asked for them.
 */
export const SEARCHED_MIN = 3;

/** Hides words until enough visitors asked for them; who holds the hash can confirm a guess. */
export function hashWords(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 16);
}

/**
 * Adds one. Call it in a transaction. Days before `daysKept` are forgotten when a new name of a day
 * is counted.
 */
export function countOnDay(
  state: Database,
  counted: Counted,
  day: number,
  limits: CountLimits,
): void {
  const { kind, name, host = '' } = counted;
  const row = { day, kind, name, host };
  const isKnown = state.get(`SELECT 1 FROM day_counts WHERE ${IS_ROW}`, row) !== undefined;
  if (!isKnown) forgetOldDays(state, day, limits.daysKept);
  const isTooMany = !isKnown && countRows(state, row) >= limits.rowsPerDay;
  state.run(
    `INSERT INTO day_counts (day, kind, name, host, count) VALUES (:day, :kind, :name, :host, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
    isTooMany ? { ...row, name: '', host: '' } : row,
  );
}

const IS_ROW = 'day = :day AND kind = :kind AND name = :name AND host = :host';

function countRows(state: Database, { day, kind }: Pick<DayCount, 'day' | 'kind'>): number {
  const row = state.get(
    'SELECT count(*) AS count FROM day_counts WHERE day = :day AND kind = :kind',
    {
      day,
      kind,
    },
  );
  return readInteger(row, 'count');
}

/**
 * Counts back from the last day before this one that has counts, so that a clock that jumps ahead
 * forgets nothing.
 */
function forgetOldDays(state: Database, day: number, daysKept: number): void {
  const bounds = { day, daysKept };
  for (const table of ['searched_words', 'day_counts'])
    state.run(
      `DELETE FROM ${table} WHERE day <= (SELECT max(day) FROM ${table} WHERE day < :day) - :daysKept`,
      bounds,
    );
}

/**
 * Stores the words of a search if enough visitors of this machine asked for them. Call it in a
 * transaction.
 */
export function keepSearchedWords(state: Database, searched: SearchedWords, day: number): void {
  const hash = hashWords(searched.words);
  const row = state.get(
    "SELECT coalesce(sum(count), 0) AS count FROM day_counts WHERE kind = 'search' AND name = :hash",
    { hash },
  );
  if (readInteger(row, 'count') < SEARCHED_MIN) return;
  state.run(
    `INSERT INTO searched_words (hash, words, results, day) VALUES (:hash, :words, :results, :day)
     ON CONFLICT DO UPDATE SET results = excluded.results, day = excluded.day`,
    { hash, words: searched.words, results: searched.results, day },
  );
}

/** Returns the counts of this machine from a day on. */
export function listDayCounts(
  { state }: { readonly state: Reader },
  from: number,
): readonly DayCount[] {
  const rows = state.all(
    'SELECT day, kind, name, host, count FROM day_counts WHERE day >= :from ORDER BY day, kind, name, host',
    { from },
  );
  return rows.map(readDayCount);
}

export type ReaderCounts = {
  /** The first day that has counts; undefined if nothing was counted yet. */
  readonly firstDay: number | undefined;
  readonly counts: readonly DayCount[];
  /** Searched words by the hash that is the name of the searches' counts. */
  readonly searched: ReadonlyMap<string, SearchedWords>;
  /** Views of all time by slug. */
  readonly totals: ReadonlyMap<string, number>;
};

/** Reads the counts of this machine from the day `from` on. */
export function readLocalCounts(state: Reader, from: number): ReaderCounts {
  const first = state.get('SELECT day FROM day_counts ORDER BY day LIMIT 1');
  const totals = state.all(
    "SELECT slug, count FROM views JOIN given_ids ON kind = 'post' AND id = post_id",
  );
  return {
    firstDay: first && readInteger(first, 'day'),
    counts: listDayCounts({ state }, from),
    searched: mapSearchedWords({ state }),
    totals: new Map(totals.map((row) => [readText(row, 'slug'), readInteger(row, 'count')])),
  };
}

/** Returns the searched words by their hash. */
export function mapSearchedWords({
  state,
}: {
  readonly state: Reader;
}): ReadonlyMap<string, SearchedWords> {
  const rows = state.all('SELECT hash, words, results FROM searched_words');
  return new Map(
    rows.map((row) => [
      readText(row, 'hash'),
      { words: readText(row, 'words'), results: readInteger(row, 'results') },
    ]),
  );
}

/** Once a shared database has them. */
export function dropSearchedWords({ state }: Pick<Store, 'state'>): void {
  if (state.get('SELECT 1 FROM searched_words LIMIT 1') !== undefined)
    state.run('DELETE FROM searched_words');
}

/** Few enough to be counted by the database well within its time to answer. */
const BATCH_MAX = 2_000;

/**
 * Returns the unacknowledged batch, or a new one of waiting counts; durable, so that no count is
 * ever in two batches.
 */
export function takeDayCountBatch({ state }: Pick<Store, 'state'>): DayCountBatch | undefined {
  const present = findDayCountBatch(state);
  if (present !== undefined) return present;
  if (state.get('SELECT day FROM day_counts LIMIT 1') === undefined) return undefined;
  const id = randomUUID();
  durableTransaction(state, () => {
    state.run(
      `INSERT INTO day_count_batch (id, day, kind, name, host, count)
       SELECT :id, day, kind, name, host, count FROM day_counts ORDER BY day, kind, name, host LIMIT :max`,
      { id, max: BATCH_MAX },
    );
    state.run(
      `DELETE FROM day_counts WHERE (day, kind, name, host) IN
         (SELECT day, kind, name, host FROM day_count_batch WHERE id = :id)`,
      { id },
    );
  });
  return findDayCountBatch(state);
}

export function dropDayCountBatch({ state }: Pick<Store, 'state'>, { id }: DayCountBatch): void {
  state.run('DELETE FROM day_count_batch WHERE id = :id', { id });
}

function findDayCountBatch(state: Database): DayCountBatch | undefined {
  const rows = state.all(
    `SELECT id, day, kind, name, host, count FROM day_count_batch
     WHERE id = (SELECT min(id) FROM day_count_batch) ORDER BY day, kind, name, host`,
  );
  const [first] = rows;
  return first && { id: readText(first, 'id'), counts: rows.map(readDayCount) };
}

function readDayCount(row: Row): DayCount {
  const [kind, name, host] = [readText(row, 'kind'), readText(row, 'name'), readText(row, 'host')];
  return { kind, name, host, day: readInteger(row, 'day'), count: readInteger(row, 'count') };
}
