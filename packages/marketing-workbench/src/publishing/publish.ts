import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { formatFinding } from '../content/content-finding.ts';
import { describeDiskFailure } from '../store/database.ts';
import { replaceDamagedIndex } from '../store/index/index-file.ts';
import { createLiveTest } from '../store/posts/live.ts';
import { StateError } from '../store/state/state.ts';
import { openStore } from '../store/store.ts';
import { formatDifference } from '../store/sync/source.ts';
import { readStoredContent } from '../store/sync/stored-content.ts';
import { syncSource } from '../store/sync/sync.ts';
import { announceChanges, takeSnapshot } from './announce.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { formatContentCounts, formatFindings, NOTHING_PUBLISHED } from './describe-content.ts';
import { keepPublishedVersions } from './keep-versions.ts';
import { limitHeapGrowth, lowerPriority } from './process-limits.ts';
import { publishToDatabase } from './publish-to-database.ts';
import { refuseOtherSite } from './refuse-other-site.ts';
import { protectAddresses } from './vanished-addresses.ts';

const REVISION_SHOWN = 12;

export const publish: CommandRun = async (config, { flags }) => {
  const options = {
    isDryRun: flags['dry-run'] === true,
    allowDeletions: flags['allow-deletions'] === true,
    allowGone: flags['allow-gone'] === true,
    isStrict: flags.strict === true,
  };
  if (flags['at-start'] === true) return publishAtStart(config, options);
  if (config.databaseUrl === undefined && (options.isDryRun || options.allowDeletions)) {
    console.error('--dry-run and --allow-deletions need PostgreSQL, and DATABASE_URL is not set.');
    return 2;
  }
  return (await publishFolder(config, { ...options, isEmptyAllowed: true })).status;
};

type FolderPublishOptions = Parameters<typeof publishToDatabase>[2] & {
  /** Whether nothing is published if any text has an error. */
  readonly isStrict: boolean;
  readonly isEmptyAllowed: boolean;
};

type FolderPublishResult = {
  readonly isPublished: boolean;
  /** The exit status: 1 also if only a text with errors was held back. */
  readonly status: number;
};

const NOT_PUBLISHED: FolderPublishResult = { isPublished: false, status: 1 };

/**
 * Publishes before a server starts. A failure does not prevent the start while this machine has
 * content that was published before.
 */
async function publishAtStart(
  config: Config,
  options: Omit<FolderPublishOptions, 'isEmptyAllowed'>,
): Promise<number> {
  if (config.databaseUrl !== undefined) {
    console.log(
      'With DATABASE_URL nothing is published at the start: this machine follows the database.',
    );
    return 0;
  }
  console.log('Publishing …');
  const { isPublished } = await publishFolder(config, { ...options, isEmptyAllowed: false }).catch(
    (error: unknown) => {
      if (error instanceof StateError) throw error;
      console.error(describeDiskFailure(error, config.dataDir));
      return NOT_PUBLISHED;
    },
  );
  if (isPublished) {
    console.log(`Publishing took ${process.uptime().toFixed(1)} s.`);
    return 0;
  }
  const hasContent = hasPublishedContent(config);
  console.error(
    hasContent
      ? 'NOT PUBLISHED: readers get what was published before. Correct what the lines above name, then publish again.'
      : `There is no site to serve yet. Correct what the lines above name, or start a new site: npx marketing-workbench new <folder>`,
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
  options: FolderPublishOptions,
): Promise<FolderPublishResult> {
  const { contentDir, dataDir, previewSecret } = config;
  const wanted = previewSecret === undefined ? 'published' : 'drafts';
  lowerPriority();
  limitHeapGrowth();
  return compileWithCaches(contentDir, { dataDir, wanted }, async (compilation) => {
    const { problems, advice, general } = compilation;
    const isStopped = general.length > 0 || (options.isStrict && problems.length > 0);
    if (problems.length > 0) {
      const lines = [...problems.map(formatFinding), `${formatFindings(compilation)}.`];
      console.error([...lines, ...(isStopped ? [NOTHING_PUBLISHED] : [])].join('\n'));
    } else if (advice.length > 0)
      console.log(`${formatFindings(compilation)}: npm run content -- check`);
    if (isStopped) return NOT_PUBLISHED;
    const isPublished = await publishCompilation(compilation, config, options);
    return { isPublished, status: isPublished && problems.length === 0 ? 0 : 1 };
  });
}

async function publishCompilation(
  compilation: LargeCompilation,
  config: Config,
  options: FolderPublishOptions,
): Promise<boolean> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return publishHere(compilation, config, options);
  return (await publishToDatabase(compilation, { ...config, databaseUrl }, options)) === 0;
}

/** Publishes to this machine's index; returns whether it did. */
async function publishHere(
  compilation: LargeCompilation,
  config: Config,
  { allowGone, isEmptyAllowed }: FolderPublishOptions,
): Promise<boolean> {
  using store = openStore({ dataDir: config.dataDir, log: console.log });
  const now = Date.now();
  replaceDamagedIndex(store);
  const faultyKeys = compilation.faultyTexts.flatMap(({ keys }) => keys);
  const content = keepPublishedVersions(compilation, readStoredContent(store, faultyKeys));
  if (content.outlines.length === 0 && !isEmptyAllowed) {
    const what = faultyKeys.length === 0 ? 'texts' : 'texts without errors';
    console.error(`${config.contentDir} has no ${what}. ${NOTHING_PUBLISHED}`);
    return false;
  }
  refuseOtherSite(store, content, config);
  const protection = protectAddresses(store, content.records, { ...content, now, allowGone });
  if (protection.problems.length > 0) {
    console.error([...protection.problems, NOTHING_PUBLISHED].join('\n'));
    return false;
  }
  const before = takeSnapshot(store, now);
  const source = content.createSource(protection.records);
  const { revision, ...difference } = syncSource(store, source, now);
  console.log(
    `Published ${formatContentCounts({ ...compilation, ...content }, createLiveTest(store.state, now))}: ${formatDifference(difference)}; revision ${revision.slice(0, REVISION_SHOWN)}.`,
  );
  for (const line of content.lines) console.error(line);
  const after = takeSnapshot(store, now);
  await announceChanges(config, content, { ...difference, before, after });
  return true;
}
