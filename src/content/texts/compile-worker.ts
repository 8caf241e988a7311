/** Compiles texts on a thread of its own for the pool that started it. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerReply, WorkerTask } from './compile-pool.ts';
import { createTextCompiler, type TextSource } from './compile-text.ts';

giveWay();
const { images, standard }: WorkerTask = workerData;
const compileText = createTextCompiler({ images: new Map(images), standard });

parentPort?.on('message', (sources: readonly TextSource[]) => {
  const texts: WorkerReply = sources.map(compileText);
  parentPort?.postMessage(texts);
});

/** Lets whoever serves readers on this machine go first. To Linux, this thread alone is meant. */
function giveWay(): void {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Where a system does not allow it, all is as if nothing had been asked for.
  }
}
