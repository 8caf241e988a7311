import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import { BackupError, backUpState, restoreState } from '../store/state/state-backup.ts';
import { publish } from './publish.ts';

export const backup: CommandRun = async (config, { positionals: [file = ''], flags }) => {
  refuseWithDatabase(config);
  const path = resolve(file);
  if (existsSync(path) && flags.overwrite !== true)
    throw new BackupError(`${path} exists. Choose another name, or add --overwrite.`);
  const { posts, views } = backUpState(config.dataDir, path);
  console.log(`Backed up the ids of ${posts} posts and ${views} views to ${path}.`);
  return 0;
};

export const restore: CommandRun = async (config, { positionals: [file = ''] }) => {
  refuseWithDatabase(config);
  const { posts, views, keptAs } = restoreState(config.dataDir, resolve(file), new Date());
  const before = keptAs === undefined ? '' : ` The previous state is kept as ${keptAs}.`;
  console.log(`Restored the ids of ${posts} posts and ${views} views.${before}`);
  return publish(config, { positionals: [], flags: {}, values: {} });
};

/** Returns whether a file is a backup of the state, perhaps an incomplete one. */
export function isStateBackup(file: string): boolean {
  if (statSync(file).isDirectory()) return false;
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE_HEADER.length);
    readSync(opened, bytes);
    return bytes.toString('latin1') === SQLITE_HEADER;
  } finally {
    closeSync(opened);
  }
}

const SQLITE_HEADER = 'SQLite format 3\0';

/** Restores a backup to an empty data folder. Throws a BackupError if it is not complete. */
export function restoreTo(dataDir: string, file: string): void {
  restoreState(dataDir, resolve(file), new Date());
}

/** Copies the state of a data folder, if it has one, also while the site runs. */
export function copyPresentState(dataDir: string, otherDataDir: string): void {
  if (existsSync(join(dataDir, 'state.sqlite')))
    backUpState(dataDir, join(otherDataDir, 'state.sqlite'));
}

function refuseWithDatabase({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new BackupError(
    'DATABASE_URL is set, so PostgreSQL holds ids and views: back it up and restore it there (docs/runbook.md).',
  );
}
