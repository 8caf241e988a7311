import { Socket } from 'node:net';
import { Client } from 'pg';
import type { Store } from '../store.ts';
import type { ReplicaLag } from './replica-lag.ts';

/** Columns by name, not yet checked. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** All promises settle in a limited time, whatever the network does. */
export type Connection = AsyncDisposable & {
  readonly client: Client;
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<DatabaseRow[]>;
  /** Several statements in one round trip; returns the rows of each. */
  readonly queryAll: (sql: string) => Promise<readonly DatabaseRow[][]>;
  /** True at the next notification, false after the timeout; throws if the connection is lost. */
  readonly waitForNotification: (milliseconds: number) => Promise<boolean>;
};

/** A handshake takes several round trips, of up to two seconds each on a bad network. */
const CONNECT_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 1_000;

export type ConnectionOptions = { readonly url: string; readonly answerWithinMs: number };

export async function connect({ url, answerWithinMs }: ConnectionOptions): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({
    connectionString: readTlsAsLibpq(url),
    application_name: 'marketing-workbench',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: answerWithinMs,
    keepAlive: true,
    // Own socket, so that a dead connection can be destroyed at once.
    stream: () => socket,
  });
  const events = createEvents(client);
  const close = async () => {
    const timer = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS);
    await client.end().catch(() => undefined);
    clearTimeout(timer);
    socket.destroy();
  };
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    client,
    query: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    queryAll: async (sql) => {
      const results: unknown = await client.query(sql);
      return Array.isArray(results) ? results.map(({ rows }) => rows) : [];
    },
    waitForNotification: events.wait,
    [Symbol.asyncDispose]: close,
  };
}

/** Gives `sslmode` the meaning of libpq; the driver's interpretation is going to change. */
function readTlsAsLibpq(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return text;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

/** A notification that arrives between two waits ends the next one at once. */
function createEvents(client: Client) {
  let isNotified = false;
  let failure: Error | undefined;
  let wake = () => {};
  client.on('notification', () => {
    isNotified = true;
    wake();
  });
  client.on('error', (error) => {
    failure = error;
    wake();
  });
  client.on('end', () => {
    failure ??= new Error('PostgreSQL closed the connection.');
    wake();
  });
  const wait = async (milliseconds: number) => {
    if (!isNotified && failure === undefined) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wasNotified = isNotified;
    isNotified = false;
    if (failure !== undefined) throw failure;
    return wasNotified;
  };
  return { wait };
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** In milliseconds, with jitter, so that nodes don't reconnect all at once. */
export function createBackoff(random: () => number = Math.random) {
  let longest = FIRST_WAIT_MS;
  return {
    next: (): number => {
      const wait = longest * (0.5 + random() / 2);
      longest = Math.min(longest * 2, LONGEST_WAIT_MS);
      return wait;
    },
    reset: (): void => {
      longest = FIRST_WAIT_MS;
    },
  };
}

/** What the loops that follow content and views have in common. */
export type FollowerOptions = ConnectionOptions & {
  readonly store: Store;
  readonly replicaLag?: ReplicaLag | undefined;
  readonly log: (message: string) => void;
  /** Notifications may be lost, and a connection may die without an error. */
  readonly everyMs: number;
};

type ConnectedOptions = ConnectionOptions & {
  readonly log: (message: string) => void;
  /** Repeated equal lines are logged once. */
  readonly formatFailure: (error: unknown) => string;
  /** Logged when the work succeeds again. */
  readonly recovered: string;
  /** Awaited after each failure. */
  readonly onFailure?: (error: unknown) => Promise<void>;
};

/** Runs `work` and reconnects whenever it fails. `work` calls `succeeded` after each successful round. */
export async function keepConnected(
  { log, formatFailure, recovered, onFailure, ...options }: ConnectedOptions,
  work: (connection: Connection, succeeded: () => void) => Promise<never>,
): Promise<never> {
  const backoff = createBackoff();
  let lastFailure: string | undefined;
  const succeeded = () => {
    if (lastFailure !== undefined) log(recovered);
    lastFailure = undefined;
    backoff.reset();
  };
  for (;;) {
    try {
      await using connection = await connect(options);
      await work(connection, succeeded);
    } catch (error) {
      const failure = formatFailure(error);
      if (failure !== lastFailure) log(failure);
      lastFailure = failure;
      await onFailure?.(error);
    }
    await new Promise((resolve) => setTimeout(resolve, backoff.next()));
  }
}
