import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, backUpState } from '../store/state-backup.ts';
import type { Command } from './command.ts';

const USAGE = 'Usage: npm run content -- backup <file> [--overwrite]';
export const POSTGRES_HOLDS_ALL =
  'DATABASE_URL is set, so PostgreSQL holds ids and views: back it up and restore it there (docs/runbook.md).';

export const backup: Command = {
  summary: 'copies ids, views and retired addresses to a file, also while the site serves; [--overwrite]',
  run: async ({ config: { dataDir, databaseUrl }, args }) => {
    const wanted = parseWanted(args);
    if (wanted === undefined) {
      console.error(USAGE);
      return 2;
    }
    if (databaseUrl !== undefined) throw new BackupError(POSTGRES_HOLDS_ALL);
    const { file, isOverwriting } = wanted;
    if (existsSync(file) && !isOverwriting)
      throw new BackupError(`${file} exists. Choose another name, or add --overwrite.`);
    const { posts, views } = backUpState(dataDir, file);
    console.log(`Backed up the ids of ${posts} posts and ${views} views to ${file}.`);
    return 0;
  },
};

function parseWanted(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { overwrite: { type: 'boolean' } },
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return undefined;
    return { file: resolve(file), isOverwriting: values.overwrite ?? false };
  } catch {
    return undefined;
  }
}
