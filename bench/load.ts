import { execFile } from 'node:child_process';
import { Agent, get, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

export type LoadResult = {
  readonly answers: number;
  readonly unanswered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How many answers had each status. */
  readonly statuses: string;
};

type Load = {
  readonly origin: string;
  readonly connections: number;
  readonly until: () => boolean;
  readonly nextPath: () => string;
  /** Pause between two requests of a connection. */
  readonly pauseMs?: number;
  /** Whether each request opens a new connection, which then counts as part of its latency. */
  readonly isConnectionNew?: boolean;
};

/** A request without an answer after this long counts as unanswered. */
const TIMEOUT_MS = 15_000;

export async function runLoad(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: load.isConnectionNew !== true, maxSockets: load.connections });
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let unanswered = 0;
  const runConnection = async () => {
    while (!load.until()) {
      const start = performance.now();
      const status = await sendRequest(`${load.origin}${load.nextPath()}`, agent);
      if (status === undefined) unanswered += 1;
      else {
        statuses[status] = (statuses[status] ?? 0) + 1;
        times.push(performance.now() - start);
      }
      if (load.pauseMs !== undefined) await setTimeout(load.pauseMs);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, runConnection));
  agent.destroy();
  const { p50Ms, p99Ms } = summariseTimes(times);
  return { answers: times.length, unanswered, p50Ms, p99Ms, statuses: JSON.stringify(statuses) };
}

export function summariseTimes(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50Ms: percentile(0.5), p99Ms: percentile(0.99), maxMs: percentile(1) };
}

export function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}

function sendRequest(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
    sent.on('error', () => undefined);
    sent.on('close', () => resolve(undefined));
    sent.end();
  });
}

export type Throughput = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

export type WrkOptions = {
  readonly seconds: number;
  readonly connections: number;
  /** Asks for Brotli, as browsers do. */
  readonly isCompressed: boolean;
};

/** As many requests as the server answers, counted by wrk (Debian: `apt-get install wrk`). */
export async function measureThroughput(
  url: string,
  { seconds, connections, isCompressed }: WrkOptions,
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

/** With the bytes as they are sent, which may be compressed. Throws for any status except 200. */
export function fetchAnswer(
  url: string,
  encoding: string,
): Promise<{ readonly bytes: Buffer; readonly headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers: { 'Accept-Encoding': encoding } }, async (response) => {
      const bytes = await buffer(response);
      if (response.statusCode === 200) resolve({ bytes, headers: response.headers });
      else reject(new Error(`${url} answers ${response.statusCode}`));
    });
    sent.on('error', reject);
  });
}
