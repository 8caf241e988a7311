import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Number of answers by status, and all latencies in milliseconds, unsorted. */
export type LoadResult = {
  readonly statuses: Readonly<Record<string, number>>;
  readonly times: readonly number[];
  readonly unanswered: number;
};

type Load = {
  readonly port: number;
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
const PATIENCE_MS = 15_000;

/** Sends requests over plain sockets, which use less processor time than an HTTP client would. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let unanswered = 0;
  const note = (status: string | undefined, milliseconds: number) => {
    if (status === undefined) {
      unanswered += 1;
      return;
    }
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(milliseconds);
  };
  const runConnection = async () => {
    let exchange = openExchange(load.port);
    while (!load.until()) {
      const start = performance.now();
      if (exchange.isClosed()) exchange = openExchange(load.port);
      const status = await exchange.ask(load.nextPath());
      if (load.isConnectionNew) exchange.close();
      note(status, performance.now() - start);
      if (load.pauseMs !== undefined) await setTimeout(load.pauseMs);
    }
    exchange.close();
  };
  await Promise.all(Array.from({ length: load.connections }, runConnection));
  return { statuses, times, unanswered };
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** One connection, one request at a time; `ask` resolves with the status, or undefined if no answer came. */
function openExchange(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let received = '';
  let settle: (status: string | undefined) => void = () => undefined;
  socket.setEncoding('latin1');
  socket.on('data', (text) => {
    received += text;
    const status = readWhole(received);
    if (status === undefined) return;
    received = '';
    settle(status);
  });
  socket.on('error', () => settle(undefined));
  socket.on('close', () => settle(undefined));
  return {
    ask: (path: string): Promise<string | undefined> =>
      new Promise((resolve) => {
        const timer = globalThis.setTimeout(() => {
          socket.destroy();
          settle(undefined);
        }, PATIENCE_MS);
        settle = (status) => {
          clearTimeout(timer);
          resolve(status);
        };
        if (socket.destroyed) return settle(undefined);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
      }),
    isClosed: () => socket.destroyed,
    close: () => void socket.destroy(),
  };
}

/** The status of the answer once it is complete; undefined until then. */
function readWhole(received: string): string | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = received.slice(0, headEnd);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return received.length - headEnd - 4 >= length ? head.slice(9, 12) : undefined;
}
