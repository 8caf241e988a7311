import { type Connection, connect } from './connection.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** Milliseconds to wait before each next attempt: exponential backoff with jitter, so that nodes don't return at once. */
export function createBackoff(random: () => number = Math.random) {
  let longest = FIRST_WAIT_MS;
  return {
    next: (): number => {
      const wait = longest * (0.5 + random() / 2);
      longest = Math.min(longest * 2, LONGEST_WAIT_MS);
      return wait;
    },
    /** After an attempt that succeeded. */
    reset: (): void => {
      longest = FIRST_WAIT_MS;
    },
  };
}

type Options = {
  readonly url: string;
  readonly answerWithinMs: number;
  readonly log: (message: string) => void;
  /** The line of the log for a failure; it is logged once as long as it stays the same. */
  readonly formatFailure: (error: unknown) => string;
  /** The line of the log when the work succeeds again. */
  readonly recovered: string;
  /** Awaited after each failure. */
  readonly onFailure?: (error: unknown) => Promise<void>;
};

/**
 * Runs `work` on a connection, and on a new one whenever it fails, as long as the process runs. `work` calls `succeeded`
 * each time that it has done what it is for.
 */
export async function keepConnected(
  { url, answerWithinMs, log, formatFailure, recovered, onFailure }: Options,
  work: (connection: Connection, succeeded: () => void) => Promise<never>,
): Promise<never> {
  const backoff = createBackoff();
  let lastFailure: string | undefined;
  const succeeded = () => {
    if (lastFailure !== undefined) log(recovered);
    lastFailure = undefined;
    backoff.reset();
  };
  for (;;) {
    try {
      const connection = await connect(url, { answerWithinMs });
      try {
        await work(connection, succeeded);
      } finally {
        await connection.close();
      }
    } catch (error) {
      const failure = formatFailure(error);
      if (failure !== lastFailure) log(failure);
      lastFailure = failure;
      await onFailure?.(error);
    }
    await new Promise((resolve) => setTimeout(resolve, backoff.next()));
  }
}
