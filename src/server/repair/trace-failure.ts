import type { FastifyBaseLogger } from 'fastify';
import { replaceDamagedIndex } from '../../store/index-file.ts';
import { StoreUnavailableError } from '../../store/index-reader.ts';
import type { Store } from '../../store/store.ts';

export type TraceFailure = (error: unknown) => unknown;

/** A bug may fail on every request, and verifying the whole index takes 0.1 s, so a sound one isn't verified again so soon. */
const SOUND_FOR_MS = 5_000;
/** A request that failed on the old index may be reported after another request has already reopened the new one. */
const REPLACED_FOR_MS = 5_000;

/**
 * `traceFailure` finds the cause of an error without a status code. If the index is damaged, it is replaced by an unfilled
 * one, and a `StoreUnavailableError` is returned; otherwise the error itself. `noteFailure` logs that a cached answer could not
 * be renewed, unless content is unavailable, which is logged where it is found.
 */
export function createFailureTracing(store: Store, readLog: () => FastifyBaseLogger) {
  const isIndexLost = createIndexCheck(store);
  const traceFailure: TraceFailure = (error) => {
    if (error instanceof Error && 'statusCode' in error) return error;
    try {
      return isIndexLost() ? new StoreUnavailableError('The index was damaged.', { cause: error }) : error;
    } catch {
      // A closed store or a failing disk doesn't mean that the index is damaged.
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

/** Whether the index is unfilled, or was replaced because of damage within the last `REPLACED_FOR_MS`. */
function createIndexCheck(store: Store): () => boolean {
  let fileCount = store.index.fileCount();
  let replacedAt = Number.NEGATIVE_INFINITY;
  let soundAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    const isDue = now - soundAt > SOUND_FOR_MS;
    if (isDue) replaceDamagedIndex(store);
    const isFilled = store.index.isFilled();
    if (store.index.fileCount() !== fileCount) replacedAt = now;
    fileCount = store.index.fileCount();
    const isLost = !isFilled || now - replacedAt < REPLACED_FOR_MS;
    if (isDue && !isLost) soundAt = now;
    return isLost;
  };
}
