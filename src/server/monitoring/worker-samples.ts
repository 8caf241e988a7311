import { setTimeout as wait } from 'node:timers/promises';
import { mergeSamples, type Samples, selectTotals } from './families.ts';

/** A worker that doesn't report within this time, as its event loop is busy, counts with its last report. */
const REPORT_WITHIN_MS = 1_000;

type Channel = {
  readonly listWorkers: () => readonly number[];
  /** Asks a worker for its samples. */
  readonly ask: (worker: number, report: number) => void;
  readonly readOwn: () => Samples;
};

type Report = { readonly worker: number; readonly report: number; readonly samples: Samples };

/** Adds up the samples of all workers and of those that exited, of which at most those since the last report are lost. */
export function createWorkerSamples({ listWorkers, ask, readOwn }: Channel) {
  const latest = new Map<number, Report>();
  let ended: Samples = {};
  let reports = 0;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const refresh = async () => {
    reports += 1;
    const report = reports;
    const isComplete = () => listWorkers().every((worker) => (latest.get(worker)?.report ?? 0) >= report);
    for (const worker of listWorkers()) ask(worker, report);
    const timeout = new AbortController();
    const late = wait(REPORT_WITHIN_MS, true, { signal: timeout.signal }).catch(() => true);
    while (!isComplete()) {
      const change = new Promise<boolean>((resolve) => void waiting.push(() => resolve(false)));
      if (await Promise.race([change, late])) break;
    }
    timeout.abort();
  };
  return {
    refresh,
    receive: (received: Report): void => {
      latest.set(received.worker, received);
      wake();
    },
    /** Call it when no message of the worker can come any more. */
    forget: (worker: number): void => {
      ended = mergeSamples([ended, selectTotals(latest.get(worker)?.samples ?? {})]);
      latest.delete(worker);
      wake();
    },
    collect: async (): Promise<Samples> => {
      await refresh();
      return mergeSamples([readOwn(), ended, ...[...latest.values()].map(({ samples }) => samples)]);
    },
  };
}
