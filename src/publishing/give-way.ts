import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets whoever serves readers on this machine go first. To Linux, each thread has a priority of its own, and those that
 * collect the garbage were there before this program: all get it. Those to come take it over.
 */
export function giveWay(): void {
  for (const thread of listThreads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Where a system does not allow it, all is as if nothing had been asked for.
    }
  }
}

/** 0 is the caller. */
function listThreads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}
