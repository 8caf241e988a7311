import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import { formatCount } from '../content/format-count.ts';
import { BackupError, backUpState, restoreState } from '../store/state/state-backup.ts';
import { isSiteBackup } from './backup/read-backup.ts';
import { restoreSiteBackup } from './backup/restore-site.ts';
import { writeSiteBackup } from './backup/write-backup.ts';
import { publish } from './publish.ts';

/** With a file named `.zip` the content folder and the state, otherwise the state alone. */
export const backup: CommandRun = async (config, { positionals: [file = ''], flags }) => {
  refuseWithDatabase(config);
  const path = resolve(file);
  if (existsSync(path) && flags.overwrite !== true)
    throw new BackupError(`${path} exists. Choose another name, or add --overwrite.`);
  if (!/\.zip$/i.test(path)) {
    const { posts, views } = backUpState(config.dataDir, path);
    console.log(`Backed up the ids of ${posts} posts and ${views} views to ${path}.`);
    return 0;
  }
  const { files, leftOut, posts, views } = await writeSiteBackup(config, path);
  for (const one of leftOut)
    console.error(`${join(config.contentDir, one)} is no regular file and was left out.`);
  console.log(
    `Backed up ${formatCount(files, 'file')} of ${config.contentDir}, the ids of ${posts} posts and ${views} views to ${path}.`,
  );
  return 0;
};

export const restore: CommandRun = async (
  config,
  { positionals: [file = ''], values: { to }, flags },
) => {
  refuseWithDatabase(config);
  const path = resolve(file);
  const hasContent = isSiteBackup(path);
  const isStateOnly = flags['state-only'] === true;
  if (to !== undefined && (!hasContent || isStateOnly))
    throw new BackupError('Only the state is restored, which needs no folder. Leave out --to.');
  const target = hasContent && !isStateOnly ? (to ?? config.contentDir) : undefined;
  const { posts, views, keptAs, files } = hasContent
    ? await restoreSiteBackup(config.dataDir, path, target)
    : { ...restoreState(config.dataDir, path, new Date()), files: 0 };
  const before = keptAs === undefined ? '' : ` The previous state is kept as ${keptAs}.`;
  const folder = target === undefined ? '' : `${formatCount(files, 'file')} to ${target}, and `;
  console.log(`Restored ${folder}the ids of ${posts} posts and ${views} views.${before}`);
  const contentDir = target ?? config.contentDir;
  return publish({ ...config, contentDir }, { positionals: [], flags: {}, values: {} });
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
