import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { createWaitWatch, isLockTimeout, NoAnswerError } from './wait-watch.ts';

/** Columns by name, not yet checked. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** All promises settle in a limited time, whatever the network and other sessions do. */
export type PostgresConnection = AsyncDisposable & {
  readonly client: Client;
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<DatabaseRow[]>;
  /** Runs statements of `client`; throws a LockError if they wait too long for another session. */
  readonly watch: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** True at the next notification, false after the timeout; throws if the connection is lost. */
  readonly waitForNotification: (milliseconds: number) => Promise<boolean>;
};

/** A handshake takes several round trips, of up to two seconds each on a bad network. */
const CONNECT_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 1_000;
/**
 * PostgreSQL's own limit is later: whoever cancels a statement before has asked which session it
 * waits for.
 */
const LOCK_GRACE_MS = 10_000;

export type ConnectionOptions = {
  readonly url: string;
  readonly answerWithinMs: number;
  /** How long a statement may wait for another session's lock: at most half of `answerWithinMs`. */
  readonly lockWithinMs: number;
};

type ConnectOptions = ConnectionOptions & {
  readonly connectWithinMs?: number;
  /** The application's name in PostgreSQL's list of sessions. */
  readonly application?: string;
  /** Called with the sessions that a statement waits for. */
  readonly onWait?: ((message: string) => void) | undefined;
};

export async function connect(options: ConnectOptions): Promise<PostgresConnection> {
  const {
    url,
    answerWithinMs,
    connectWithinMs = CONNECT_WITHIN_MS,
    application = 'workbench',
  } = options;
  const lockWithinMs = Math.round(Math.min(options.lockWithinMs, answerWithinMs / 2));
  const { client, socket } = await openClient({
    url,
    answerWithinMs,
    connectWithinMs,
    application,
  });
  const waitForNotification = createNotificationWait(client);
  const close = async () => {
    await endSession(client);
    socket.destroy();
  };
  try {
    const { rows } = await client.query(
      "SELECT set_config('lock_timeout', $1, false), pg_backend_pid() AS pid",
      [String(lockWithinMs + Math.min(LOCK_GRACE_MS, answerWithinMs / 4))],
    );
    const watch = createWaitWatch({
      pid: Number(rows[0]?.pid),
      lockWithinMs,
      onWait: options.onWait,
      openProbe: (signal) =>
        openClient({
          url,
          answerWithinMs: CONNECT_WITHIN_MS,
          connectWithinMs: CONNECT_WITHIN_MS,
          application,
          signal,
        }),
      onSilence: () => socket.destroy(),
    });
    return {
      client,
      watch,
      waitForNotification,
      query: (sql, values = []) => watch(async () => (await client.query(sql, [...values])).rows),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Resolves when the session has ended, or `CLOSE_WITHIN_MS` later if PostgreSQL does not answer.
 */
async function endSession(client: Client): Promise<void> {
  await Promise.race([
    client.end().catch(() => undefined),
    setTimeout(CLOSE_WITHIN_MS, undefined, { ref: false }),
  ]);
}

type ClientOptions = Pick<ConnectionOptions, 'url' | 'answerWithinMs'> & {
  readonly connectWithinMs: number;
  readonly application: string;
  /** Destroys the connection. */
  readonly signal?: AbortSignal;
};

/** Throws a NoAnswerError if the machine accepts the connection and PostgreSQL says nothing. */
async function openClient({
  url,
  answerWithinMs,
  connectWithinMs,
  application,
  signal,
}: ClientOptions) {
  const socket = new Socket();
  const client = new Client({
    connectionString: readTlsAsLibpq(url),
    application_name: application,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    // Own socket, so that a dead connection can be destroyed at once.
    stream: () => socket,
  });
  let isReached = false;
  socket.once('connect', () => {
    isReached = true;
  });
  signal?.addEventListener('abort', () => socket.destroy());
  try {
    await client.connect();
    return { client, socket };
  } catch (error) {
    socket.destroy();
    const isSilent = isReached && isLockTimeout(error);
    throw isSilent
      ? new NoAnswerError('PostgreSQL did not answer a new connection', { cause: error })
      : error;
  }
}

/** Gives `sslmode` the meaning of libpq; the driver's interpretation is going to change. */
function readTlsAsLibpq(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return text;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

/** A notification that arrives between two waits ends the next one at once. */
function createNotificationWait(client: Client): PostgresConnection['waitForNotification'] {
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

/** Returns milliseconds, with jitter, so that nodes don't reconnect all at once. */
export function computeWait(failures: number, random = Math.random()): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + random / 2);
}

type ConnectedOptions = ConnectionOptions & {
  readonly log: (message: string) => void;
  /** Repeated equal lines are logged once. */
  readonly formatFailure: (error: unknown) => string;
  /** Logged when the work succeeds again. */
  readonly recovered: string;
  /** Awaited after each failure. */
  readonly onFailure?: (error: unknown) => Promise<void>;
};

/**
 * Runs `work` and reconnects whenever it fails. `work` calls `succeeded` after each successful
 * round.
 */
export async function keepConnected(
  { log, formatFailure, recovered, onFailure, ...options }: ConnectedOptions,
  work: (connection: PostgresConnection, succeeded: () => void) => Promise<never>,
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
