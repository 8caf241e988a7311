import { on } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { findProgram } from '../../config.ts';
import type { CompileContext, CompiledText, TextSource } from './compile-text.ts';

/**
 * Limit for threads; with more of them, the one that writes to the cache would be the bottleneck.
 */
const THREADS_MAX = 8;

/**
 * Memory limits in megabytes. A small heap collects its garbage more often, which keeps the process
 * small.
 */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 96 };

/**
 * A thread has a second batch queued, so that it does not wait while the main thread compiles one
 * itself.
 */
const BATCHES_QUEUED = 2;

type TextBatch = readonly TextSource[];
export type OnCompiled = (batch: TextBatch, texts: readonly CompiledText[]) => void;

/**
 * Compiles batches on one thread per core, the main thread included; `onCompiled` gets each batch
 * when it is done.
 */
export async function compileOnThreads(
  batches: Iterable<TextBatch>,
  context: CompileContext,
  onCompiled: OnCompiled,
): Promise<void> {
  // All threads share one iterator: a thread that is done takes the next batch.
  const waiting = batches[Symbol.iterator]();
  const others = Math.min(availableParallelism(), THREADS_MAX) - 1;
  try {
    await Promise.all([
      ...Array.from({ length: others }, () => runThread(waiting, context, onCompiled)),
      compileOnMainThread(waiting, context, onCompiled),
    ]);
  } catch (error) {
    waiting.return?.();
    throw error;
  }
}

/** Loads the Markdown compiler on first use: a run in which no text changed starts without it. */
export function loadTextCompiler(): typeof import('./compile-text.ts') {
  // Synchronous, because texts are read within a transaction.
  return createRequire(import.meta.url)(findProgram('content/texts/compile-text'));
}

async function runThread(
  waiting: Iterator<TextBatch>,
  { images, downloads, standard, site }: CompileContext,
  onCompiled: OnCompiled,
): Promise<void> {
  const workerData: CompileContext = { images, downloads, standard, site };
  const worker = new Worker(findProgram('content/texts/compile-worker'), {
    workerData,
    resourceLimits: LIMITS,
  });
  const queue: TextBatch[] = [];
  const sendNext = () => {
    const next = waiting.next();
    if (next.done === true) return;
    queue.push(next.value);
    worker.postMessage(next.value);
  };
  try {
    const replies = on(worker, 'message');
    for (let count = 0; count < BATCHES_QUEUED; count += 1) sendNext();
    for (let [batch] = queue; batch !== undefined; [batch] = queue) {
      const texts = await readTexts(replies);
      queue.shift();
      sendNext();
      onCompiled(batch, texts);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    // A text may need more memory than a worker thread has; the main thread has no such limit.
    await compileOnMainThread(queue.values(), workerData, onCompiled);
    await runThread(waiting, workerData, onCompiled);
  } finally {
    await worker.terminate();
  }
}

/** Reads the next batch of compiled texts. */
async function readTexts(replies: AsyncIterator<unknown[]>): Promise<readonly CompiledText[]> {
  for (;;) {
    const { done, value: [message] = [] } = await replies.next();
    if (done === true) throw new Error('A thread ended before its texts were compiled.');
    // In watch mode Node sends messages too: which modules the thread has loaded.
    if (Array.isArray(message)) return message;
  }
}

async function compileOnMainThread(
  waiting: Iterator<TextBatch>,
  context: CompileContext,
  onCompiled: OnCompiled,
): Promise<void> {
  const compileText = loadTextCompiler().createTextCompiler(context);
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
    onCompiled(next.value, next.value.map(compileText));
    await setImmediate();
  }
}
