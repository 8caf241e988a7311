import { setImmediate } from 'node:timers/promises';

export type BackgroundWork = ReturnType<typeof createBackgroundWork>;

type Task = {
  readonly name: string;
  readonly isUrgent?: boolean;
  readonly run: () => Promise<unknown>;
};

/** Runs named tasks one at a time, urgent ones first. */
export function createBackgroundWork(onFailure: (error: unknown) => void) {
  const urgent = new Map<string, Task>();
  const others = new Map<string, Task>();
  let working: Promise<void> | undefined;
  let isStopped = false;
  const work = async () => {
    for (;;) {
      await setImmediate();
      const task = takeFirst(urgent, others);
      if (task === undefined) break;
      try {
        await task.run();
      } catch (error) {
        if (!isStopped) onFailure(error);
      }
    }
    working = undefined;
  };
  return {
    /** Replaces a waiting task of the same name. */
    add: (task: Task): void => {
      if (isStopped) return;
      (task.isUrgent ? urgent : others).set(task.name, task);
      working ??= work();
    },
    /** Drops waiting tasks and resolves when the running one is done. */
    stop: async (): Promise<void> => {
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
