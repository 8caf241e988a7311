import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { giveWay } from './give-way.ts';
import { publishHere } from './publish-here.ts';
import { type PublishFlags, publishToDatabase } from './publish-to-database.ts';
import { REFUSED, reportProblems } from './report.ts';
import { staySmall } from './stay-small.ts';

const USAGE = 'Usage: npm run content -- publish [--dry-run] [--allow-deletions] [--allow-gone]';

export const publish: Command = {
  summary:
    'checks, then publishes to PostgreSQL (DATABASE_URL) or else to this machine’s index; [--dry-run] [--allow-deletions] [--allow-gone]',
  run: async ({ config, args }) => {
    const { contentDir, dataDir, databaseUrl } = config;
    const flags = parseFlags(args);
    if (flags === undefined) {
      console.error(USAGE);
      return 2;
    }
    if (databaseUrl === undefined && (flags.isDryRun || flags.allowDeletions)) {
      console.error('--dry-run and --allow-deletions are for PostgreSQL; DATABASE_URL is not set.');
      return 2;
    }
    giveWay();
    staySmall();
    return compileWithCaches(contentDir, { dataDir }, async (compilation) => {
      if (reportProblems(compilation.problems)) {
        console.error(REFUSED);
        return 1;
      }
      if (databaseUrl === undefined) return publishHere(compilation, config, flags);
      return publishToDatabase(compilation, { ...config, databaseUrl }, flags);
    });
  },
};

function parseFlags(args: readonly string[]): PublishFlags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean' },
        'allow-deletions': { type: 'boolean' },
        'allow-gone': { type: 'boolean' },
      },
    });
    return {
      isDryRun: values['dry-run'] ?? false,
      allowDeletions: values['allow-deletions'] ?? false,
      allowGone: values['allow-gone'] ?? false,
    };
  } catch {
    return undefined;
  }
}
