import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { readWhole } from '../content/compile-content.ts';
import { pages } from '../site/addresses.ts';
import type { ContentRecord } from '../site/records.ts';
import { takeCarriedState } from '../store/postgres/carry-state.ts';
import type { PublicArticle } from '../store/postgres/known-addresses.ts';
import {
  type Holder,
  type PublishOptions,
  type PublishResult,
  publishRecords,
} from '../store/postgres/publish-records.ts';
import { requireSchema } from '../store/postgres/schema-version.ts';
import { announce, listChangedPaths, type Snapshot } from './index-now.ts';
import { listPostPlaces, listPurgeTags, purge } from './purge.ts';
import { formatCounts } from './report.ts';
import { RefusalError, runOnDatabase } from './run-on-database.ts';
import { checkAddresses } from './vanished-addresses.ts';

/** What a publisher waits for, by who holds it. */
const WAITING: Readonly<Record<Holder, string>> = {
  publisher: 'Another publisher is at work; waiting for it.',
  writer: 'Another program’s transaction keeps PostgreSQL’s tables locked; waiting for it, a minute at most.',
};

/** A cache that forgot before the nodes have the change would fetch what was before it. */
const NODES_FOLLOW_WITHIN_MS = 2_000;

export type PublishFlags = Pick<PublishOptions, 'isDryRun' | 'allowDeletions'> & {
  /** Whether articles may go without a redirect, to answer 410. */
  readonly allowGone: boolean;
};

/** Publishes to the database that machines share; answers the exit status. */
export function publishToDatabase(
  compilation: LargeCompilation,
  config: Config & { readonly databaseUrl: string },
  flags: PublishFlags,
): Promise<number> {
  const { databaseUrl, dataDir } = config;
  return runOnDatabase(databaseUrl, async (connection) => {
    await requireSchema(connection);
    const carried = await takeCarriedState(connection, { dataDir, ...flags });
    const { records } = readWhole(compilation);
    const guard = createAddressGuard(records, flags);
    const result = await publishRecords(connection, records, {
      ...flags,
      carried,
      protect: guard.protect,
      onWait: (holder) => console.log(WAITING[holder]),
    });
    if (guard.notices.length > 0) console.log(guard.notices.join('\n'));
    if (flags.isDryRun) console.log(listChanges(result).join('\n'));
    console.log(
      `${flags.isDryRun ? 'Would publish' : 'Published'} ${formatCounts(compilation)}: ${formatResult(result)}.`,
    );
    if (guard.problems.length > 0) throw new RefusalError(guard.problems.join('\n'));
    if (carried.ids.size > 0)
      console.log(`Carried over from this machine: ${carried.ids.size} ids, and its views.`);
    if (!flags.isDryRun) await tellOthers(result, compilation, config);
    return 0;
  });
}

/** Search engines and shared caches, where there are any to be told of what changed. */
async function tellOthers(
  result: PublishResult,
  compilation: LargeCompilation,
  { indexNowKey: key, origin, purgeUrl }: Config,
): Promise<void> {
  if (key !== undefined) {
    const { before, after } = result.articles;
    const paths = listChangedPaths(createSnapshot(before), createSnapshot(after));
    console.log(await announce({ key, origin, paths }));
  }
  if (purgeUrl === undefined) return;
  await setTimeout(NODES_FOLLOW_WITHIN_MS);
  console.log(await purge(purgeUrl, listPurgeTags(result, listPostPlaces(compilation))));
}

/** Keeps addresses from vanishing. A trial goes on in spite of that, so that it can show what else would change. */
function createAddressGuard(
  records: readonly ContentRecord[],
  { isDryRun, allowGone }: Pick<PublishFlags, 'isDryRun' | 'allowGone'>,
) {
  const problems: string[] = [];
  const notices: string[] = [];
  const now = Date.now();
  const protect: NonNullable<PublishOptions['protect']> = (known, others) => {
    const protection = checkAddresses(known, records, { now, others, allowGone });
    if (protection.kind === 'safe') {
      notices.push(...protection.notices);
      return protection;
    }
    if (!isDryRun) throw new RefusalError(protection.problems.join('\n'));
    problems.push(...protection.problems);
    return { records, letGo: [] };
  };
  return { problems, notices, protect };
}

function createSnapshot(articles: readonly PublicArticle[]): Snapshot {
  return new Map(articles.map(({ place, lastChanged }) => [pages.article(place), String(lastChanged)]));
}

function listChanges({ added, changed, removed }: PublishResult): readonly string[] {
  return [
    ...added.map((key) => `+ ${key}`),
    ...changed.map((key) => `~ ${key}`),
    ...removed.map((key) => `- ${key}`),
  ];
}

function formatResult({ added, changed, removed, others }: PublishResult): string {
  const difference = `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  return others === 0 ? difference : `${difference}; ${others} of other programs left as they are`;
}
