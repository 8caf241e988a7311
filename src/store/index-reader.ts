import { statSync } from 'node:fs';
import {
  type Database,
  formatImmutable,
  hasLog,
  isUnwritable,
  openDatabase,
  openImmutable,
  PROBE,
  type Reader,
} from './database.ts';
import { readFileNumber } from './followed-state.ts';
import { findFault, isFilledIndex } from './index-file.ts';

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

export type IndexReader = Reader & {
  /** Until content is published, reading throws a StoreUnavailableError. */
  readonly isFilled: () => boolean;
  /** Counts how often the files were opened so far. */
  readonly fileCount: () => number;
  readonly copyTo: Database['copyTo'];
  readonly close: () => void;
};

/** The page cache. Sorting needs no temporary file, for which a descriptor may be lacking. The file is not memory-mapped: truncating it would then crash the process. */
const CACHE_KIB = 16_000;

type Options = {
  readonly indexPath: string;
  readonly statePath: string;
  readonly readStateKey: () => string;
};

/**
 * Attaches the state as `state`. Reopens both when one of the files is replaced, if this program can read the index, and when
 * there is something to read again in files that could not be written.
 */
export function openIndexReader(options: Options): IndexReader {
  let connection = openConnection(options);
  let fileCount = 1;
  let isFilled = false;
  const reopen = (): void => {
    const old = connection;
    connection = openConnection(options);
    fileCount += 1;
    isFilled = false;
    old.database.close();
  };
  const follow = (): Database => {
    if (connection.database.isInTransaction()) return connection.database;
    const files = readFileNumbers(options);
    if (connection.writtenAt !== undefined && connection.writtenAt !== readTimes(options)) reopen();
    else if (files !== undefined && files !== connection.files) {
      if (findFault(options.indexPath, options.readStateKey()) === undefined) reopen();
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
    iterate: (sql) => requireFilled().iterate(sql),
    snapshot: (work) => requireFilled().snapshot(work),
    isFilled: () => findFilled() !== undefined,
    fileCount: () => fileCount,
    copyTo: (path) => connection.database.copyTo(path),
    close: () => connection.database.close(),
  };
}

type Connection = {
  readonly database: Database;
  /** Of the files that are open, or of those that can't be used instead. */
  readonly files: string | undefined;
  /** If nothing could be written when they were opened: SQLite doesn't notice then that they are written. */
  readonly writtenAt: string | undefined;
};

type Paths = Pick<Options, 'indexPath' | 'statePath'>;

function openConnection(paths: Paths): Connection {
  const files = readFileNumbers(paths);
  const { indexPath, statePath } = paths;
  const database = openDatabase(indexPath);
  try {
    return { database: attachState(database, statePath), files, writtenAt: undefined };
  } catch (error) {
    database.close();
    if (!isUnwritable(error) || isLogged(paths)) throw error;
    const writtenAt = readTimes(paths);
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
  connection.get(PROBE);
  connection.get('SELECT 1 FROM state.sqlite_schema');
  return connection;
}

/** Whether something was written that the files themselves may lack. */
function isLogged({ indexPath, statePath }: Paths): boolean {
  return hasLog(indexPath) || hasLog(statePath);
}

/** Changes with what is in the files or their logs. */
function readTimes({ indexPath, statePath }: Paths): string {
  return [indexPath, `${indexPath}-wal`, statePath, `${statePath}-wal`]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((status) => (status === undefined ? '' : `${status.mtimeMs} ${status.size}`))
    .join();
}

/** Undefined while one of them is missing. */
function readFileNumbers({ indexPath, statePath }: Paths): string | undefined {
  const [index, state] = [readFileNumber(indexPath), readFileNumber(statePath)];
  return index === undefined || state === undefined ? undefined : `${index} ${state}`;
}
