import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Throughput = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

type Options = {
  readonly seconds: number;
  readonly connections?: number;
  /** By default with Brotli, as browsers ask. */
  readonly isCompressed?: boolean;
};

/** As many requests as the server answers, counted by wrk (Debian: `apt-get install wrk`). */
export async function measureThroughput(
  url: string,
  { seconds, connections = 50, isCompressed = true }: Options,
): Promise<Throughput> {
  const header = isCompressed ? ['-H', 'Accept-Encoding: br'] : [];
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...header, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (failed !== undefined) throw new Error(`${url}: ${failed} answers were errors.`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50Ms: parseMs(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
    p99Ms: parseMs(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
  };
}

function parseMs(text = ''): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * (unit === 'us' ? 0.001 : unit === 's' ? 1_000 : 1);
}
