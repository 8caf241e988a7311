import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { createClockTest } from '../site/live.ts';
import { readMessage } from '../store/database.ts';
import { connect, type PostgresConnection } from '../store/postgres/connection.ts';
import { takeCarriedState } from '../store/postgres/copy-state-to-database.ts';
import { describeDatabaseFailure } from '../store/postgres/describe-database-failure.ts';
import {
  DeletionError,
  type PublishOptions,
  type PublishResult,
  publishRecords,
  VanishedError,
} from '../store/postgres/publish-records.ts';
import { migrateSchema, requireSchema, SchemaError } from '../store/postgres/schema-version.ts';
import { StateError } from '../store/state/state.ts';
import { formatDifference } from '../store/sync/source.ts';
import { NOTHING_STORED, type StoredContent } from '../store/sync/stored-content.ts';
import { announceChanges } from './announce.ts';
import { formatContentCounts, NOTHING_PUBLISHED } from './describe-content.ts';
import { keepPublishedVersions } from './keep-versions.ts';
import { checkAddresses } from './vanished-addresses.ts';

/**
 * Time limit for an answer: enough for the content of a large site, after another publisher has
 * finished.
 */
const ANSWER_WITHIN_MS = 180_000;
/**
 * Time in which the nodes have the change. A shared cache that is purged before would fetch the old
 * content again.
 */
const NODES_FOLLOW_WITHIN_MS = 2_000;

export const migrate: CommandRun = async ({ databaseUrl, databaseLockSeconds }) => {
  if (databaseUrl === undefined) {
    console.error('DATABASE_URL is not set: without PostgreSQL there is nothing to migrate.');
    return 1;
  }
  return runOnDatabase({ databaseUrl, databaseLockSeconds }, async (connection) => {
    const names = await migrateSchema(connection);
    console.log(
      names.length === 0 ? 'The tables are up to date.' : `Migrated: ${names.join(', ')}.`,
    );
  });
};

type DatabaseConfig = Config & { readonly databaseUrl: string };

type DatabasePublishFlags = Pick<PublishOptions, 'isDryRun' | 'allowDeletions'> & {
  /** Whether articles may vanish without a redirect, so that their addresses answer 410. */
  readonly allowGone: boolean;
};

/** Publishes to the shared database of a cluster; returns the exit status. */
export function publishToDatabase(
  compilation: LargeCompilation,
  config: DatabaseConfig,
  { isDryRun, allowDeletions, allowGone }: DatabasePublishFlags,
): Promise<number> {
  const { dataDir } = config;
  return runOnDatabase(config, async (connection) => {
    await requireSchema(connection);
    const carried = await takeCarriedState(connection, { dataDir, isDryRun });
    let content = keepPublishedVersions(compilation, NOTHING_STORED);
    const faulty = {
      keys: compilation.faultyTexts.flatMap(({ keys }) => keys),
      keepVersions: (stored: StoredContent) => {
        content = keepPublishedVersions(compilation, stored);
        return content;
      },
    };
    const result = await publishRecords(
      connection,
      { ...content, faulty },
      {
        isDryRun,
        allowDeletions,
        carried,
        protect: (known, externalKeys, now) =>
          checkAddresses(known, content.records, {
            ...content,
            isLive: createClockTest(now),
            externalKeys,
            allowGone,
          }),
        log: console.log,
      },
    );
    const { problems } = result.protection;
    const counts = formatContentCounts({ ...compilation, ...content }, createClockTest(result.now));
    console.log(listResultLines(result, counts, isDryRun).join('\n'));
    if (problems.length > 0) throw new VanishedError(problems.join('\n'));
    for (const line of content.lines) console.error(line);
    if (carried.ids.size > 0)
      console.log(`Sent the views and ${carried.ids.size} ids of this machine.`);
    if (!isDryRun)
      await announceChanges(config, content, {
        ...result,
        purgeDelayMs: NODES_FOLLOW_WITHIN_MS,
      });
  });
}

function listResultLines(
  result: PublishResult,
  counts: string,
  isDryRun: boolean,
): readonly string[] {
  const { others, protection } = result;
  const left = others === 0 ? '' : `; ${others} of other programs left as they are`;
  return [
    ...protection.notices,
    ...(isDryRun ? listRecordChanges(result) : []),
    `${isDryRun ? 'Would publish' : 'Published'} ${counts}: ${formatDifference(result)}${left}.`,
  ];
}

/** Runs work on the database; prints a failure. Returns the exit status. */
async function runOnDatabase(
  {
    databaseUrl: url,
    databaseLockSeconds,
  }: Pick<DatabaseConfig, 'databaseUrl' | 'databaseLockSeconds'>,
  work: (connection: PostgresConnection) => Promise<void>,
): Promise<number> {
  try {
    await using connection = await connect({
      url,
      answerWithinMs: ANSWER_WITHIN_MS,
      lockWithinMs: databaseLockSeconds * 1000,
      application: 'workbench publisher',
      onWait: (message) => console.log(`Waiting for PostgreSQL’s tables, ${message}`),
    });
    await work(connection);
    return 0;
  } catch (error) {
    console.error(formatPublishFailure(error));
    return 1;
  }
}

function formatPublishFailure(error: unknown): string {
  if (error instanceof VanishedError) return `${error.message}\n${NOTHING_PUBLISHED}`;
  const isClear =
    error instanceof SchemaError || error instanceof DeletionError || error instanceof StateError;
  if (isClear) return error.message;
  return `${describeDatabaseFailure(error)} (${readMessage(error)}). All or none of it was done; run it again.`;
}

function listRecordChanges({ added, changed, removed }: PublishResult): readonly string[] {
  return [
    ...added.map((key) => `+ ${key}`),
    ...changed.map((key) => `~ ${key}`),
    ...removed.map((key) => `- ${key}`),
  ];
}
