import { type Connection, connect } from './connection.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** In milliseconds, with jitter, so that nodes don't reconnect all at once. */
export function createBackoff(random: () => number = Math.random) {
  let longest = FIRST_WAIT_MS;
  return {
    next: (): number => {
      const wait = longest * (0.5 + random() / 2);
      longest = Math.min(longest * 2, LONGEST_WAIT_MS);
      return wait;
    },
    reset: (): void => {
      longest = FIRST_WAIT_MS;
    },
  };
}

type Options = {
  readonly url: string;
  readonly answerWithinMs: number;
  readonly log: (message: string) => void;
  /** Repeated equal lines are logged once. */
  readonly formatFailure: (error: unknown) => string;
  /** Logged when the work succeeds again. */
  readonly recovered: string;
  /** Awaited after each failure. */
  readonly onFailure?: (error: unknown) => Promise<void>;
};

/** Runs `work` and reconnects whenever it fails. `work` calls `succeeded` after each successful round. */
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
