import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Gives this process the lowest priority, so that publishing doesn't slow down a server on the same machine. Linux has a
 * priority for each thread, and the garbage collector's threads exist already; threads to come inherit it.
 */
export function lowerPriority(): void {
  for (const thread of listThreads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Some systems don't allow it.
    }
  }
}

/** 0 is the calling thread. */
function listThreads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}

/** Collects garbage before the heap has grown by more than 30 %. */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
