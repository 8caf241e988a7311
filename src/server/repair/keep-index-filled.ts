import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../store/store.ts';

type Options = {
  readonly store: Store;
  readonly contentDir: string;
  /** The program that is started to fill the index; it reads the same environment. */
  readonly program: string;
};

export type IndexFilling = { readonly stop: () => Promise<void> };

const LOOK_EVERY_MS = 500;
const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 60_000;
/** The same limit as for `npm run content` (scripts/bootstrap.mjs). */
const NODE_OPTIONS = ['--max-semi-space-size=8'];

/**
 * Fills the index from the content folder whenever it is unfilled, in a child process, so that the server can go on
 * answering, if only with 503. Runs in one process of a site. Failures are retried with exponential backoff.
 */
export function keepIndexFilled(options: Options): IndexFilling {
  const stopping = new AbortController();
  const stopped = keepFilling(options, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return stopped;
    },
  };
}

async function keepFilling(options: Options, signal: AbortSignal): Promise<void> {
  const { store, contentDir } = options;
  let retryMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    if (isFilled(store)) {
      retryMs = RETRY_FIRST_MS;
      await wait(LOOK_EVERY_MS, signal);
      continue;
    }
    store.log(
      `${store.indexPath} holds no content. It is filled from ${contentDir}; until then the answer is 503.`,
    );
    const failure = await fill(options, signal);
    if (signal.aborted) return;
    if (failure === undefined) {
      store.log(`${store.indexPath} is filled; the site answers again.`);
      continue;
    }
    store.log(`${store.indexPath} can't be filled: ${failure}. It is tried again in ${retryMs / 1_000} s.`);
    await wait(retryMs, signal);
    retryMs = Math.min(2 * retryMs, RETRY_LAST_MS);
  }
}

/** Why the index could not be filled; undefined if it is filled now. */
async function fill({ store, program }: Options, signal: AbortSignal): Promise<string | undefined> {
  const child = fork(program, { execArgv: NODE_OPTIONS, serialization: 'json' });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  const failure = await readFailure(child);
  signal.removeEventListener('abort', kill);
  return isFilled(store) ? undefined : failure;
}

/** The child process's error message, or how it exited. */
function readFailure(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.on('message', (message) => resolve(String(message)));
  child.on('error', (error) => resolve(error.message));
  child.on('exit', (code, signal) => resolve(`its process ended with ${signal ?? `code ${code}`}`));
  return promise;
}

function isFilled(store: Store): boolean {
  try {
    return store.index.isFilled();
  } catch {
    // An unreadable index is replaced by the process that fills it.
    return false;
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
