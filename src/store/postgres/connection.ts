import { Socket } from 'node:net';
import { Client } from 'pg';

/** Columns by name, not yet checked. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** All promises settle in a limited time, whatever the network does. */
export type Connection = {
  readonly client: Client;
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<DatabaseRow[]>;
  /** Several statements in one round trip; returns the rows of each. */
  readonly queryAll: (sql: string) => Promise<readonly DatabaseRow[][]>;
  /** True at the next notification, false after the timeout; throws if the connection is lost. */
  readonly waitForNotification: (milliseconds: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** A handshake takes several round trips, of up to two seconds each on a bad network. */
const CONNECT_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 1_000;

type Options = { readonly answerWithinMs: number };

export async function connect(url: string, { answerWithinMs }: Options): Promise<Connection> {
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
    close,
  };
}

/** Gives `sslmode` the meaning of libpq; the driver's own is going to change. */
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
