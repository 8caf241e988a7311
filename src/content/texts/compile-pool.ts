import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ShownImage } from '../images/shown-images.ts';
import type { Standard } from '../standard.ts';
import type { CompiledText, TextSource } from './compile-text.ts';
import { loadTextCompiler } from './load-text-compiler.ts';

/** What a thread is told before its first text. */
export type WorkerTask = {
  readonly images: readonly [file: string, image: ShownImage | undefined][];
  readonly standard: Standard | undefined;
};
export type WorkerReply = readonly CompiledText[];

/** More threads wait for the one that writes. */
const THREADS_MAX = 8;

/** Megabytes: a thread with little room collects its garbage more often, and the process stays small. */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 96 };

/** So that a thread has work while this one is busy itself. */
const BATCHES_AHEAD = 2;

type OnCompiled<Batch> = (batch: Batch, texts: WorkerReply) => void;

/** Compiles batches on as many threads as there are cores, this one among them; `onCompiled` gets each as it is done. */
export async function compileOnThreads<Batch extends readonly TextSource[]>(
  batches: Iterable<Batch>,
  task: WorkerTask,
  onCompiled: OnCompiled<Batch>,
): Promise<void> {
  // All threads take from the one iterator, so that each is given the next batch when it is done with its last.
  const waiting = batches[Symbol.iterator]();
  const others = Math.min(availableParallelism(), THREADS_MAX) - 1;
  try {
    await Promise.all([
      ...Array.from({ length: others }, () => runThread(waiting, task, onCompiled)),
      compileHere(waiting, task, onCompiled),
    ]);
  } catch (error) {
    waiting.return?.();
    throw error;
  }
}

async function runThread<Batch extends readonly TextSource[]>(
  waiting: Iterator<Batch>,
  task: WorkerTask,
  onCompiled: OnCompiled<Batch>,
): Promise<void> {
  const worker = new Worker(new URL('compile-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
  });
  const underWay: Batch[] = [];
  const giveNext = () => {
    const next = waiting.next();
    if (next.done === true) return;
    underWay.push(next.value);
    worker.postMessage(next.value);
  };
  try {
    const replies = on(worker, 'message');
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead += 1) giveNext();
    for (let [batch] = underWay; batch !== undefined; [batch] = underWay) {
      const { value: [texts] = [] } = await replies.next();
      underWay.shift();
      giveNext();
      onCompiled(batch, texts ?? []);
    }
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    // A text can need more memory than a thread's limit; this thread has no such limit.
    await compileHere(underWay[Symbol.iterator](), task, onCompiled);
    await runThread(waiting, task, onCompiled);
  } finally {
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

async function compileHere<Batch extends readonly TextSource[]>(
  waiting: Iterator<Batch>,
  { images, standard }: WorkerTask,
  onCompiled: OnCompiled<Batch>,
): Promise<void> {
  const compileText = loadTextCompiler().createTextCompiler({ images: new Map(images), standard });
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
    onCompiled(next.value, next.value.map(compileText));
    await setImmediate();
  }
}
