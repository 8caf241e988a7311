import { setImmediate } from 'node:timers/promises';

/** Tasks by name that are done one at a time, between the requests; the urgent ones first. */
export type BackgroundWork = {
  /** A task of the same name that waits is replaced. */
  readonly add: (task: Task) => void;
  /** Drops what waits, for good, and settles when what is under way is done. */
  readonly stop: () => Promise<void>;
};

type Task = { readonly name: string; readonly isUrgent?: boolean; readonly run: () => Promise<unknown> };

/** `onFailure` is told of a task that failed; the others go on. */
export function createBackgroundWork(onFailure: (error: unknown) => void): BackgroundWork {
  const urgent = new Map<string, Task>();
  const others = new Map<string, Task>();
  let working: Promise<void> | undefined;
  let isStopped = false;
  const work = async () => {
    for (;;) {
      await setImmediate();
      const task = takeFirst(urgent, others);
      if (task === undefined) break;
      await task.run().catch(onFailure);
    }
    working = undefined;
  };
  return {
    add: (task) => {
      if (isStopped) return;
      (task.isUrgent ? urgent : others).set(task.name, task);
      working ??= work();
    },
    stop: async () => {
      isStopped = true;
      urgent.clear();
      others.clear();
      await working;
    },
  };
}

function takeFirst(...queues: readonly Map<string, Task>[]): Task | undefined {
  for (const queue of queues) {
    for (const [name, task] of queue) {
      queue.delete(name);
      return task;
    }
  }
  return undefined;
}
