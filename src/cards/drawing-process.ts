import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Card, CardCut } from '../site/cards.ts';
import { fontConfigPath } from './fonts.ts';

export type DrawingRequest = {
  readonly card: Card;
  readonly cut: CardCut;
  /** Where the picture is to be put. */
  readonly path: string;
};

/** Names the picture that is there now, or that could not be drawn. */
export type DrawingReply = {
  readonly path: string;
  readonly error?: string;
  /** The characters that no typeface has, and that it was drawn without. */
  readonly missing?: string;
};

export type DrawingProcess = {
  /** Resolves once the picture is on the disk. */
  readonly draw: (request: DrawingRequest) => Promise<void>;
  readonly stop: () => void;
};

const PROGRAM = join(import.meta.dirname, '../card-process.ts');
/** How long the process waits for more, so that the memory it takes is soon free again. */
const REST_MS = 5_000;
/** A card takes a tenth of a second, and the first one a second. A process that is silent for so long is ended. */
const SILENCE_MAX_MS = 60_000;

/** Told of a picture that had to be drawn without these characters. */
type OnMissing = (path: string, letters: string) => void;
type Asker = { readonly resolve: () => void; readonly reject: (error: Error) => void };

/** A process that draws, started with the first request and ended when none has come for a while. */
export function createDrawingProcess(fonts: string, onMissing: OnMissing): DrawingProcess {
  const askers = new Map<string, Asker>();
  const setAlarm = createAlarm();
  let child: ChildProcess | undefined;
  const settle = ({ path, error, missing }: DrawingReply) => {
    if (missing !== undefined) onMissing(path, missing);
    const asker = askers.get(path);
    askers.delete(path);
    if (error === undefined) asker?.resolve();
    else asker?.reject(new Error(error));
    if (askers.size === 0) setAlarm(REST_MS, stop);
    else setAlarm(SILENCE_MAX_MS, kill);
  };
  // Those who wait are told when it has ended.
  const kill = () => child?.kill('SIGKILL');
  const stop = () => {
    child?.kill();
    child = undefined;
  };
  const start = (): ChildProcess => {
    const started = startProcess(fonts, settle);
    started.once('exit', () => {
      if (child !== undefined && child !== started) return;
      child = undefined;
      for (const path of askers.keys()) settle({ path, error: 'The process that draws cards has ended.' });
    });
    return started;
  };
  return {
    draw: (request) =>
      new Promise((resolve, reject) => {
        child ??= start();
        const { path } = request;
        if (askers.size === 0) setAlarm(SILENCE_MAX_MS, kill);
        askers.set(path, { resolve, reject });
        child.send(request, (error) => error !== null && settle({ path, error: error.message }));
      }),
    stop,
  };
}

/** One alarm, which each setting puts off. */
function createAlarm(): (ms: number, ring: () => void) => void {
  let timer: NodeJS.Timeout | undefined;
  return (ms, ring) => {
    clearTimeout(timer);
    timer = setTimeout(ring, ms).unref();
  };
}

function startProcess(fonts: string, onReply: (reply: DrawingReply) => void): ChildProcess {
  const child = fork(PROGRAM, [fonts], {
    env: { FONTCONFIG_FILE: fontConfigPath(fonts), PANGOCAIRO_BACKEND: 'fontconfig' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  child.on('message', onReply);
  // What can't be started or reached has ended, which is told to those who wait.
  child.on('error', () => child.emit('exit'));
  // A server that is told to end doesn't wait for pictures.
  child.unref();
  child.channel?.unref();
  return child;
}
