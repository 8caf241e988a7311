import { statSync } from 'node:fs';
import {
  type Database,
  formatImmutable,
  hasLog,
  isUnwritable,
  openDatabase,
  openImmutable,
  READABILITY_QUERY,
  type Reader,
} from '../database.ts';
import { readFileNumber } from '../state/followed-state.ts';
import { findIndexProblem, isFilledIndex } from './index-file.ts';

const RETRY_AFTER_SECONDS = 10;

/** The index was never filled or is being rebuilt: answered by 503 with `Retry-After`. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
  readonly statusCode = 503;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  readonly notice = {
    title: 'Back in a moment',
    text: 'The content of this site is being put in place and will be back in a moment. Please try again in a few seconds.',
  };
}

/** A failed renewal of a cached answer is not worth a line in the log then. */
class TooManyLongAnswersError extends StoreUnavailableError {
  override name = 'TooManyLongAnswersError';
  override readonly notice = {
    title: 'Too many long lists just now',
    text: 'The site is asked for more long lists than it can make just now. Please try again in a few seconds.',
  };
}

export type IndexReader = Reader & {
  /** Returns whether content was published; until then, reading throws a StoreUnavailableError. */
  readonly isFilled: () => boolean;
  /** Counts how often the files were opened so far. */
  readonly fileCount: () => number;
  readonly copyTo: Database['copyTo'];
  /**
   * A reader of the content as it is now, on a connection of its own. Waits while too many are
   * open, and throws a StoreUnavailableError if too many wait. Close it soon: it keeps the log of
   * the index from being emptied, and reads nothing any more after five minutes.
   */
  readonly openSnapshot: () => Promise<IndexReader>;
  readonly close: () => void;
};

/**
 * The page cache. Sorting needs no temporary file, for which a descriptor may be lacking. The file
 * is not memory-mapped: truncating it would then crash the process.
 */
const CACHE_KIB = 16_000;
/** A snapshot is read from the start to the end. */
const SNAPSHOT_CACHE_KIB = 2_000;

type IndexReaderOptions = {
  readonly indexPath: string;
  readonly statePath: string;
  readonly readStateKey: () => string;
};

/**
 * Attaches the state as `state`. Reopens both when one of the files is replaced, if this program
 * can read the index, and when there is something to read again in files that could not be written.
 */
export function openIndexReader(options: IndexReaderOptions): IndexReader {
  let connection = openConnection(options);
  const snapshots = createSnapshots(options);
  let fileCount = 1;
  let isFilled = false;
  const reopen = (): void => {
    const old = connection;
    connection = openConnection(options);
    fileCount += 1;
    isFilled = false;
    old.database.close();
    snapshots.renew();
  };
  const follow = (): Database => {
    if (connection.database.isInTransaction()) return connection.database;
    const files = readFileNumbers(options);
    if (connection.writtenAt !== undefined && connection.writtenAt !== readFileTimes(options))
      reopen();
    else if (files !== undefined && files !== connection.files) {
      if (findIndexProblem(options.indexPath, options.readStateKey()) === undefined) reopen();
      else connection = { ...connection, files };
    }
    return connection.database;
  };
  const findFilled = (): Database | undefined => {
    const index = follow();
    isFilled ||= isFilledIndex(index);
    return isFilled ? index : undefined;
  };
  const requireFilled = (): Database => {
    const index = findFilled();
    if (index === undefined) throw new StoreUnavailableError('The index has no content yet.');
    return index;
  };
  return {
    get: (sql, bindings) => requireFilled().get(sql, bindings),
    all: (sql, bindings) => requireFilled().all(sql, bindings),
    snapshot: (work) => requireFilled().snapshot(work),
    isFilled: () => findFilled() !== undefined,
    fileCount: () => fileCount,
    copyTo: (path) => connection.database.copyTo(path),
    openSnapshot: () =>
      snapshots.open(() => {
        requireFilled();
        return fileCount;
      }),
    close: () => [snapshots, connection.database].forEach((part) => void part.close()),
  };
}

/** More would only take turns with each other. */
const SNAPSHOTS_MAX = 2;
/**
 * A part of the requests that a process takes, so that many long answers leave places for others.
 */
const SNAPSHOTS_WAITING_MAX = 64;

/** Creates the snapshots of the content, with the queue of those who wait for one. */
function createSnapshots(paths: Paths) {
  const { take, giveBack, renew, close } = createSnapshotConnections(paths);
  const waiting: (() => void)[] = [];
  const callNext = (): void => waiting.shift()?.();
  const begin = (readFileCount: () => number): IndexReader | undefined => {
    try {
      const fileCount = readFileCount();
      const taken = take();
      return taken && createSnapshot(taken.database, fileCount, () => end(taken));
    } catch (error) {
      callNext();
      throw error;
    }
  };
  const end = (taken: SnapshotConnection): void => {
    giveBack(taken);
    callNext();
  };
  return {
    renew,
    close,
    /** @param readFileCount - Called when it is its turn; throws if there is no content. */
    open: async (readFileCount: () => number): Promise<IndexReader> => {
      for (;;) {
        const snapshot = begin(readFileCount);
        if (snapshot !== undefined) return snapshot;
        if (waiting.length >= SNAPSHOTS_WAITING_MAX)
          throw new TooManyLongAnswersError('Too many requests wait for a snapshot of the index.');
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
    },
  };
}

/** `generation` counts how often the files were opened when it was taken. */
type SnapshotConnection = { readonly database: Database; readonly generation: number };

/** One connection is always open, as a descriptor may be lacking when it is needed. */
function createSnapshotConnections(paths: Paths) {
  const idle: Database[] = [];
  const used = new Set<Database>();
  let generation = 0;
  const close = (): void => {
    generation += 1;
    for (const database of [...idle.splice(0), ...used]) database.close();
  };
  const renew = (): void => {
    generation += 1;
    for (const database of idle.splice(0)) database.close();
    try {
      idle.push(openForSnapshots(paths));
    } catch {
      // The next snapshot tries again, and says why.
    }
  };
  renew();
  return {
    close,
    /**
     * Call it whenever the files were opened again. Snapshots that are open go on with the old
     * ones.
     */
    renew,
    /** Begins a transaction. Undefined if none is free. */
    take: (): SnapshotConnection | undefined => {
      if (used.size >= SNAPSHOTS_MAX) return undefined;
      try {
        const database = idle.pop() ?? openForSnapshots(paths);
        beginReading(database);
        used.add(database);
        return { database, generation };
      } catch (error) {
        // If there is no descriptor for another one, those in use will be free.
        if (used.size > 0) return undefined;
        throw error;
      }
    },
    giveBack: (taken: SnapshotConnection): void => {
      used.delete(taken.database);
      if (taken.generation === generation && endReading(taken.database)) idle.push(taken.database);
      else taken.database.close();
    },
  };
}

function openForSnapshots(paths: Paths): Database {
  // Opening would create a missing file.
  if (readFileNumbers(paths) === undefined)
    throw new StoreUnavailableError('The index was removed.');
  const { database } = openConnection(paths);
  database.exec(`PRAGMA main.cache_size = -${SNAPSHOT_CACHE_KIB}`);
  return database;
}

/** Keeps both databases as they are for this connection. Closes it if that fails. */
function beginReading(database: Database): void {
  try {
    database.exec('BEGIN');
    database.get('SELECT revision FROM meta');
    database.get('SELECT post_id FROM state.views LIMIT 1');
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns whether the connection can be used again. */
function endReading(database: Database): boolean {
  try {
    if (database.isInTransaction()) database.exec('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** Long enough for a million articles on a busy machine. */
const SNAPSHOT_ENDS_AFTER_MS = 300_000;

function createSnapshot(database: Database, fileCount: number, close: () => void): IndexReader {
  const endsAt = performance.now() + SNAPSHOT_ENDS_AFTER_MS;
  const requireTime = (): Database => {
    if (performance.now() < endsAt) return database;
    throw new StoreUnavailableError('A long answer was not complete within its time limit.');
  };
  const snapshot: IndexReader = {
    get: (sql, bindings) => requireTime().get(sql, bindings),
    all: (sql, bindings) => requireTime().all(sql, bindings),
    snapshot: (work) => requireTime().snapshot(work),
    isFilled: () => true,
    fileCount: () => fileCount,
    copyTo: (path) => requireTime().copyTo(path),
    openSnapshot: async () => snapshot,
    close,
  };
  return snapshot;
}

type IndexConnection = {
  readonly database: Database;
  /** Numbers of the files that are open, or of those that can't be used instead. */
  readonly files: string | undefined;
  /**
   * When the files were written, if nothing could be written to them when they were opened: SQLite
   * doesn't notice then that they change.
   */
  readonly writtenAt: string | undefined;
};

type Paths = Pick<IndexReaderOptions, 'indexPath' | 'statePath'>;

function openConnection(paths: Paths): IndexConnection {
  const files = readFileNumbers(paths);
  const { indexPath, statePath } = paths;
  const database = openDatabase(indexPath);
  try {
    return { database: attachState(database, statePath), files, writtenAt: undefined };
  } catch (error) {
    database.close();
    if (!isUnwritable(error) || isLogged(paths)) throw error;
    const writtenAt = readFileTimes(paths);
    const { href } = formatImmutable(statePath);
    return { database: attachState(openImmutable(indexPath), href), files, writtenAt };
  }
}

function attachState(connection: Database, statePath: string): Database {
  connection.run('ATTACH :statePath AS state', { statePath });
  connection.exec(`
    PRAGMA query_only = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA main.cache_size = -${CACHE_KIB};
    PRAGMA state.cache_size = -2000;
  `);
  connection.get(READABILITY_QUERY);
  connection.get('SELECT 1 FROM state.sqlite_schema');
  return connection;
}

/** Returns whether something was written that the files themselves may lack. */
function isLogged({ indexPath, statePath }: Paths): boolean {
  return hasLog(indexPath) || hasLog(statePath);
}

/** Changes with what is in the files or their logs. */
function readFileTimes({ indexPath, statePath }: Paths): string {
  return [indexPath, `${indexPath}-wal`, statePath, `${statePath}-wal`]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((status) => (status === undefined ? '' : `${status.mtimeMs} ${status.size}`))
    .join();
}

/** Returns undefined while one of the files is missing. */
function readFileNumbers({ indexPath, statePath }: Paths): string | undefined {
  const [index, state] = [readFileNumber(indexPath), readFileNumber(statePath)];
  return index === undefined || state === undefined ? undefined : `${index} ${state}`;
}
