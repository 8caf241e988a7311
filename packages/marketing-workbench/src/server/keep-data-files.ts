import { setTimeout } from 'node:timers/promises';
import { readMessage } from '../store/database.ts';
import { restoreLostDatabases } from '../store/state/lost-databases.ts';
import type { Store } from '../store/store.ts';

const CHECK_EVERY_MS = 500;

/**
 * Writes the state and the index again if their files are deleted while the server has them open:
 * the content, the ids and the views stay. Runs in one process of a site.
 */
export function keepDataFiles(store: Store): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastFailure = '';
  const run = async () => {
    while (!signal.aborted) {
      try {
        const restored = await restoreLostDatabases(store);
        if (restored.length > 0)
          store.log(`${restored.join(' and ')} had been deleted and are written again.`);
        lastFailure = '';
      } catch (error) {
        const failure = readMessage(error);
        if (failure !== lastFailure)
          store.log(
            `Files of DATA_DIR were deleted and can't be written again: ${failure}. The server keeps trying.`,
          );
        lastFailure = failure;
      }
      await setTimeout(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
