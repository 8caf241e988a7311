/** Work that can be interrupted between its steps, each of which takes a few milliseconds. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps without interruption. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
