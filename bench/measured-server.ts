import { existsSync, readFileSync } from 'node:fs';
import { type Environment, startServerProcess } from '../tests/support/server-process.ts';
import type { Measured } from './measured-process.ts';

export type MeasuredServer = {
  readonly origin: string;
  /** Until it listens. */
  readonly start: Measured;
  /** Resident memory in megabytes, of the largest of its processes that serve. */
  readonly readMemory: () => number;
  /** Processor time of its first process since it started. */
  readonly readCpuSeconds: () => number;
  readonly stop: () => Promise<void>;
};

/** Serves a data folder by the built site, as `npm start` does after publishing, on a free port. */
export async function startMeasuredServer(environment: Environment): Promise<MeasuredServer> {
  const begin = performance.now();
  const { origin, pid, stop } = await startServerProcess(environment, console.error);
  const seconds = (performance.now() - begin) / 1_000;
  return {
    origin,
    start: { seconds, cpuSeconds: readCpuSeconds(pid), peakMegabytes: readMegabytes(pid, 'VmHWM') },
    readCpuSeconds: () => readCpuSeconds(pid),
    readMemory: () => Math.max(...listProcesses(pid).map((one) => readMegabytes(one, 'VmRSS'))),
    stop,
  };
}

function readCpuSeconds(pid: number): number {
  const times = readFromSystem(`${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  const ticks = Number(times[11]) + Number(times[12]);
  return ticks / 100;
}

function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFromSystem(`${pid}/status`))?.[1];
  return (Number(kibibytes) * 1_024) / 1e6;
}

/** The process and its workers. */
function listProcesses(pid: number): readonly number[] {
  const children = readFromSystem(`${pid}/task/${pid}/children`).trim();
  const isWorker = (child: number) => readFromSystem(`${child}/cmdline`).includes('src/worker.ts');
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number).filter(isWorker))];
}

/** What Linux says of its processes; elsewhere nothing is known, and the figures are NaN. */
function readFromSystem(path: string): string {
  return existsSync('/proc/self/status') ? readFileSync(`/proc/${path}`, 'utf8') : '';
}
