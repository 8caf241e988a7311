import { setImmediate } from 'node:timers/promises';

/** How long reading is divided among turns of the event loop, which all requests share. */
export type Slicing = {
  /** The most rows that one statement reads in a turn. */
  readonly rows: number;
  /** How long a computation goes on in a turn before it is interrupted after its next step. */
  readonly turnMs: number;
  /** Resolves in a later turn, after other requests had theirs. */
  readonly nextTurn: () => Promise<void>;
};

/** Summaries or sitemap entries of so many posts take 2 to 8 ms to read and to format. */
export const DEFAULT_SLICING: Slicing = { rows: 200, turnMs: 4, nextTurn: () => setImmediate() };
