import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { Store } from '../store.ts';
import type { ReplicaLag } from './replica-lag.ts';

/** Columns by name, not yet checked. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** All promises settle in a limited time, whatever the network does. */
export type Connection = AsyncDisposable & {
  readonly client: Client;
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<DatabaseRow[]>;
  /** True at the next notification, false after the timeout; throws if the connection is lost. */
  readonly waitForNotification: (milliseconds: number) => Promise<boolean>;
};

/** A handshake takes several round trips, of up to two seconds each on a bad network. */
const CONNECT_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 1_000;

export type ConnectionOptions = { readonly url: string; readonly answerWithinMs: number };

type ConnectOptions = ConnectionOptions & { readonly connectWithinMs?: number };

export async function connect({
  url,
  answerWithinMs,
  connectWithinMs = CONNECT_WITHIN_MS,
}: ConnectOptions): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({
    connectionString: readTlsAsLibpq(url),
    application_name: 'workbench',
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    // Own socket, so that a dead connection can be destroyed at once.
    stream: () => socket,
  });
  const waitForNotification = createNotificationWait(client);
  const close = async () => {
    await Promise.race([
      client.end().catch(() => undefined),
      setTimeout(CLOSE_WITHIN_MS, undefined, { ref: false }),
    ]);
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
    waitForNotification,
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
function createNotificationWait(client: Client): Connection['waitForNotification'] {
  const events = new EventEmitter();
  let isNotified = false;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    events.emit('change');
  };
  client.on('error', fail);
  client.on('end', () => fail(new Error('PostgreSQL closed the connection.')));
  client.on('notification', () => {
    isNotified = true;
    events.emit('change');
  });
  return async (milliseconds) => {
    if (!isNotified && failure === undefined) {
      const signal = AbortSignal.timeout(milliseconds);
      await once(events, 'change', { signal }).catch(() => undefined);
    }
    const wasNotified = isNotified;
    isNotified = false;
    if (failure !== undefined) throw failure;
    return wasNotified;
  };
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** In milliseconds, with jitter, so that nodes don't reconnect all at once. */
export function computeWait(failures: number, random = Math.random()): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + random / 2);
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
  let failures = 0;
  let lastFailure: string | undefined;
  const succeeded = () => {
    if (lastFailure !== undefined) log(recovered);
    lastFailure = undefined;
    failures = 0;
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
    await setTimeout(computeWait(failures));
    failures += 1;
  }
}
