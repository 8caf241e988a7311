import { statSync } from 'node:fs';
import { type Database, openDatabase, type Reader } from './database.ts';
import { isUsableIndex } from './index-file.ts';

export type IndexReader = Reader & { readonly close: () => void };

/** Of the index's pages kept in memory. The file is not mapped: one cut short would then end the process. */
const CACHE_KIB = 16_000;

type Options = { readonly indexPath: string; readonly statePath: string; readonly stateKey: string };

/**
 * Reads the index, with the state attached as `state`. Where another file has taken the index's place since the last
 * statement, the next one reads that file; while that is none of this program's, it goes on with the content it had.
 */
export function openIndexReader(options: Options): IndexReader {
  let file = readFileNumber(options.indexPath);
  let connection = openConnection(options);
  const follow = (): Database => {
    if (connection.isInTransaction()) return connection;
    const present = readFileNumber(options.indexPath);
    if (present === file || present === undefined) return connection;
    if (isUsableIndex(options.indexPath, options.stateKey)) {
      const old = connection;
      connection = openConnection(options);
      old.close();
    }
    file = present;
    return connection;
  };
  return {
    get: (sql, bindings) => follow().get(sql, bindings),
    all: (sql, bindings) => follow().all(sql, bindings),
    snapshot: (work) => follow().snapshot(work),
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
