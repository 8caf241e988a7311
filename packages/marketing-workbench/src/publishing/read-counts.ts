import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type ReaderCounts, readLocalCounts } from '../store/counts/day-counts.ts';
import { readMessage } from '../store/database.ts';
import { connect } from '../store/postgres/connection.ts';
import { describeDatabaseFailure } from '../store/postgres/describe-database-failure.ts';
import { readSharedCounts } from '../store/postgres/read-day-counts.ts';
import { requireSchema, SchemaError } from '../store/postgres/schema-version.ts';
import { readFromState } from '../store/state/state.ts';
import { DatabaseError } from './database-error.ts';

export type SiteCounts = ReaderCounts & {
  /**
   * Seconds for which a node may keep what a reader did before it sends it; undefined without a
   * shared database.
   */
  readonly lateSeconds: number | undefined;
};

const ANSWER_WITHIN_MS = 60_000;

const NOTHING: ReaderCounts = {
  firstDay: undefined,
  counts: [],
  searched: new Map(),
  totals: new Map(),
};

/**
 * Reads what readers did from a UTC day on (in days since 1970): of all nodes if DATABASE_URL is
 * set, otherwise of this machine, also while the site runs. Throws a StateError or a DatabaseError
 * that says what to do.
 */
export async function readCounts(config: Config, from: number): Promise<SiteCounts> {
  const { databaseUrl, databasePollSeconds, databaseLockSeconds, dataDir } = config;
  if (databaseUrl === undefined) {
    const read = readFromState(
      join(dataDir, 'state.sqlite'),
      (state) => state && readLocalCounts(state, from),
    );
    return { ...(read ?? NOTHING), lateSeconds: undefined };
  }
  try {
    await using connection = await connect({
      url: databaseUrl,
      answerWithinMs: ANSWER_WITHIN_MS,
      lockWithinMs: databaseLockSeconds * 1000,
    });
    await requireSchema(connection);
    return { ...(await readSharedCounts(connection, from)), lateSeconds: databasePollSeconds };
  } catch (error) {
    if (error instanceof SchemaError) throw new DatabaseError(error.message);
    throw new DatabaseError(`${describeDatabaseFailure(error)} (${readMessage(error)}).`);
  }
}
