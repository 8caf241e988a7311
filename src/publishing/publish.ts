import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { formatProblem } from '../content/content-problem.ts';
import { replaceDamagedIndex } from '../store/index-file.ts';
import { openStore } from '../store/store.ts';
import { formatDifference } from '../store/sync/source.ts';
import { syncSource } from '../store/sync/sync.ts';
import { announceChanges, takeSnapshot } from './announce.ts';
import { createCommand, formatCounts, formatFindings, NOTHING_PUBLISHED } from './command.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { createFolderSource } from './fill-index.ts';
import { limitHeapGrowth, lowerPriority } from './process-limits.ts';
import { publishToDatabase } from './publish-to-database.ts';
import { protectAddresses } from './vanished-addresses.ts';

const REVISION_SHOWN = 12;

export const publish = createCommand(
  'publish [--dry-run] [--allow-deletions] [--allow-gone]',
  'checks, then publishes to PostgreSQL (DATABASE_URL) or else to this machine’s index',
  async (config, { flags }) => {
    const { contentDir, dataDir, databaseUrl, previewSecret } = config;
    const wanted = previewSecret === undefined ? 'published' : 'drafts';
    const isDryRun = flags['dry-run'] === true;
    const allowDeletions = flags['allow-deletions'] === true;
    const allowGone = flags['allow-gone'] === true;
    if (databaseUrl === undefined && (isDryRun || allowDeletions)) {
      console.error('--dry-run and --allow-deletions need PostgreSQL, and DATABASE_URL is not set.');
      return 2;
    }
    lowerPriority();
    limitHeapGrowth();
    return compileWithCaches(contentDir, { dataDir, wanted }, async (compilation) => {
      const { problems, advice } = compilation;
      if (problems.length > 0) {
        const lines = [...problems.map(formatProblem), `${formatFindings(compilation)}.`, NOTHING_PUBLISHED];
        console.error(lines.join('\n'));
        return 1;
      }
      if (advice.length > 0) console.log(`${formatFindings(compilation)}: npm run content -- check`);
      if (databaseUrl === undefined) return publishHere(compilation, config, allowGone);
      const publishConfig = { ...config, databaseUrl };
      return publishToDatabase(compilation, publishConfig, { isDryRun, allowDeletions, allowGone });
    });
  },
);

/** Publishes to this machine's index; returns the exit status. */
async function publishHere(
  compilation: LargeCompilation,
  config: Config,
  allowGone: boolean,
): Promise<number> {
  using store = openStore({ dataDir: config.dataDir, log: console.log });
  const now = Date.now();
  const outlines = compilation.texts.map(({ outline }) => outline);
  const protection = protectAddresses(store, compilation.records, { now, allowGone, outlines });
  if (protection.problems.length > 0) {
    console.error([...protection.problems, NOTHING_PUBLISHED].join('\n'));
    return 1;
  }
  replaceDamagedIndex(store);
  const before = takeSnapshot(store, now);
  const source = createFolderSource(compilation, protection.records);
  const { revision, ...difference } = syncSource(store, source, now);
  console.log(
    `Published ${formatCounts(compilation, now)}: ${formatDifference(difference)}; revision ${revision.slice(0, REVISION_SHOWN)}.`,
  );
  const after = takeSnapshot(store, now);
  await announceChanges(config, compilation, { ...difference, before, after });
  return 0;
}
