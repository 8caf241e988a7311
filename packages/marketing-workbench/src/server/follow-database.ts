import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { formatUtcSeconds } from '../site/dates.ts';
import type { SearchedWords } from '../store/counts/day-counts.ts';
import { findSyncTime } from '../store/index/status.ts';
import type { Store } from '../store/store.ts';
import { forkProcess } from './fork-process.ts';

export type DatabaseFollower = {
  readonly describe: () => string;
  /** Returns undefined if no database is followed. */
  readonly readState: () => FollowerState | undefined;
  /** The database stores the words once enough readers of all nodes have searched for them. */
  readonly noteSearch: (searched: SearchedWords) => void;
  readonly stop: () => Promise<void>;
};

/** `lastSuccessAt`: when the database was last read, in milliseconds since 1970. */
export type FollowerState = {
  readonly isConnected: boolean;
  readonly lastSuccessAt: number | undefined;
};

/**
 * What the child process sends after each attempt to read the database; `failure` is why it failed.
 */
export type SyncReport = { readonly failure?: string | undefined };

/** What the child process is sent. */
export type FollowerMessage = 'stop' | { readonly searched: SearchedWords };

type FollowerProcessOptions = {
  readonly databaseUrl: string | undefined;
  /** The program of the child process, which reads the same environment. */
  readonly program: string;
  readonly store: Store;
};

const EMBEDDED: DatabaseFollower = {
  describe: () => 'SQLite (embedded)',
  readState: () => undefined,
  noteSearch: () => undefined,
  stop: async () => undefined,
};
const RESTART_AFTER_MS = 1_000;
/** The follower has this long to send the last views; views that could not be sent stay on disk. */
const STOP_WITHIN_MS = 3_000;

/**
 * Starts the process that keeps the index in sync with the database, and restarts it when it exits.
 */
export function followDatabase({
  databaseUrl,
  program,
  store,
}: FollowerProcessOptions): DatabaseFollower {
  if (databaseUrl === undefined) return EMBEDDED;
  const outage = createOutage(store);
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  const start = (): ChildProcess => {
    const child = forkProcess(program, { serialization: 'json' });
    child.on('message', ({ failure }: SyncReport) => outage.set(failure));
    const end = () => {
      outage.set('The connection to PostgreSQL is being started again');
      if (!isStopping) timer = setTimeout(() => (running = start()), RESTART_AFTER_MS);
    };
    // A process that can't be started doesn't emit `exit`.
    child.on('error', () => child.pid === undefined && end());
    child.on('exit', end);
    return child;
  };
  let running = start();
  return {
    describe: outage.describe,
    readState: outage.readState,
    noteSearch: (searched) =>
      void (running.connected && running.send({ searched }, () => undefined)),
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await stopProcess(running);
    },
  };
}

function createOutage(store: Store) {
  let since: Date | undefined = new Date();
  let failure = 'PostgreSQL has not answered yet';
  let lastSuccessAt: number | undefined;
  return {
    readState: () => ({ isConnected: since === undefined, lastSuccessAt }),
    set: (reason: string | undefined) => {
      since = reason === undefined ? undefined : (since ?? new Date());
      failure = reason ?? '';
      if (reason === undefined) lastSuccessAt = Date.now();
    },
    describe: () => {
      if (since === undefined) return 'PostgreSQL';
      return `Fallback since ${formatUtcSeconds(since)}: ${failure}; this site serves ${describeContent(store)} from SQLite (embedded)`;
    },
  };
}

/** Never throws: a timer of the supervisor calls it. */
function describeContent(store: Store): string {
  try {
    const agreedAt = findSyncTime(store);
    return agreedAt === undefined
      ? 'no content yet'
      : `the content of ${formatUtcSeconds(new Date(agreedAt))}`;
  } catch {
    return 'content of an unknown time';
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  if (child.connected) child.send('stop', () => undefined);
  await ended;
  clearTimeout(timer);
}
