import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type CountedEvent, countEvents, type TimedEvent } from '../store/counts/reader-events.ts';
import {
  isUnwritable,
  readMessage,
  readSqliteCode,
  SQLITE_BUSY,
  SQLITE_LOCKED,
} from '../store/database.ts';
import type { Store } from '../store/store.ts';

export type EventQueue = {
  /**
   * Returns undefined if too many events wait already or the queue is stopped; else resolves when
   * the event is written, and after 50 ms in any case.
   */
  readonly add: (
    event: CountedEvent,
    now: number,
    /** Called when the event is written, however late. */
    noteWritten?: () => void,
  ) => Promise<void> | undefined;
  readonly readWaiting: () => number;
  /** Writes what waits, or says in the log after three seconds that it is lost. */
  readonly stop: () => Promise<void>;
};

type WaitingEvent = TimedEvent & { readonly onWritten: () => void };

/** Events that arrive within this time are written together. */
const WRITE_AFTER_MS = 5;
const RETRY_AFTER_MS = 200;
/** How long a turn of the event loop may wait for the lock of another program. */
const LOCK_WAIT_MS = 10;
const CONFIRM_WITHIN_MS = 50;
/** A backup may hold the lock for a while; longer, an operator has to know. */
const LOCK_NOTED_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 3_000;
/** These take about 30 MB: a minute of 1,600 events a second. */
const WAITING_MAX = 100_000;
/** Takes about 10 ms. */
const TURN_MAX = 100;

const COUNTED_EVENTS = 'Views, searches and dead addresses';
const DISK_ADVICE = 'Check the disk of DATA_DIR, and that this account may write there';

/**
 * Counts what readers did, beside their requests: events wait in memory and are written together in
 * turns of a few milliseconds. While the state is locked or can't be written they are kept and
 * tried again; the log says so once.
 */
export function createEventQueue(store: Store, waitingMax = WAITING_MAX): EventQueue {
  const waiting: WaitingEvent[] = [];
  const failureLog = createFailureLog(store, () => waiting.length);
  let isWriting = false;
  let isStopping = false;
  store.state.setLockWait(LOCK_WAIT_MS);

  const write = async (): Promise<void> => {
    isWriting = true;
    await wait(WRITE_AFTER_MS);
    while (waiting.length > 0 && !isStopping) {
      if (writeTurn(store, waiting, failureLog)) await setImmediate();
      else await wait(RETRY_AFTER_MS, undefined, { ref: false });
    }
    isWriting = false;
  };
  return {
    add: (event, now, noteWritten) => {
      if (isStopping) return undefined;
      if (waiting.length >= waitingMax) {
        failureLog.noteFull();
        return undefined;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const onWritten = () => {
        resolve();
        noteWritten?.();
      };
      waiting.push({ event, now, onWritten });
      if (!isWriting) void write();
      return Promise.race([promise, wait(CONFIRM_WITHIN_MS, undefined, { ref: false })]);
    },
    readWaiting: () => waiting.length,
    stop: async () => {
      isStopping = true;
      const deadline = performance.now() + STOP_WITHIN_MS;
      while (waiting.length > 0 && performance.now() < deadline)
        await (writeTurn(store, waiting, failureLog) ? setImmediate() : wait(RETRY_AFTER_MS));
      if (waiting.length > 0)
        store.log(
          `${waiting.length} views, searches and dead addresses are lost: ${failureLog.reason()}.`,
        );
    },
  };
}

/** Removes from `waiting` what it has written. Returns false if nothing can be written now. */
function writeTurn(store: Store, waiting: WaitingEvent[], failureLog: FailureLog): boolean {
  const turn = waiting.slice(0, TURN_MAX);
  try {
    countEvents(store, turn);
    failureLog.noteWritten();
  } catch (error) {
    if (isTemporary(error)) {
      failureLog.noteFailure(error);
      return false;
    }
    countApart(store, turn);
  }
  for (const { onWritten } of waiting.splice(0, turn.length)) onWritten();
  return true;
}

/** One event that can't be written must not keep the others from being written. */
function countApart(store: Store, events: readonly TimedEvent[]): void {
  for (const timed of events) {
    try {
      countEvents(store, [timed]);
    } catch (error) {
      store.log(`A ${timed.event.kind} is not counted: ${readMessage(error)}.`);
    }
  }
}

/** SQLITE_IOERR, SQLITE_CORRUPT and SQLITE_NOTADB: the state may be restored. */
const FAILING_DISK_CODES: ReadonlySet<number> = new Set([10, 11, 26]);

function isTemporary(error: unknown): boolean {
  const code = readSqliteCode(error) ?? 0;
  return isLocked(error) || isUnwritable(error) || FAILING_DISK_CODES.has(code);
}

function isLocked(error: unknown): boolean {
  const code = readSqliteCode(error);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

type FailureLog = ReturnType<typeof createFailureLog>;

/** Says in the log once that events can't be written, and once that they are. */
function createFailureLog({ state, statePath, log }: Store, readWaiting: () => number) {
  let failingSince: number | undefined;
  let reason = '';
  let isNoted = false;
  let isFull = false;
  const say = (advice: string): void => {
    isNoted = true;
    log(`${COUNTED_EVENTS} wait in memory: ${reason}. ${advice}; counting goes on by itself.`);
  };
  const obstacle = state.findObstacle();
  if (obstacle !== undefined) {
    reason = `${statePath} can't be written (${obstacle})`;
    say(DISK_ADVICE);
  }
  return {
    reason: () => reason,
    noteFailure: (error: unknown): void => {
      failingSince ??= performance.now();
      if (isNoted) return;
      reason = isLocked(error) ? `another program locks ${statePath}` : readMessage(error);
      if (!isLocked(error)) say(DISK_ADVICE);
      else if (performance.now() - failingSince >= LOCK_NOTED_AFTER_MS) say('End that program');
    },
    noteFull: (): void => {
      if (isFull) return;
      isFull = true;
      log(
        `${COUNTED_EVENTS} are no longer counted: ${readWaiting()} wait already, because ${reason}.`,
      );
    },
    noteWritten: (): void => {
      if (isNoted || isFull) log(`${COUNTED_EVENTS} are written again.`);
      failingSince = undefined;
      isNoted = false;
      isFull = false;
    },
  };
}
