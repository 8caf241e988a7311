import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store.ts';

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

const frozen = new WeakSet<Store>();

/**
 * Reads the content as it is at the start, whatever is published meanwhile. Waits while too many others do so. The connection closes
 * when the generator ends, also by its `return`.
 */
export async function* readFrozen<Item, End>(
  store: Store,
  read: (store: Store) => AsyncGenerator<Item, End>,
): AsyncGenerator<Item, End> {
  const { copy, thaw } = await freeze(store);
  try {
    return yield* read(copy);
  } finally {
    thaw();
  }
}

/** The same for work with one result. */
export async function computeFrozen<Result>(
  store: Store,
  compute: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { copy, thaw } = await freeze(store);
  try {
    return await compute(copy);
  } finally {
    thaw();
  }
}

/** A store that is frozen already stays as it is. */
async function freeze(store: Store): Promise<{ readonly copy: Store; readonly thaw: () => void }> {
  if (frozen.has(store)) return { copy: store, thaw: () => undefined };
  const index = await store.index.openSnapshot();
  const copy = { ...store, index };
  frozen.add(copy);
  return { copy, thaw: index.close };
}
