import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export type LoadResult = {
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
  readonly unanswered: number;
};

type Load = {
  readonly origin: string;
  readonly connections: number;
  readonly until: () => boolean;
  /** The path and query of each request in turn. */
  readonly nextPath: () => string;
  /** Pause between two requests of a connection. */
  readonly pauseMs?: number;
  /** Whether each request opens a new connection, which then counts as part of its latency. */
  readonly isConnectionNew?: boolean;
};

/** A request without an answer after this long counts as unanswered. */
const TIMEOUT_MS = 15_000;

/** Sends requests, one at a time on each connection. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: load.isConnectionNew !== true, maxSockets: load.connections });
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let unanswered = 0;
  const runConnection = async () => {
    while (!load.until()) {
      const start = performance.now();
      const status = await ask(`${load.origin}${load.nextPath()}`, agent);
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
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { statuses, p50Ms: percentile(0.5), p99Ms: percentile(0.99), answers: times.length, unanswered };
}

/** A function that becomes true after this time, for `until`. */
export function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}

function ask(url: string, agent: Agent): Promise<number | undefined> {
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
