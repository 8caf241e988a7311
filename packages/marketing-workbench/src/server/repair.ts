import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Log, replaceDamagedIndex } from '../store/index/index-file.ts';
import { StoreUnavailableError } from '../store/index/index-reader.ts';
import type { Store } from '../store/store.ts';
import { DescriptorShortageError, isDescriptorShortage } from './descriptor-shortage.ts';
import { forkProcess } from './fork-process.ts';

type RepairOptions = {
  readonly store: Store;
  readonly contentDir: string;
  readonly program: string;
};

const CHECK_EVERY_MS = 500;
const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 60_000;
/** The limit that `npm run content` has (scripts/bootstrap.mjs). */
const NODE_OPTIONS = ['--max-semi-space-size=8'];

/**
 * Fills an unfilled index and writes lost files again, in a child process, with exponential
 * backoff. Runs in one process of a site.
 */
export function keepIndexFilled(options: RepairOptions): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const stopped = keepFilling(options, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return stopped;
    },
  };
}

async function keepFilling(options: RepairOptions, signal: AbortSignal): Promise<void> {
  const { store, contentDir } = options;
  let retryMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    const lack = findLack(store);
    if (lack === undefined) {
      retryMs = RETRY_FIRST_MS;
      await waitUnlessAborted(CHECK_EVERY_MS, signal);
      continue;
    }
    const messages = MESSAGES[lack];
    store.log(messages.start(store, contentDir));
    const failure = await fillInChildProcess(options, signal);
    if (signal.aborted) return;
    if (failure === undefined) {
      store.log(messages.end(store));
      continue;
    }
    store.log(`${messages.failed(store)}: ${failure}. Retrying in ${retryMs / 1_000} s.`);
    await waitUnlessAborted(retryMs, signal);
    retryMs = Math.min(2 * retryMs, RETRY_LAST_MS);
  }
}

/**
 * Runs the program that fills the index or writes lost files again; returns why it failed. What
 * compiling takes in memory ends with its process.
 */
export async function fillInChildProcess(
  { store, program }: Pick<RepairOptions, 'store' | 'program'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const child = forkProcess(program, { execArgv: NODE_OPTIONS, serialization: 'json' });
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  const failure = await readProcessFailure(child);
  signal?.removeEventListener('abort', kill);
  return findLack(store) === undefined ? undefined : failure;
}

function readProcessFailure(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.on('message', (message) => resolve(String(message)));
  child.on('error', (error) => resolve(error.message));
  child.on('exit', (code, signal) => resolve(`its process ended with ${signal ?? `code ${code}`}`));
  return promise;
}

const MESSAGES = {
  content: {
    start: ({ indexPath }: Store, contentDir: string) =>
      `${indexPath} holds no content. It is filled from ${contentDir}; until then the answer is 503.`,
    end: ({ indexPath }: Store) => `${indexPath} is filled; the site answers again.`,
    failed: ({ indexPath }: Store) => `${indexPath} can't be filled`,
  },
  files: {
    start: (_: Store, contentDir: string) =>
      `Lost files of pictures or downloads are written again from ${contentDir}; until then their answer is 503.`,
    end: () => 'The lost files are there again.',
    failed: () => "Lost files can't be written again",
  },
};

function findLack(store: Store): keyof typeof MESSAGES | undefined {
  if (!isIndexFilled(store)) return 'content';
  return store.media.isDamaged() ? 'files' : undefined;
}

export function isIndexFilled(store: Store): boolean {
  try {
    return store.index.isFilled();
  } catch {
    // An unreadable index is replaced by the process that fills it.
    return false;
  }
}

async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

export type TraceFailure = (error: unknown) => unknown;

/** Verifying the whole index takes 0.1 s, and a bug may fail on every request. */
const VERIFIED_FOR_MS = 5_000;
/** Requests that failed on the old index may report it after the new one was opened. */
const REPLACED_FOR_MS = 5_000;

/** A lack of descriptors fails many requests in a short time. */
const SHORTAGE_NOTE_MS = 10_000;

/**
 * `traceFailure` replaces a damaged index and then returns a `StoreUnavailableError`; for a lack of
 * descriptors it calls `freeDescriptors`, so that there are some for the next request, and returns
 * a `DescriptorShortageError`. `noteFailure` logs failed renewals.
 */
export function createFailureTracing(
  store: Store,
  readLog: () => FastifyBaseLogger,
  freeDescriptors: () => void,
) {
  const isIndexLost = createIndexCheck(store);
  const shortages = { count: 0 };
  const noteShortage = createShortageNotes(shortages, readLog);
  const traceFailure: TraceFailure = (error) => {
    if (isDescriptorShortage(error)) {
      freeDescriptors();
      noteShortage(error);
      return new DescriptorShortageError({ cause: error });
    }
    if (error instanceof Error && 'statusCode' in error) return error;
    try {
      return isIndexLost()
        ? new StoreUnavailableError('The index was damaged.', { cause: error })
        : error;
    } catch {
      // A closed store or a failing disk doesn't mean that the index is damaged.
      return error;
    }
  };
  const noteFailure = (thrown: unknown): void => {
    const error = traceFailure(thrown);
    if (!(error instanceof StoreUnavailableError || error instanceof DescriptorShortageError))
      readLog().error({ err: error }, 'a cached answer could not be renewed');
  };
  return { traceFailure, noteFailure, shortages };
}

function createShortageNotes(shortages: { count: number }, readLog: () => FastifyBaseLogger) {
  let notedAt = Number.NEGATIVE_INFINITY;
  return (error: unknown): void => {
    shortages.count += 1;
    if (performance.now() - notedAt < SHORTAGE_NOTE_MS) return;
    notedAt = performance.now();
    readLog().warn(
      { err: error },
      'answered with 503: there are too few file descriptors; raise the limit of open files (ulimit -n, LimitNOFILE)',
    );
  };
}

function createIndexCheck(store: Store): () => boolean {
  let fileCount = store.index.fileCount();
  let replacedAt = Number.NEGATIVE_INFINITY;
  let verifiedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    const isDue = now - verifiedAt > VERIFIED_FOR_MS;
    if (isDue) replaceDamagedIndex(store);
    const isFilled = store.index.isFilled();
    if (store.index.fileCount() !== fileCount) replacedAt = now;
    fileCount = store.index.fileCount();
    const isLost = !isFilled || now - replacedAt < REPLACED_FOR_MS;
    if (isDue && !isLost) verifiedAt = now;
    return isLost;
  };
}

/** Writes warnings in the format of the application's log; `name` is the process's. */
export function createLineLog(name: string): Log {
  return (msg) =>
    console.log(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, name, msg }));
}
