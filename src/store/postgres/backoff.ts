const FIRST_MS = 250;
const LONGEST_MS = 10_000;

export type Backoff = {
  /** Milliseconds to wait before the next attempt: twice as long each time, and never the same on two machines. */
  readonly next: () => number;
  /** After an attempt that went well. */
  readonly reset: () => void;
};

export function createBackoff(random: () => number = Math.random): Backoff {
  let longest = FIRST_MS;
  return {
    next: () => {
      const wait = longest * (0.5 + random() / 2);
      longest = Math.min(longest * 2, LONGEST_MS);
      return wait;
    },
    reset: () => {
      longest = FIRST_MS;
    },
  };
}
