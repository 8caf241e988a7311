import type { Connection } from './connection.ts';

/** How far the primary has written, by which a replica that is behind is known. */
export type PrimaryWatch = {
  /** Notes where the primary is, unless what was noted before is still awaited. */
  readonly note: (primary: Connection) => Promise<void>;
  /** Milliseconds for which the replica has lacked what the primary had written; 0 where it lacks nothing. */
  readonly findLag: (replica: Connection) => Promise<number>;
};

/** The replica has been behind for too long; the message says so. */
export class LagError extends Error {
  override name = 'LagError';
}

const LAG_TOLERATED_MS = 10_000;

/** Throws a LagError where readers should be told. */
export function refuseLag(lagMs: number): void {
  if (lagMs <= LAG_TOLERATED_MS) return;
  throw new LagError('The replica of DATABASE_REPLICA_URL is behind its primary');
}

export function createPrimaryWatch(): PrimaryWatch {
  let mark: { readonly lsn: string; readonly at: number } | undefined;
  return {
    note: async ({ query }) => {
      const at = Date.now();
      // Where another server has become the primary it may not have come as far as the one before.
      const [row] = await query(
        'SELECT lsn::text, lsn < $1::pg_lsn AS is_earlier FROM pg_current_wal_flush_lsn() AS lsn',
        [mark?.lsn ?? null],
      );
      if (mark === undefined || row?.is_earlier === true) mark = { lsn: String(row?.lsn), at };
    },
    findLag: async ({ query }) => {
      const awaited = mark;
      if (awaited === undefined) return 0;
      const [row] = await query(
        'SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there',
        [awaited.lsn],
      );
      if (row?.is_there !== true) return Math.max(1, Date.now() - awaited.at);
      if (mark === awaited) mark = undefined;
      return 0;
    },
  };
}
