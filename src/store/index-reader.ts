import { statSync } from 'node:fs';
import { type Database, openDatabase, type Reader } from './database.ts';
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
  /** Counts the index files opened so far. */
  readonly fileCount: () => number;
  readonly close: () => void;
};

/** The page cache. The file is not memory-mapped: truncating it would then crash the process. */
const CACHE_KIB = 16_000;

type Options = { readonly indexPath: string; readonly statePath: string; readonly stateKey: string };

/** Attaches the state as `state`. Reopens the index when its file is replaced by one that this program can read. */
export function openIndexReader(options: Options): IndexReader {
  let file = readFileNumber(options.indexPath);
  let connection = openConnection(options);
  let fileCount = 1;
  let isFilled = false;
  const follow = (): Database => {
    if (connection.isInTransaction()) return connection;
    const present = readFileNumber(options.indexPath);
    if (present === file || present === undefined) return connection;
    if (findFault(options.indexPath, options.stateKey) === undefined) {
      const old = connection;
      connection = openConnection(options);
      fileCount += 1;
      isFilled = false;
      old.close();
    }
    file = present;
    return connection;
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
    close: () => connection.close(),
  };
}

function openConnection({ indexPath, statePath }: Options): Database {
  const connection = openDatabase(indexPath);
  connection.run('ATTACH :statePath AS state', { statePath });
  connection.exec(`
    PRAGMA query_only = ON;
    PRAGMA main.cache_size = -${CACHE_KIB};
    PRAGMA state.cache_size = -2000;
  `);
  return connection;
}

function readFileNumber(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
