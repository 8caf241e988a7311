import type { FastifyBaseLogger } from 'fastify';
import { mendIndex } from '../../store/index-file.ts';
import type { Store } from '../../store/store.ts';
import { StoreUnavailableError } from '../../store/store-unavailable-error.ts';

export type TraceFailure = (error: unknown) => unknown;

/** A fault of the program fails at every request; reading the whole index takes up to 0.1 s. */
const SOUND_FOR_MS = 5_000;
/** What failed on the old index may come to light after another request has come over to the new one. */
const REPLACED_FOR_MS = 5_000;

/**
 * `traceFailure` tells what an error that names no status comes from. Where the index is damaged, it gives way to one that
 * holds nothing, and the error is that there is no content; else it is what was thrown. `noteFailure` writes to the log that an
 * answer could not be renewed, but not for want of content, which is said once where that is found.
 */
export function createFailureTracing(store: Store, readLog: () => FastifyBaseLogger) {
  const isIndexLost = createIndexCheck(store);
  const traceFailure: TraceFailure = (error) => {
    if (error instanceof Error && 'statusCode' in error) return error;
    try {
      return isIndexLost() ? new StoreUnavailableError('The index was damaged.', { cause: error }) : error;
    } catch {
      // A store that is closed, or whose disk fails, is no damaged index.
      return error;
    }
  };
  const noteFailure = (thrown: unknown): void => {
    const error = traceFailure(thrown);
    if (!(error instanceof StoreUnavailableError))
      readLog().error({ err: error }, 'a cached answer could not be renewed');
  };
  return { traceFailure, noteFailure };
}

/** Whether the index is damaged, was a moment ago, or holds nothing. */
function createIndexCheck(store: Store): () => boolean {
  let fileCount = store.index.fileCount();
  let replacedAt = Number.NEGATIVE_INFINITY;
  let soundAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - soundAt > SOUND_FOR_MS) mendIndex(store);
    const isFilled = store.index.isFilled();
    if (store.index.fileCount() !== fileCount) replacedAt = now;
    fileCount = store.index.fileCount();
    const isLost = !isFilled || now - replacedAt < REPLACED_FOR_MS;
    if (!isLost) soundAt = now;
    return isLost;
  };
}
