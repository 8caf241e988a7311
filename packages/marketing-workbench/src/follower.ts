/**
 * A child process of the server. Only it talks to PostgreSQL, so that readers never wait for it.
 */
import { type Config, findProgram, readConfig } from './config.ts';
import { announceLive, listChannels, noteLiveWhileRunning } from './publishing/announce-live.ts';
import { limitHeapGrowth } from './publishing/process-limits.ts';
import type { FollowerMessage, SyncReport } from './server/follow-database.ts';
import { ignoreLogFailures } from './server/log.ts';
import { createLineLog, fillInChildProcess } from './server/repair.ts';
import { readMessage } from './store/database.ts';
import { replaceDamagedIndex } from './store/index/index-file.ts';
import { findSyncTime } from './store/index/status.ts';
import type { ConnectionOptions } from './store/postgres/connection.ts';
import { followContent } from './store/postgres/follow-content.ts';
import { followNotices } from './store/postgres/follow-notices.ts';
import { followViews, sendLastViews } from './store/postgres/follow-views.ts';
import { importSharedIds } from './store/postgres/import-shared-ids.ts';
import { createReplicaLag } from './store/postgres/replica-lag.ts';
import { createSearchMemory, type SearchMemory } from './store/postgres/send-day-counts.ts';
import type { NoticeQueue } from './store/state/notices.ts';
import { openStore, type Store } from './store/store.ts';
import { readPublished } from './store/sync/source.ts';

const FILLER = findProgram('index-filler');
const log = createLineLog('follower');

ignoreLogFailures();
limitHeapGrowth();
await runFollower(readConfig());

async function runFollower(config: Config): Promise<void> {
  const { databaseUrl, databaseReplicaUrl, dataDir } = config;
  if (databaseUrl === undefined) return;
  const store = openStore({ dataDir, log });
  const primary = {
    url: databaseUrl,
    answerWithinMs: config.databaseAnswerSeconds * 1000,
    lockWithinMs: config.databaseLockSeconds * 1000,
  };
  process.on('disconnect', () => process.exit());
  // The server handles signals that go to all processes of the site.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const searches = createSearchMemory();
  process.on('message', (message: FollowerMessage) => {
    if (message === 'stop') void stopFollower(store, primary, searches);
    else searches.note(message.searched);
  });
  const source = { ...primary, url: databaseReplicaUrl ?? databaseUrl };
  if (findSyncTime(store) === undefined) {
    // With other ids, views would count for other articles. If this fails, the next attempt to
    // connect reports why.
    await importSharedIds(store, source).catch(() => undefined);
    await fillFromFolder(store, config);
  }
  const { checkHtml } = await import('./content/markdown/check-html.ts');
  const replicaLag = databaseReplicaUrl === undefined ? undefined : createReplicaLag();
  const options = {
    ...primary,
    store,
    replicaLag,
    log,
    everyMs: config.databasePollSeconds * 1000,
  };
  const announce = (queue: NoticeQueue) => announceLive(queue, { config, store, log });
  await Promise.all([
    followContent({
      ...options,
      ...source,
      checkHtml,
      report: (failure) => sendReport({ failure }),
      onFailure: () => fillFromFolder(store, config),
    }),
    followViews({ ...options, searches }),
    noteLiveWhileRunning({ store, log }),
    ...(listChannels(config).length === 0 ? [] : [followNotices({ ...options, announce })]),
  ]);
}

/**
 * Fills an empty index from the content folder. If the index has content, only lost files are
 * written again: old content is better than none.
 */
async function fillFromFolder(store: Store, { contentDir }: Config): Promise<void> {
  try {
    replaceDamagedIndex(store);
    const isFilled = store.index.isFilled();
    if (isFilled && !store.media.isDamaged()) return;
    const failure = await fillInChildProcess({ store, program: FILLER });
    if (failure !== undefined) throw new Error(failure);
    if (isFilled) return;
    const { size } = readPublished(store);
    log(`The index was empty; it now holds the ${size} records of the folder ${contentDir}.`);
  } catch (error) {
    log(`The index can't be filled: ${readMessage(error)}.`);
  }
}

async function stopFollower(
  store: Store,
  primary: ConnectionOptions,
  searches: SearchMemory,
): Promise<void> {
  await sendLastViews(store, primary, searches).catch(() => undefined);
  process.exit();
}

function sendReport(report: SyncReport): void {
  if (process.connected) process.send?.(report);
}
