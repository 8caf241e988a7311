import { execFile } from 'node:child_process';
import { Agent, get, type IncomingMessage } from 'node:http';
import { get as getWithTls, Agent as TlsAgent } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

type Readers = {
  readonly origin: string;
  readonly connections: number;
  /** Pause between two requests of a connection. */
  readonly pauseMs: number;
  /** Whether each request opens a new connection, which then counts as part of its latency. */
  readonly isConnectionNew: boolean;
  /** The address from which readers connect; by default the system chooses it. */
  readonly localAddress?: string;
  /** They read until this ends. */
  readonly meanwhile: Promise<unknown>;
  readonly nextPath: () => string;
};

/** A request without an answer after this long counts as unanswered. */
const TIMEOUT_MS = 15_000;

/** Returns what readers with pauses wait for their answers. */
export async function measureReaders(readers: Readers) {
  const { origin, connections, pauseMs, meanwhile, nextPath } = readers;
  const agent = createAgent(readers);
  const times: number[] = [];
  let unanswered = 0;
  let refused = 0;
  let isOver = false;
  const runConnection = async () => {
    while (!isOver) {
      const start = performance.now();
      const status = await requestStatus(`${origin}${nextPath()}`, agent);
      if (status === undefined) unanswered += 1;
      else if (status === 503) refused += 1;
      else times.push(performance.now() - start);
      await setTimeout(pauseMs);
    }
  };
  const reading = Promise.all(Array.from({ length: connections }, runConnection));
  await meanwhile.finally(() => {
    isOver = true;
  });
  await reading;
  agent.destroy();
  return { answers: times.length, unanswered, refused, ...summariseTimes(times) };
}

function createAgent({ origin, connections, isConnectionNew, localAddress }: Readers): Agent {
  const options = { keepAlive: !isConnectionNew, maxSockets: connections, localAddress };
  if (!isEncrypted(origin)) return new Agent(options);
  // Each new connection makes a whole handshake, whatever the certificate.
  return new TlsAgent({ ...options, maxCachedSessions: 0, rejectUnauthorized: false });
}

function isEncrypted(url: string): boolean {
  return url.startsWith('https:');
}

/** Returns undefined if there is no answer. */
function requestStatus(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = (isEncrypted(url) ? getWithTls : get)(
      url,
      { agent, headers: { 'Accept-Encoding': 'br' } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      },
    );
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
    sent.on('error', () => undefined);
    sent.on('close', () => resolve(undefined));
  });
}

export function summariseTimes(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50Ms: percentile(0.5), p99Ms: percentile(0.99), maxMs: percentile(1) };
}

export type WrkOptions = {
  readonly seconds: number;
  readonly connections: number;
  /** Asks for Brotli, as browsers do. */
  readonly isCompressed: boolean;
};

/** In an address for wrk, this number stands for one that differs in each request. */
export const COUNTER = 1_234_567_890;

/**
 * Sends requests to these paths in turn, as many as the server answers, and counts them with wrk
 * (Debian: `apt-get install wrk`).
 */
export async function measureThroughput(
  origin: string,
  paths: readonly string[],
  options: WrkOptions,
) {
  const { seconds, connections, isCompressed } = options;
  const header = isCompressed ? ['-H', 'Accept-Encoding: br'] : [];
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...header,
    `${origin}${paths[0]}`,
  ];
  const isStatic = paths.length === 1 && !paths[0]?.includes(`${COUNTER}`);
  const script = isStatic
    ? []
    : ['-s', join(import.meta.dirname, 'paths.lua'), '--', `${COUNTER}`, ...paths];
  const { stdout } = await promisify(execFile)('wrk', [...args, ...script]).catch((error) => {
    throw error.code === 'ENOENT'
      ? new Error('wrk is not installed; on Debian: apt-get install wrk')
      : error;
  });
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? '0';
  return {
    perSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p50Ms: parseMs(find(/^\s+50%\s+(\S+)/m)),
    p99Ms: parseMs(find(/^\s+99%\s+(\S+)/m)),
    notOk: Number(find(/Non-2xx or 3xx responses: (\d+)/)),
    failed: stdout.match(/^failed$/gm)?.length ?? 0,
    unanswered: find(/Socket errors: (.*)/),
  };
}

export type Throughput = Awaited<ReturnType<typeof measureThroughput>>;

/** The best of these runs counts: other processes on the machine can only slow a run down. */
const ROUNDS = 3;

export type LoadTarget = { readonly origin: string; readonly paths: readonly string[] };

/**
 * Measures the targets in turn, so that a slow moment of the machine affects all; returns the best
 * run of each.
 */
export async function measureInTurns(
  targets: readonly LoadTarget[],
  options: WrkOptions,
  rounds = ROUNDS,
): Promise<readonly Throughput[]> {
  for (const { origin, paths } of targets)
    await measureThroughput(origin, paths, { ...options, seconds: 1 });
  const best: Throughput[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { origin, paths }] of targets.entries()) {
      const run = await measureThroughput(origin, paths, options);
      if (run.perSecond > (best[index]?.perSecond ?? 0)) best[index] = run;
    }
  }
  return best;
}

function parseMs(text: string): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * (unit === 'us' ? 0.001 : unit === 's' ? 1_000 : 1);
}

/**
 * Returns the bytes as they are sent, which may be compressed. Throws for any status except 200.
 */
export async function fetchEncoded(url: string, encoding: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding } }, resolve).on('error', reject);
  });
  const bytes = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
  return { bytes, headers: response.headers };
}
