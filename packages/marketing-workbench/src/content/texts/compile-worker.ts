/** The entry file of the worker pool's threads: compiles each batch that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { createTextCompiler, type TextSource } from './compile-text.ts';

const compileText = createTextCompiler(workerData);

parentPort?.on('message', (sources: readonly TextSource[]) => {
  parentPort?.postMessage(sources.map(compileText));
});
