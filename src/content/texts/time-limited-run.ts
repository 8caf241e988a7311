import { createContext, Script } from 'node:vm';

/** Processor time. An ordinary text of the largest allowed size takes a tenth to a half of it. */
const COMPUTING_MS_MAX = 5_000;
/** The timeout is set longer than computed, as the machine may give this thread less and less time. */
const MARGIN = 1.2;
/** Caps the next timeout: a thread that got almost no time yields a poor estimate. */
const TIMES_LONGER_MAX = 20;

export const TAKES_TOO_LONG = {
  message: `takes more than ${COMPUTING_MS_MAX / 1_000} s to compile; split it, or reduce what is nested or repeated very often`,
};

/**
 * Returns undefined if the work used more than `COMPUTING_MS_MAX` of processor time. `node:vm` limits elapsed time, so work that
 * was stopped before it had used its processor time runs again with a longer timeout.
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

/** `instanceof Error` fails here: the error comes from another context, which has its own `Error`. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
