import { ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Starting a process takes a pair of sockets and a pair of pipes. */
const PROCESS_DESCRIPTORS = 4;

/** `isDescriptorShortage` recognises the message by its code. */
export const TOO_FEW_DESCRIPTORS =
  'EMFILE: too few file descriptors are free to start a process; raise the limit of open files';

/**
 * Returns whether enough descriptors are free to start a process. Node never closes the channel of
 * a process that it could start only halfway, so each such attempt would leave fewer descriptors,
 * until none are left.
 */
export function hasDescriptorsForProcess(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < PROCESS_DESCRIPTORS) opened.push(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/**
 * Starts the program. If too few descriptors are free, returns a process that never starts and emits
 * `error`, as `fork` does for a program that it can't start.
 */
export function forkProcess(program: string, options: ForkOptions): ChildProcess {
  if (hasDescriptorsForProcess()) return fork(program, options);
  const notStarted = new ChildProcess();
  process.nextTick(() => notStarted.emit('error', new Error(TOO_FEW_DESCRIPTORS)));
  return notStarted;
}
