import type { ChildProcess, ForkOptions } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from '../config.ts';
import type { CardCut } from '../site/card-addresses.ts';
import type { Card } from '../site/cards.ts';
import type { CardBrand } from './draw-card.ts';

export type DrawingRequest = {
  readonly card: Card;
  readonly cut: CardCut;
  readonly brand: CardBrand;
  readonly path: string;
};

/** `path` is the file that was written, or could not be written because of `error`. */
export type DrawingReply = { readonly path: string; readonly error?: string };

const PROGRAM = findProgram('card-process');
const FONTS = join(import.meta.dirname, 'fonts.conf');
/** An idle process exits after this time and frees its memory. */
const IDLE_MS = 5_000;
/** A card takes a tenth of a second. A process that does not answer for this long is killed. */
const ANSWER_TIMEOUT_MS = 60_000;

export type ForkProgram = (program: string, options: ForkOptions) => ChildProcess;

/**
 * Controls the process that draws cards. It starts with the first request and stops when it is
 * idle.
 */
export function createDrawingProcess(fork: ForkProgram) {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const setTimer = (callback: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(callback, ms).unref();
  };
  // The exit event rejects the requests that wait.
  const kill = () => child?.kill('SIGKILL');
  const stop = () => {
    child?.kill();
    child = undefined;
  };
  const settle = ({ path, error }: DrawingReply) => {
    const request = waiting.get(path);
    waiting.delete(path);
    if (error === undefined) request?.resolve();
    else request?.reject(new Error(error));
    if (waiting.size === 0) setTimer(stop, IDLE_MS);
    else setTimer(kill, ANSWER_TIMEOUT_MS);
  };
  const start = (): ChildProcess => {
    const started = startProcess(fork, settle);
    const end = (error = 'The process that draws cards has exited.') => {
      if (child !== undefined && child !== started) return;
      child = undefined;
      for (const path of waiting.keys()) settle({ path, error });
    };
    started.once('exit', () => end());
    // A process that could not be started emits no exit event.
    started.once('error', (error) => end(error.message));
    return started;
  };
  return {
    draw: (request: DrawingRequest): Promise<void> => {
      child ??= start();
      if (waiting.size === 0) setTimer(kill, ANSWER_TIMEOUT_MS);
      const { path } = request;
      const result = Promise.withResolvers<void>();
      waiting.set(path, result);
      // Without a channel the process could not be started, and says so next.
      if (child.connected)
        child.send(request, (error) => error !== null && settle({ path, error: error.message }));
      return result.promise;
    },
    stop,
  };
}

function startProcess(fork: ForkProgram, onReply: (reply: DrawingReply) => void): ChildProcess {
  const child = fork(PROGRAM, {
    env: { FONTCONFIG_FILE: FONTS, PANGOCAIRO_BACKEND: 'fontconfig' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  child.on('message', onReply);
  // The server exits without waiting for pictures.
  child.unref();
  child.channel?.unref();
  return child;
}
