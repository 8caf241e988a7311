/** Pause after the work, as a multiple of the time that it took. */
const REST_FACTOR = 20;

export type Pacer = {
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** In milliseconds; 0 if the work may run again. */
  readonly restMs: () => number;
};

/** Limits queries whose cost grows with the content to a twentieth of the time, so that many nodes don't overload the database. */
export function createPacer(now = () => performance.now()): Pacer {
  let next = 0;
  return {
    run: async (work) => {
      const start = now();
      const result = await work();
      next = now() + REST_FACTOR * (now() - start);
      return result;
    },
    restMs: () => Math.max(0, next - now()),
  };
}
