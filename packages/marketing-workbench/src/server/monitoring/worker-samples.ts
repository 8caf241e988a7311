import { setTimeout as wait } from 'node:timers/promises';
import { mergeSamples, type Samples, selectTotals } from './families.ts';

/**
 * A worker that doesn't report within this time, as its event loop is busy, counts with its last
 * report.
 */
const REPORT_WITHIN_MS = 1_000;

type WorkerChannel = {
  readonly listWorkers: () => readonly number[];
  /** Asks a worker for its samples. */
  readonly ask: (worker: number, report: number) => void;
  readonly readOwn: () => Samples;
};

type WorkerReport = { readonly worker: number; readonly report: number; readonly samples: Samples };

/**
 * Adds up the samples of all workers and of those that exited, of which at most those since the
 * last report are lost.
 */
export function createWorkerSamples({ listWorkers, ask, readOwn }: WorkerChannel) {
  const latest = new Map<number, WorkerReport>();
  let ended: Samples = {};
  let reports = 0;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  /**
   * Runs when a worker exits. `disconnect` would not do: it never comes from a worker that was
   * killed while it sent a message.
   */
  const keepTotalsOfEnded = () => {
    const present = new Set(listWorkers());
    for (const [worker, { samples }] of latest) {
      if (present.has(worker)) continue;
      ended = mergeSamples([ended, selectTotals(samples)]);
      latest.delete(worker);
    }
  };
  const refresh = async () => {
    keepTotalsOfEnded();
    reports += 1;
    const report = reports;
    const isComplete = () =>
      listWorkers().every((worker) => (latest.get(worker)?.report ?? 0) >= report);
    for (const worker of listWorkers()) ask(worker, report);
    const change = () => new Promise<boolean>((resolve) => void waiting.push(() => resolve(false)));
    await waitForReports(isComplete, change);
  };
  return {
    refresh,
    receive: (received: WorkerReport): void => {
      // A message can come after the end of its channel; the worker's totals are in `ended` by
      // then.
      if (!listWorkers().includes(received.worker)) return;
      latest.set(received.worker, received);
      wake();
    },
    collect: async (): Promise<Samples> => {
      await refresh();
      keepTotalsOfEnded();
      return mergeSamples([
        readOwn(),
        ended,
        ...[...latest.values()].map(({ samples }) => samples),
      ]);
    },
  };
}

/** Resolves when the reports are complete, or `REPORT_WITHIN_MS` later. */
async function waitForReports(
  isComplete: () => boolean,
  change: () => Promise<boolean>,
): Promise<void> {
  const timeout = new AbortController();
  const late = wait(REPORT_WITHIN_MS, true, { signal: timeout.signal }).catch(() => true);
  while (!isComplete()) if (await Promise.race([change(), late])) break;
  timeout.abort();
}
