import type { Client } from 'pg';
import { formatUtcSeconds } from '../../site/dates.ts';

/** A session that another one waits for. What PostgreSQL does not tell this role is undefined. */
export type LockHolder = {
  /** 0 for a prepared transaction. */
  readonly pid: number;
  readonly application: string | undefined;
  readonly user: string | undefined;
  /** Such as `idle in transaction`. */
  readonly state: string | undefined;
  /** When its transaction and its last statement began. */
  readonly since: Date | undefined;
  readonly statementAt: Date | undefined;
};

/**
 * Returns who the session waits for, directly or in the queue of a lock, and for how long it has
 * waited.
 */
export async function listLockHolders(
  client: Client,
  pid: number,
): Promise<{ readonly holders: readonly LockHolder[]; readonly waitedMs: number }> {
  const { rows } = await client.query(SELECT_HOLDERS, [pid]);
  return { holders: rows.map(readHolder), waitedMs: Number(rows[0]?.waited_ms ?? 0) };
}

/**
 * Returns other sessions that have locked a table of this database or an advisory lock, for more
 * than reading.
 */
export async function listLikelyHolders(
  client: Client,
  pid: number,
): Promise<readonly LockHolder[]> {
  const { rows } = await client.query(SELECT_LIKELY_HOLDERS, [pid]);
  return rows.map(readHolder);
}

const SESSION_COLUMNS =
  "coalesce(nullif(application_name, ''), backend_type) AS application, usename, state, xact_start, query_start";

const SELECT_HOLDERS = `
  SELECT DISTINCT blocker AS pid, ${SESSION_COLUMNS}, (
      SELECT coalesce(extract(epoch FROM clock_timestamp() - min(waitstart)) * 1000, 0)
        FROM pg_locks WHERE pg_locks.pid = $1 AND NOT granted
    )::double precision AS waited_ms
    FROM unnest(pg_blocking_pids($1)) AS blocker LEFT JOIN pg_stat_activity AS activity ON activity.pid = blocker
    ORDER BY xact_start NULLS LAST, blocker`;

const SELECT_LIKELY_HOLDERS = `
  SELECT activity.pid, ${SESSION_COLUMNS} FROM pg_stat_activity AS activity
    WHERE activity.pid NOT IN ($1, pg_backend_pid()) AND activity.pid IN (
      SELECT pg_locks.pid FROM pg_locks JOIN pg_database AS here ON here.oid = pg_locks.database
        WHERE granted AND here.datname = current_database()
          AND locktype IN ('relation', 'advisory') AND mode <> 'AccessShareLock'
    )
    ORDER BY xact_start NULLS LAST, activity.pid`;

function readHolder(row: Readonly<Record<string, unknown>>): LockHolder {
  const readText = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value : undefined;
  const readDate = (value: unknown) => (value instanceof Date ? value : undefined);
  return {
    pid: Number(row.pid),
    application: readText(row.application),
    user: readText(row.usename),
    state: readText(row.state),
    since: readDate(row.xact_start),
    statementAt: readDate(row.query_start),
  };
}

const NAMED_HOLDERS_MAX = 3;

/**
 * Returns "locked by pid 4711 (psql, user alice, idle in transaction, …); wait for it, or end it
 * with SELECT pg_terminate_backend(4711)".
 */
export function formatHolders(holders: readonly LockHolder[]): string {
  const named = holders.slice(0, NAMED_HOLDERS_MAX);
  const more =
    holders.length > NAMED_HOLDERS_MAX ? ` and ${holders.length - NAMED_HOLDERS_MAX} more` : '';
  const calls = named
    .filter(({ pid }) => pid !== 0)
    .map(({ pid }) => `SELECT pg_terminate_backend(${pid})`)
    .join(', ');
  const end =
    calls === ''
      ? 'find it in pg_prepared_xacts and end it with ROLLBACK PREPARED'
      : `wait for it, or end it with ${calls}`;
  return `locked by ${named.map(formatHolder).join(', ')}${more}; ${end}`;
}

function formatHolder({ pid, application, user, state, since, statementAt }: LockHolder): string {
  if (pid === 0) return 'a prepared transaction';
  const facts = [
    application,
    user && `user ${user}`,
    state,
    since && `transaction since ${formatUtcSeconds(since)}`,
    statementAt && `last statement at ${formatUtcSeconds(statementAt)}`,
  ];
  return `pid ${pid} (${facts.filter((fact) => fact !== undefined && fact !== '').join(', ')})`;
}

/**
 * Describes the holder for the public, without the user: "pid 4711, psql, since
 * 2026-03-04T09:00:00Z".
 */
export function formatHolderForReaders({ pid, application, since }: LockHolder): string {
  const facts = [
    pid === 0 ? 'a prepared transaction' : `pid ${pid}`,
    application,
    since && `since ${formatUtcSeconds(since)}`,
  ];
  return facts.filter((fact) => fact !== undefined && fact !== '').join(', ');
}
