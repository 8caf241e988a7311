import type { Connection } from './connection.ts';

/** Measures how far a replica is behind its primary. */
export type ReplicaLag = {
  /** Notes how far the primary has written, unless an earlier position is still awaited. */
  readonly notePrimary: (primary: Connection) => Promise<void>;
  /** Milliseconds since the primary had written what the replica still lacks; 0 if it lacks nothing. */
  readonly measure: (replica: Connection) => Promise<number>;
};

/** The replica is too far behind. */
export class LagError extends Error {
  override name = 'LagError';
}

const LAG_TOLERATED_MS = 10_000;

/** Throws a LagError if readers should be told. */
export function refuseLag(lagMs: number): void {
  if (lagMs <= LAG_TOLERATED_MS) return;
  throw new LagError('The replica of DATABASE_REPLICA_URL is behind its primary');
}

export function createReplicaLag(): ReplicaLag {
  let awaited: { readonly lsn: string; readonly at: number } | undefined;
  return {
    notePrimary: async ({ query }) => {
      const at = Date.now();
      // After a failover the new primary may be behind the old one's position.
      const [row] = await query(
        'SELECT lsn::text, lsn < $1::pg_lsn AS is_earlier FROM pg_current_wal_flush_lsn() AS lsn',
        [awaited?.lsn ?? null],
      );
      if (awaited === undefined || row?.is_earlier === true) awaited = { lsn: String(row?.lsn), at };
    },
    measure: async ({ query }) => {
      const position = awaited;
      if (position === undefined) return 0;
      const [row] = await query(
        'SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there',
        [position.lsn],
      );
      if (row?.is_there !== true) return Math.max(1, Date.now() - position.at);
      if (awaited === position) awaited = undefined;
      return 0;
    },
  };
}
