/** Time without the work, for each unit of time that it took. */
const REST = 20;

export type Pacer = {
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** In milliseconds; 0 if the work may run again. */
  readonly restMs: () => number;
};

/** Limits work whose costs grow with the content to a twentieth of the time, so that many nodes don't overload the database. */
export function createPacer(now = () => performance.now()): Pacer {
  let next = 0;
  return {
    run: async (work) => {
      const start = now();
      const result = await work();
      next = now() + REST * (now() - start);
      return result;
    },
    restMs: () => Math.max(0, next - now()),
  };
}
