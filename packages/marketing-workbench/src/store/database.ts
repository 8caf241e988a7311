import { rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { RowReader, RowWriter } from '../search-engine/database.ts';

/** A read-only connection. */
export type Reader = RowReader & {
  /** Runs `work` in one read transaction, within that of a surrounding snapshot if there is one. */
  readonly snapshot: <Result>(work: () => Result) => Result;
};

/** Statements are prepared once and cached. */
export type Database = Reader &
  RowWriter &
  Disposable & {
    readonly exec: (sql: string) => void;
    /** Takes the write lock at the start; rolls back if `work` throws. */
    readonly transaction: <Result>(work: () => Result) => Result;
    readonly isInTransaction: () => boolean;
    /**
     * How long a statement waits for a lock of another connection, in milliseconds; 5,000 unless
     * set.
     */
    readonly setLockWait: (milliseconds: number) => void;
    /**
     * Copies the database to a new file beside the event loop, even if its own file was deleted.
     */
    readonly copyTo: (path: string) => Promise<void>;
    readonly close: () => void;
  };

const LOCK_WAIT_MS = 5_000;
export const SQLITE_BUSY = 5;
export const SQLITE_LOCKED = 6;
export const SQLITE_FULL = 13;
/** SQLite also gives this code for a lack of file descriptors. */
export const SQLITE_CANTOPEN = 14;
/**
 * SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMOPEN and SQLITE_IOERR_SHMSIZE: on a full disk the file itself
 * is sound.
 */
const NO_SPACE: ReadonlySet<number> = new Set([778, 4618, 4874]);
/** SQLITE_ERROR, SQLITE_IOERR, SQLITE_CORRUPT and SQLITE_NOTADB. */
const UNREADABLE: ReadonlySet<number> = new Set([1, 10, 11, 26]);

/** `readOnly` refuses a file that is missing, and changes nothing of it. */
export function openDatabase(path: string, { readOnly = false } = {}): Database {
  return wrapConnection(new DatabaseSync(path, { timeout: LOCK_WAIT_MS, readOnly }));
}

/**
 * Opens the database for reading, also where not even SQLite's own log can be written: on a full
 * disk or in a read-only folder. Nothing may write to such an `immutable` file; look for its log
 * before each read (`hasLog`), and open it again once there is one.
 */
export function openForReading(path: string): Database & { readonly isImmutable: boolean } {
  const database = openDatabase(path);
  try {
    database.get(READABILITY_QUERY);
    return { ...database, isImmutable: false };
  } catch (error) {
    database.close();
    if (!isUnwritable(error) || hasLog(path)) throw error;
    return { ...openImmutable(path), isImmutable: true };
  }
}

/** A query that reads the file, and so needs its log. */
export const READABILITY_QUERY = 'SELECT 1 FROM sqlite_schema';

/** Throws if the file is missing. */
export function openImmutable(path: string): Database {
  return wrapConnection(new DatabaseSync(formatImmutable(path), { readOnly: true }));
}

/** Returns the address of a file that nothing changes, for SQLite. */
export function formatImmutable(path: string): URL {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  return address;
}

/**
 * Returns whether the write-ahead log of the database holds anything that the file itself may lack.
 */
export function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function wrapConnection(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const runInTransaction = <Result>(begin: string, work: () => Result): Result => {
    prepare(begin).run();
    try {
      const result = work();
      prepare('COMMIT').run();
      return result;
    } catch (error) {
      if (connection.isTransaction) prepare('ROLLBACK').run();
      throw error;
    }
  };
  const close = () => void (connection.isOpen && connection.close());
  return {
    get: (sql, bindings = {}) => prepare(sql).get(bindings),
    all: (sql, bindings = {}) => prepare(sql).all(bindings),
    run: (sql, bindings = {}) => void prepare(sql).run(bindings),
    exec: (sql) => connection.exec(sql),
    snapshot: (work) => (connection.isTransaction ? work() : runInTransaction('BEGIN', work)),
    transaction: (work) => runInTransaction('BEGIN IMMEDIATE', work),
    isInTransaction: () => connection.isTransaction,
    setLockWait: (milliseconds) => connection.exec(`PRAGMA busy_timeout = ${milliseconds}`),
    copyTo: async (path) => void (await backup(connection, path)),
    close,
    [Symbol.dispose]: close,
  };
}

/** Readers then never wait for the writer; the mode is stored in the file. */
export function enableWal(database: Database): void {
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    // SQLite doesn't wait if two processes change the mode at once, so this one waits itself.
    if (readSqliteCode(error) !== SQLITE_BUSY) throw error;
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    enableWal(database);
  }
}

export function removeDatabase(path: string): void {
  rmSync(path, { force: true });
  removeLogs(path);
}

/** SQLite would apply them to another file of that name. */
export function removeLogs(path: string): void {
  for (const log of ['-wal', '-shm', '-journal']) rmSync(path + log, { force: true });
}

/**
 * Returns the primary result code of an error of SQLite, for each that a full disk causes
 * SQLITE_FULL.
 */
export function readSqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return NO_SPACE.has(error.errcode) ? SQLITE_FULL : error.errcode & 0xff;
}

export class DamageError extends Error {
  override name = 'DamageError';
}

/** Returns whether the file is not a database, is damaged or lacks tables. */
export function isUnreadable(error: unknown): boolean {
  const code = readSqliteCode(error);
  return error instanceof DamageError || (code !== undefined && UNREADABLE.has(code));
}

/** SQLITE_PERM, SQLITE_READONLY, SQLITE_FULL and SQLITE_CANTOPEN. */
const UNWRITABLE: ReadonlySet<number> = new Set([3, 8, SQLITE_FULL, 14]);

/** Returns whether the disk is full or read-only, or this account may not write to the folder. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE.has(readSqliteCode(error) ?? 0);
}

const REASON_MAX_LENGTH = 120;

/** A failed connection is an AggregateError of its attempts. */
export function readMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(readMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Short and printable: SQLite's message may quote bytes of a damaged file. */
export function formatSqliteReason(error: unknown): string {
  return readMessage(error)
    .replace(/[\s\p{C}\uFFFD]+/gu, ' ')
    .slice(0, REASON_MAX_LENGTH)
    .trim();
}

const ADVICE: readonly { readonly codes: readonly unknown[]; readonly advice: string }[] = [
  {
    codes: ['ENOSPC', 'EDQUOT', 'EFBIG', SQLITE_FULL],
    advice: 'The disk is full: free some space, then run it again.',
  },
  { codes: ['EEXIST', 'ENOTDIR'], advice: 'DATA_DIR has to be a folder.' },
  {
    codes: ['EROFS', 'EACCES', 'EPERM', 8, SQLITE_CANTOPEN],
    advice: 'DATA_DIR has to be a folder that this account can write to.',
  },
];

/** One line: what failed, and what to do if that is known. */
export function describeDiskFailure(error: unknown, dataDir: string): string {
  const code = readSqliteCode(error) ?? readErrorCode(error);
  const known = ADVICE.find(({ codes }) => codes.includes(code));
  return `${readMessage(error).split('\n')[0]}. ${known === undefined ? '' : `DATA_DIR is ${dataDir}. ${known.advice}`}`.trim();
}

function readErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
