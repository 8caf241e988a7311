import { close, constants, promises as files, fstatSync, openSync, write } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LogTarget } from '../../config.ts';

/** About 4,000 lines; further ones are dropped while the disk or the reader of a pipe is slow. */
const WAITING_BYTES_MAX = 1_000_000;
const FILE_CHUNK_BYTES = 65_536;
/** What a pipe takes as a whole, so that lines of several workers don't mix (PIPE_BUF). */
const PIPE_CHUNK_BYTES = 4_096;
const FLUSH_AFTER_MS = 200;
const RETRY_AFTER_MS = 1_000;
const FULL_PIPE_RETRY_MS = 20;
const CLOSE_WITHIN_MS = 2_000;
const NEWLINE = 10;

/** Opens a pipe without waiting for its reader. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

type LogOutput = { readonly fd: number; readonly isFile: boolean; readonly ino: number };

type LogWriterState = {
  readonly target: LogTarget;
  readonly warn: (message: string) => void;
  readonly closing: AbortController;
  waiting: Buffer[];
  waitingBytes: number;
  output: LogOutput | undefined;
  written: number;
  dropped: number;
  isFailing: boolean;
  isClosed: boolean;
};

/**
 * Appends lines in the background, whole ones also when several processes write to one file. Keeps
 * a bounded number of lines while they can't be written, drops further ones and warns once. Opens a
 * file again that was moved or removed.
 */
export function createLogWriter(target: LogTarget, warn: (message: string) => void) {
  const state: LogWriterState = {
    target,
    warn,
    closing: new AbortController(),
    waiting: [],
    waitingBytes: 0,
    output: undefined,
    written: 0,
    dropped: 0,
    isFailing: false,
    isClosed: false,
  };
  let flushing: Promise<void> | undefined;
  return {
    add: (line: string): void => {
      const bytes = Buffer.from(`${line}\n`);
      if (state.waitingBytes + bytes.length > WAITING_BYTES_MAX) {
        state.dropped += 1;
        noteFailure(state, 'its reader or disk is too slow');
        return;
      }
      state.waiting.push(bytes);
      state.waitingBytes += bytes.length;
      flushing ??= flushLines(state).finally(() => {
        flushing = undefined;
      });
    },
    /** Lines since the start. */
    readCounts: () => ({ written: state.written, dropped: state.dropped }),
    /** Writes what waits, unless that takes too long. */
    close: async (): Promise<void> => {
      state.closing.abort();
      const deadline = new AbortController();
      const late = setTimeout(CLOSE_WITHIN_MS, undefined, { signal: deadline.signal }).catch(
        () => undefined,
      );
      await Promise.race([flushing, late]);
      deadline.abort();
      state.isClosed = true;
      if (state.waiting.length > 0)
        warn(
          `The last lines of the access log could not be written: ${state.waiting.length} are lost.`,
        );
    },
  };
}

/** Throws if it can't be opened. */
export function openLog(target: LogTarget): LogOutput {
  const fd = target === 'stdout' ? 1 : openSync(target.path, FLAGS, 0o640);
  const stats = fstatSync(fd);
  return { fd, isFile: stats.isFile(), ino: stats.ino };
}

async function flushLines(state: LogWriterState): Promise<void> {
  await waitUnlessClosing(state, FLUSH_AFTER_MS);
  while (state.waiting.length > 0 && !state.isClosed) {
    const failure = await writeChunk(state);
    if (failure === undefined) noteSuccess(state);
    else if (failure === 'EAGAIN') await setTimeout(FULL_PIPE_RETRY_MS);
    else {
      noteFailure(state, failure);
      if (state.closing.signal.aborted) return;
      await waitUnlessClosing(state, RETRY_AFTER_MS);
    }
  }
}

/** Ends early when the log is closed. */
async function waitUnlessClosing({ closing }: LogWriterState, milliseconds: number): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(
    () => undefined,
  );
}

const writeBytes = promisify(write);
const closeFile = promisify(close);

/** Returns the code of the error that it failed with. */
async function writeChunk(state: LogWriterState): Promise<string | undefined> {
  try {
    const { fd, isFile } = await openMoved(state);
    const chunk = takeChunk(state, isFile ? FILE_CHUNK_BYTES : PIPE_CHUNK_BYTES);
    const { bytesWritten } = await writeBytes(fd, chunk).catch((error) => {
      putBack(state, chunk);
      throw error;
    });
    const rest = chunk.subarray(bytesWritten);
    if (rest.length > 0) putBack(state, rest);
    state.written += chunk.subarray(0, bytesWritten).filter((byte) => byte === NEWLINE).length;
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** Opens the file at the path again: logrotate moves the one that was opened. */
async function openMoved(state: LogWriterState): Promise<LogOutput> {
  const { target, output } = state;
  if (output !== undefined && (target === 'stdout' || !output.isFile)) return output;
  if (output !== undefined && target !== 'stdout') {
    const present = await files.stat(target.path).catch(() => undefined);
    if (present?.ino === output.ino) return output;
    state.output = undefined;
    await closeFile(output.fd);
  }
  state.output = openLog(target);
  return state.output;
}

/** Takes as many whole lines as fit, and one at least. */
function takeChunk(state: LogWriterState, bytesMax: number): Buffer {
  let bytes = 0;
  let count = 0;
  for (const line of state.waiting) {
    if (count > 0 && bytes + line.length > bytesMax) break;
    bytes += line.length;
    count += 1;
  }
  state.waitingBytes -= bytes;
  return Buffer.concat(state.waiting.splice(0, count));
}

function putBack(state: LogWriterState, bytes: Buffer): void {
  state.waiting.unshift(bytes);
  state.waitingBytes += bytes.length;
}

function formatTargetName(target: LogTarget): string {
  return target === 'stdout' ? 'on standard output' : target.path;
}

function noteFailure(state: LogWriterState, reason: string): void {
  if (!state.isFailing)
    state.warn(
      `The access log ${formatTargetName(state.target)} can't be written: ${reason}. Lines are dropped until it can.`,
    );
  state.isFailing = true;
}

function noteSuccess(state: LogWriterState): void {
  if (!state.isFailing || state.waitingBytes > WAITING_BYTES_MAX / 2) return;
  state.isFailing = false;
  state.warn(
    `The access log is written again; ${state.dropped} lines were dropped since the start.`,
  );
}
