import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

export type Load = { readonly requestsPerSecond: number; readonly p50Ms: number; readonly p99Ms: number };

type LoadOptions = {
  readonly seconds: number;
  readonly connections?: number;
  /** Uncompressed otherwise. */
  readonly isCompressed?: boolean;
};

/** What browsers send that an answer depends on. */
export const READER_HEADERS = { 'accept-encoding': 'br' };

const HEADER_OPTIONS = Object.entries(READER_HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
const CONNECTIONS = 50;
const AUTOCANNON = 'autocannon@8.0.0';

/** As many requests as the server can answer, by wrk where it is installed, else by autocannon, which itself is the limit. */
export async function measureLoad(url: string, options: LoadOptions): Promise<Load> {
  if (!hasWrk()) return measureWithAutocannon(url, options);
  const { seconds, connections = CONNECTIONS, isCompressed = true } = options;
  const { stdout } = await promisify(execFile)('wrk', [
    ...[
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      ...(isCompressed ? HEADER_OPTIONS : []),
      url,
    ],
  ]);
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (refused !== undefined) throw new Error(`${url}: ${refused} answers were no success.`);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50Ms: parseMilliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
    p99Ms: parseMilliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
  };
}

function hasWrk(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

async function measureWithAutocannon(
  url: string,
  { seconds, connections = CONNECTIONS, isCompressed = true }: LoadOptions,
): Promise<Load> {
  const { stdout } = await promisify(execFile)('npm', [
    ...['exec', '--yes', '--', AUTOCANNON, '--json'],
    ...['-c', String(connections), '-d', String(seconds)],
    ...[...(isCompressed ? HEADER_OPTIONS : []), url],
  ]);
  const { requests, latency } = JSON.parse(stdout);
  return { requestsPerSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 };
}

function parseMilliseconds(text = ''): number {
  const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };
  const [, number, unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * (units[unit] ?? Number.NaN);
}
