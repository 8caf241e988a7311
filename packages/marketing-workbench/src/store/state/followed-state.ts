import { statSync } from 'node:fs';
import { type Database, formatSqliteReason, isUnwritable } from '../database.ts';
import type { Log } from '../index/index-file.ts';
import { type IndexOwner, openState, openUnwritableState, readStateKey } from './state.ts';

const WRITABLE_AGAIN_AFTER_MS = 1_000;

export type FollowedState = Database & {
  /** Why the file could only be opened for reading; undefined if it can be written. */
  readonly findObstacle: () => string | undefined;
};

type OpenState = {
  readonly database: Database;
  readonly file: number | undefined;
  readonly obstacle: string | undefined;
};

/**
 * Opens the state, also where nothing can be written: then it is read, and opened for writing
 * within a second of when that is possible. Opens the file again when another one has its name.
 * Throws a StateError like `openState`.
 */
export function openFollowedState(
  path: string,
  owner: IndexOwner | undefined,
  log: Log,
): FollowedState {
  let open = openFirst(path, owner);
  let triedAt = performance.now();
  let lockWaitMs: number | undefined;
  const replace = (next: OpenState): void => {
    const old = open;
    open = next;
    if (lockWaitMs !== undefined) next.database.setLockWait(lockWaitMs);
    if (readStateKey(next.database) !== readStateKey(old.database))
      log(`${path} was replaced by another file, which is used from now on.`);
    old.database.close();
  };
  const follow = (): Database => {
    if (open.database.isInTransaction()) return open.database;
    const file = readFileNumber(path);
    const isReplaced = file !== undefined && file !== open.file;
    const isDue =
      open.obstacle !== undefined && performance.now() - triedAt >= WRITABLE_AGAIN_AFTER_MS;
    if (isReplaced || isDue) {
      triedAt = performance.now();
      const next = findUsable(path);
      if (next !== undefined) replace(next);
    }
    return open.database;
  };
  const close = () => open.database.close();
  return {
    get: (sql, bindings) => follow().get(sql, bindings),
    all: (sql, bindings) => follow().all(sql, bindings),
    snapshot: (work) => follow().snapshot(work),
    run: (sql, bindings) => follow().run(sql, bindings),
    exec: (sql) => follow().exec(sql),
    transaction: (work) => follow().transaction(work),
    isInTransaction: () => open.database.isInTransaction(),
    setLockWait: (milliseconds) => {
      lockWaitMs = milliseconds;
      follow().setLockWait(milliseconds);
    },
    copyTo: (to) => open.database.copyTo(to),
    findObstacle: () => open.obstacle,
    close,
    [Symbol.dispose]: close,
  };
}

function openFirst(path: string, owner: IndexOwner | undefined): OpenState {
  try {
    return openWritable(path, owner);
  } catch (error) {
    // Without an index there is nothing to serve.
    if (!isUnwritable(error) || owner === undefined) throw error;
    const file = readFileNumber(path);
    return { file, database: openUnwritableState(path), obstacle: formatSqliteReason(error) };
  }
}

function openWritable(path: string, owner?: IndexOwner): OpenState {
  const file = readFileNumber(path);
  const database = openState(path, owner);
  return { database, file: file ?? readFileNumber(path), obstacle: undefined };
}

/** Returns undefined while the file can't be used. */
function findUsable(path: string): OpenState | undefined {
  try {
    return openWritable(path);
  } catch {
    return undefined;
  }
}

/** Another file of the same name has another number; undefined if it is missing. */
export function readFileNumber(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
