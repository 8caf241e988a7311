import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { formatFinding } from '../content/content-finding.ts';
import { describeDiskFailure } from '../store/database.ts';
import { replaceDamagedIndex } from '../store/index/index-file.ts';
import { createLiveTest } from '../store/posts/live.ts';
import { StateError } from '../store/state/state.ts';
import { openStore } from '../store/store.ts';
import { formatDifference } from '../store/sync/source.ts';
import { syncSource } from '../store/sync/sync.ts';
import { announceChanges, takeSnapshot } from './announce.ts';
import {
  type CommandRun,
  formatContentCounts,
  formatFindings,
  NOTHING_PUBLISHED,
} from './command.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { createFolderSource } from './fill-index.ts';
import { limitHeapGrowth, lowerPriority } from './process-limits.ts';
import { publishToDatabase } from './publish-to-database.ts';
import { protectAddresses } from './vanished-addresses.ts';

const REVISION_SHOWN = 12;

export const publish: CommandRun = async (config, { flags }) => {
  const options = {
    isDryRun: flags['dry-run'] === true,
    allowDeletions: flags['allow-deletions'] === true,
    allowGone: flags['allow-gone'] === true,
  };
  if (flags['at-start'] === true) return publishAtStart(config, options);
  if (config.databaseUrl === undefined && (options.isDryRun || options.allowDeletions)) {
    console.error('--dry-run and --allow-deletions need PostgreSQL, and DATABASE_URL is not set.');
    return 2;
  }
  return publishFolder(config, { ...options, isEmptyAllowed: true });
};

type DatabasePublishOptions = Parameters<typeof publishToDatabase>[2];

/**
 * Publishes before a server starts. A failure does not prevent the start while this machine has
 * content that was published before.
 */
async function publishAtStart(config: Config, options: DatabasePublishOptions): Promise<number> {
  if (config.databaseUrl !== undefined) {
    console.log(
      'With DATABASE_URL nothing is published at the start: this machine follows the database.',
    );
    return 0;
  }
  console.log('Publishing …');
  const status = await publishFolder(config, { ...options, isEmptyAllowed: false }).catch(
    (error: unknown) => {
      if (error instanceof StateError) throw error;
      console.error(describeDiskFailure(error, config.dataDir));
      return 1;
    },
  );
  if (status === 0) {
    console.log(`Publishing took ${process.uptime().toFixed(1)} s.`);
    return 0;
  }
  const hasContent = hasPublishedContent(config);
  console.error(
    hasContent
      ? 'NOT PUBLISHED: readers get what was published before. Correct what the lines above name, then publish again.'
      : `There is no site to serve yet. Correct what the lines above name, or start a new site: npm run content -- new-site --help`,
  );
  return hasContent ? 0 : 1;
}

function hasPublishedContent({ dataDir }: Config): boolean {
  using store = openStore({ dataDir, log: console.log });
  replaceDamagedIndex(store);
  return store.index.isFilled();
}

function publishFolder(
  config: Config,
  options: DatabasePublishOptions & { readonly isEmptyAllowed: boolean },
): Promise<number> {
  const { contentDir, dataDir, databaseUrl, previewSecret } = config;
  const wanted = previewSecret === undefined ? 'published' : 'drafts';
  lowerPriority();
  limitHeapGrowth();
  return compileWithCaches(contentDir, { dataDir, wanted }, async (compilation) => {
    const { problems, advice } = compilation;
    if (problems.length > 0) {
      const lines = [
        ...problems.map(formatFinding),
        `${formatFindings(compilation)}.`,
        NOTHING_PUBLISHED,
      ];
      console.error(lines.join('\n'));
      return 1;
    }
    if (compilation.texts.length === 0 && !options.isEmptyAllowed) {
      console.error(`${contentDir} has no texts. ${NOTHING_PUBLISHED}`);
      return 1;
    }
    if (advice.length > 0) console.log(`${formatFindings(compilation)}: npm run content -- check`);
    if (databaseUrl === undefined) return publishHere(compilation, config, options.allowGone);
    return publishToDatabase(compilation, { ...config, databaseUrl }, options);
  });
}

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
    `Published ${formatContentCounts(compilation, createLiveTest(store.state, now))}: ${formatDifference(difference)}; revision ${revision.slice(0, REVISION_SHOWN)}.`,
  );
  const after = takeSnapshot(store, now);
  await announceChanges(config, compilation, { ...difference, before, after });
  return 0;
}
