import type { Store } from '../store.ts';

const frozen = new WeakSet<Store>();

/**
 * Reads the content as it is at the start, whatever is published meanwhile. Waits while too many
 * others do so. The connection closes when the generator ends, also by its `return`.
 */
export async function* readFrozen<Item, End>(
  store: Store,
  read: (store: Store) => AsyncGenerator<Item, End>,
): AsyncGenerator<Item, End> {
  const { copy, thaw } = await freezeStore(store);
  try {
    return yield* read(copy);
  } finally {
    thaw();
  }
}

/** Does the same for work with one result. */
export async function computeFrozen<Result>(
  store: Store,
  compute: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { copy, thaw } = await freezeStore(store);
  try {
    return await compute(copy);
  } finally {
    thaw();
  }
}

/** A store that is frozen already stays as it is. */
async function freezeStore(
  store: Store,
): Promise<{ readonly copy: Store; readonly thaw: () => void }> {
  if (frozen.has(store)) return { copy: store, thaw: () => undefined };
  const index = await store.index.openSnapshot();
  const copy = { ...store, index };
  frozen.add(copy);
  return { copy, thaw: index.close };
}
