import { resolve } from 'node:path';
import { BackupError, restoreState } from '../store/state-backup.ts';
import { POSTGRES_HOLDS_ALL } from './backup.ts';
import type { Command } from './command.ts';
import { publish } from './publish.ts';

export const restore: Command = {
  summary: 'puts such a file back, keeps the one before aside, and publishes; the server has to be stopped',
  run: async ({ config, args }) => {
    const [file, ...others] = args;
    if (file === undefined || file.startsWith('-') || others.length > 0) {
      console.error('Usage: npm run content -- restore <file>');
      return 2;
    }
    if (config.databaseUrl !== undefined) throw new BackupError(POSTGRES_HOLDS_ALL);
    const { posts, views, keptAs } = restoreState(config.dataDir, resolve(file), new Date());
    const before = keptAs === undefined ? '' : ` What stood there before is kept as ${keptAs}.`;
    console.log(`Restored the ids of ${posts} posts and ${views} views.${before}`);
    return publish.run({ config, args: [] });
  },
};
