import type { Client } from 'pg';
import {
  formatHolders,
  type LockHolder,
  listLikelyHolders,
  listLockHolders,
} from './lock-holders.ts';

/** A statement waited too long for other sessions; the message names them and says what to do. */
export class LockError extends Error {
  override name = 'LockError';
  /** Empty if they could not be read. */
  readonly holders: readonly LockHolder[];
  constructor(holders: readonly LockHolder[], options?: ErrorOptions) {
    super(formatHolders(holders), options);
    this.holders = holders;
  }
}

/**
 * PostgreSQL is reached and says nothing: it is paused or overloaded, its disk hangs, or the
 * network loses packets.
 */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** SQLSTATE of a statement that waited for a lock for as long as `lock_timeout` allows. */
const LOCK_NOT_AVAILABLE = '55P03';
/** A look cancels the statement if it has waited for at least this share of `lockWithinMs`. */
const CANCEL_AFTER_SHARE = 0.7;
const LOOKS_PER_LIMIT = 4;
/**
 * After so many looks in a row without an answer the session is ended. A single one may be the
 * fault of this machine, if it is overloaded.
 */
const SILENCES_TO_END = 2;

type WatchOptions = {
  /** The process id of the watched session. */
  readonly pid: number;
  /** How long a statement may wait for a lock; `lock_timeout` of the session is a little longer. */
  readonly lockWithinMs: number;
  readonly openProbe: (signal?: AbortSignal) => Promise<{ readonly client: Client }>;
  /** Has to end the watched session. */
  readonly onSilence: () => void;
  readonly onWait?: ((message: string) => void) | undefined;
};

/**
 * Runs statements and watches how long they wait for other sessions. PostgreSQL's own message does
 * not name those sessions, and after the statement has failed nobody knows them. So a second
 * connection looks at every quarter of `lockWithinMs`:
 *
 * | what it finds | effect |
 * |---|---|
 * | sessions that hold the lock, for the first time | `onWait` is told their names, once |
 * | the statement has waited for at least 70 % of `lockWithinMs` | the statement is cancelled and fails with a `LockError` |
 * | no second connection can be opened | `lock_timeout` ends the statement; it fails with a `LockError` if the holders can be found then |
 * | PostgreSQL does not answer, twice in a row | `onSilence` ends the session, and the statement fails with a `NoAnswerError` |
 */
export function createWaitWatch(options: WatchOptions) {
  const { lockWithinMs } = options;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const ended = new AbortController();
    const found: FoundWaits = { holders: [], failure: undefined, silences: 0 };
    let isLooking = false;
    const timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      void lookForHolders(options, found, ended.signal).finally(() => {
        isLooking = false;
      });
    }, lockWithinMs / LOOKS_PER_LIMIT);
    try {
      return await work();
    } catch (error) {
      throw found.failure ?? (await explainFailure(error, found.holders, options));
    } finally {
      clearInterval(timer);
      ended.abort();
    }
  };
}

type FoundWaits = { holders: readonly LockHolder[]; failure: Error | undefined; silences: number };

/** Never throws: without a second connection the statement ends by its own timeout. */
async function lookForHolders(
  { pid, lockWithinMs, openProbe, onSilence, onWait }: WatchOptions,
  found: FoundWaits,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { client } = await openProbe(signal);
    // A connection that breaks must not end the process.
    client.on('error', () => undefined);
    found.silences = 0;
    try {
      const { holders, waitedMs } = await listLockHolders(client, pid);
      if (holders.length === 0 || signal.aborted) return;
      if (found.holders.length === 0) onWait?.(new LockError(holders).message);
      found.holders = holders;
      if (waitedMs < lockWithinMs * CANCEL_AFTER_SHARE) return;
      found.failure = new LockError(holders);
      await client.query('SELECT pg_cancel_backend($1)', [pid]);
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof NoAnswerError) || signal.aborted) return;
    found.silences += 1;
    if (found.silences < SILENCES_TO_END) return;
    found.failure = error;
    onSilence();
  }
}

async function explainFailure(
  error: unknown,
  holders: readonly LockHolder[],
  { pid, openProbe }: WatchOptions,
): Promise<unknown> {
  if (isLockTimeout(error))
    return new NoAnswerError('PostgreSQL did not answer a statement', { cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== LOCK_NOT_AVAILABLE) return error;
  if (holders.length > 0) return new LockError(holders, { cause: error });
  // A busy machine had no time to look while the statement waited.
  const likely = await findLikelyHolders(openProbe, pid).catch(() => []);
  return likely.length === 0 ? error : new LockError(likely, { cause: error });
}

async function findLikelyHolders(
  openProbe: WatchOptions['openProbe'],
  pid: number,
): Promise<readonly LockHolder[]> {
  const { client } = await openProbe();
  client.on('error', () => undefined);
  try {
    return await listLikelyHolders(client, pid);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns whether the driver's time ran out, while it connected or waited for an answer. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && /^(?:Query read timeout|timeout expired)$/.test(error.message);
}
