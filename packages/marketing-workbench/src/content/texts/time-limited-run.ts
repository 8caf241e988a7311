import { isNativeError } from 'node:util/types';
import { createContext, Script } from 'node:vm';

/**
 * Limit for the processor time of the thread. An ordinary text of the largest allowed size takes a
 * tenth to a half of it.
 */
const COMPUTING_MS_MAX = 5_000;
/** Elapsed time is longer than processor time on every machine. */
const MARGIN = 1.2;

export const TAKES_TOO_LONG = {
  message: `takes more than ${COMPUTING_MS_MAX / 1_000} s to compile; split it, or reduce what is nested or repeated very often`,
};

/**
 * Creates a function that runs work, and returns undefined if it used `COMPUTING_MS_MAX` of
 * processor time. `node:vm` limits elapsed time, so work that was stopped before, on a busy
 * machine, runs again with twice the timeout.
 */
export function createTimeLimitedRun() {
  const sandbox: { work: () => void } = { work: () => undefined };
  const context = createContext(sandbox);
  const call = new Script('work()');
  return <Result extends object>(work: () => Result): Result | undefined => {
    let result: Result | undefined;
    sandbox.work = () => {
      result = work();
    };
    for (let timeout = COMPUTING_MS_MAX * MARGIN; ; timeout *= 2) {
      const start = process.threadCpuUsage();
      try {
        call.runInContext(context, { timeout });
        return result;
      } catch (error) {
        if (!isScriptTimeout(error)) throw error;
        const { user, system } = process.threadCpuUsage(start);
        if ((user + system) / 1_000 >= COMPUTING_MS_MAX) return undefined;
      }
    }
  };
}

/**
 * Returns whether the script was stopped. `instanceof Error` fails here, because the error comes
 * from another context with its own `Error`.
 */
function isScriptTimeout(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
