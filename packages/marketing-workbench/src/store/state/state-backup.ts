import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readInteger } from '../../search-engine/database.ts';
import {
  isUnreadable,
  openDatabase,
  readMessage,
  readSqliteCode,
  removeDatabase,
  removeLogs,
  SQLITE_BUSY,
} from '../database.ts';
import { openState, StateError } from './state.ts';

export type StateContents = { readonly posts: number; readonly views: number };

export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Copies `state.sqlite` consistently, even while the site counts views. Throws a BackupError if
 * there is no state.
 */
export function backUpState(dataDir: string, file: string): StateContents {
  mkdirSync(dirname(file), { recursive: true });
  const contents = copyState(join(dataDir, 'state.sqlite'), `${file}.part`);
  renameSync(`${file}.part`, file);
  return contents;
}

export type RestoredState = StateContents & {
  /** Where the previous state was copied to. */
  readonly keptAs: string | undefined;
};

/**
 * Replaces `state.sqlite` and removes the index, whose ids may belong to another state. Throws a
 * BackupError and changes nothing if the file is not a complete state, or a process has the state
 * or the index open.
 */
export function restoreState(dataDir: string, file: string, now: Date): RestoredState {
  mkdirSync(dataDir, { recursive: true });
  const [statePath, indexPath] = [join(dataDir, 'state.sqlite'), join(dataDir, 'index.sqlite')];
  const candidate = `${statePath}.restored`;
  try {
    const contents = copyState(file, candidate);
    bringUpToDate(candidate, file);
    for (const path of [statePath, indexPath]) requireUnused(path);
    const keptAs = keepAside(statePath, now);
    removeDatabase(indexPath);
    removeLogs(statePath);
    renameSync(candidate, statePath);
    return { ...contents, keptAs };
  } finally {
    removeDatabase(candidate);
  }
}

function copyState(source: string, copy: string): StateContents {
  if (!existsSync(source)) throw new BackupError(`${source} is missing.`);
  removeDatabase(copy);
  try {
    using database = openDatabase(source);
    const posts = database.get("SELECT count(*) AS count FROM given_ids WHERE kind = 'post'");
    const views = database.get('SELECT coalesce(sum(count), 0) AS count FROM views');
    database.run('VACUUM INTO :copy', { copy });
    flushFile(copy);
    return { posts: readInteger(posts, 'count'), views: readInteger(views, 'count') };
  } catch (error) {
    removeDatabase(copy);
    if (!isUnreadable(error)) throw error;
    throw new BackupError(`${source} is not a complete state of this site: ${readMessage(error)}.`);
  }
}

/** Before the rename, so that a power cut can't leave an incomplete file. */
function flushFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function bringUpToDate(candidate: string, file: string): void {
  try {
    openState(candidate).close();
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new BackupError(error.message.replaceAll(candidate, file));
  }
}

/**
 * Leaving WAL mode needs an exclusive lock, and checkpoints the log. A damaged file counts as
 * unused.
 */
function requireUnused(path: string): void {
  if (!existsSync(path)) return;
  try {
    using database = openDatabase(path);
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (readSqliteCode(error) === SQLITE_BUSY)
      throw new BackupError(
        `A server or another command has ${path} open. Stop it, then restore again.`,
      );
    if (!isUnreadable(error)) throw error;
  }
}

/**
 * Returns the path of the copy. Includes the write-ahead log, which a damaged file may have left.
 */
function keepAside(path: string, now: Date): string | undefined {
  if (!existsSync(path)) return undefined;
  const kept = `${path}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  copyFileSync(path, kept);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${kept}-wal`);
  return kept;
}
