import type { PostgresConnection } from './connection.ts';

export type ReplicaLag = {
  /** Records the primary's position, unless the replica still lacks an earlier one. */
  readonly notePrimary: (primary: PostgresConnection) => Promise<void>;
  /** Returns the lag in milliseconds; 0 if the replica lacks nothing. */
  readonly measure: (replica: PostgresConnection) => Promise<number>;
};

export class LagError extends Error {
  override name = 'LagError';
}

const LAG_TOLERATED_MS = 10_000;

export function refuseLag(lagMs: number): void {
  if (lagMs <= LAG_TOLERATED_MS) return;
  throw new LagError('The replica of DATABASE_REPLICA_URL is behind its primary');
}

export function createReplicaLag(): ReplicaLag {
  let awaited: { readonly lsn: string; readonly at: number } | undefined;
  return {
    notePrimary: async ({ query }) => {
      const at = performance.now();
      // After a failover the new primary may be behind the old one.
      const [row] = await query(
        'SELECT lsn::text, lsn < $1::pg_lsn AS is_earlier FROM pg_current_wal_flush_lsn() AS lsn',
        [awaited?.lsn ?? null],
      );
      if (awaited === undefined || row?.is_earlier === true)
        awaited = { lsn: String(row?.lsn), at };
    },
    measure: async ({ query }) => {
      const position = awaited;
      if (position === undefined) return 0;
      const [row] = await query(
        'SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there',
        [position.lsn],
      );
      if (row?.is_there !== true) return Math.max(1, performance.now() - position.at);
      if (awaited === position) awaited = undefined;
      return 0;
    },
  };
}
