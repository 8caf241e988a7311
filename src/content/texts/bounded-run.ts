import { createContext, Script } from 'node:vm';

/** Of one core. A text of the largest size takes a tenth to a half of it, where it is written for readers. */
const COMPUTING_MS_MAX = 5_000;
/** Waits longer than needed for a machine that gives this thread less and less. */
const MARGIN = 1.2;
/** Where the machine gives it next to nothing, the next trial tells more. */
const TIMES_LONGER_MAX = 20;

export const TAKES_TOO_LONG = {
  message: `takes more than ${COMPUTING_MS_MAX / 1_000} s to read, as no article does; split it, or write what is nested or repeated a thousand times in another way`,
};

/** Runs work that does not wait; answers undefined where it was stopped, since it computed for too long. */
export type BoundedRun = <Result extends object>(work: () => Result) => Result | undefined;

/**
 * Stops what computes for more than `COMPUTING_MS_MAX`, whatever it is doing. Time in which the machine did something else
 * does not count: what was stopped without having had its share is run again, for longer.
 */
export function createBoundedRun(): BoundedRun {
  const sandbox: { work: () => void } = { work: () => undefined };
  const context = createContext(sandbox);
  const call = new Script('work()');
  return <Result extends object>(work: () => Result) => {
    let result: Result | undefined;
    sandbox.work = () => {
      result = work();
    };
    for (let timeout = COMPUTING_MS_MAX; ; ) {
      const start = process.threadCpuUsage();
      try {
        call.runInContext(context, { timeout });
        return result;
      } catch (error) {
        if (!isTimeout(error)) throw error;
        const { user, system } = process.threadCpuUsage(start);
        const share = ((user + system) / 1_000 / COMPUTING_MS_MAX) * MARGIN;
        if (share >= 1) return undefined;
        timeout = Math.ceil(timeout * Math.min(MARGIN / share, TIMES_LONGER_MAX));
      }
    }
  };
}

/** It comes from another context, which has an `Error` of its own. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
