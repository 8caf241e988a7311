/** A process beside the server's: it alone speaks with PostgreSQL, so that neither its memory nor its waits are a reader's. */
import { type Config, readConfig } from './config.ts';
import { createLineLog } from './server/repair/line-log.ts';
import { findAgreedAt } from './store/agreement.ts';
import { mendIndex } from './store/index-file.ts';
import { followContent } from './store/postgres/follow-content.ts';
import { followViews, sendLastViews } from './store/postgres/follow-views.ts';
import { createPrimaryWatch } from './store/postgres/primary-watch.ts';
import { openStore, type Store } from './store/store.ts';

const log = createLineLog('follower');

await follow(readConfig());

async function follow(config: Config): Promise<void> {
  const { databaseUrl, databaseReplicaUrl, dataDir } = config;
  if (databaseUrl === undefined) return;
  const everyMs = config.databaseLookSeconds * 1000;
  const answerWithinMs = config.databaseAnswerSeconds * 1000;
  const store = openStore({ dataDir, log });
  // Without its server nobody needs this process, whatever the server died of.
  process.on('disconnect', () => process.exit());
  // Signals to all processes of the site are the server's to act on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('message', (message) => {
    if (message === 'stop') void stop({ store, url: databaseUrl, answerWithinMs });
  });
  // A node that never had content starts with that of the folder it was deployed with; any other asks PostgreSQL first.
  if (findAgreedAt(store) === undefined) await fillFromFolder(store, config);
  const { checkHtml } = await import('./content/markdown/check-html.ts');
  const primary = databaseReplicaUrl === undefined ? undefined : createPrimaryWatch();
  await Promise.all([
    followContent({
      store,
      primary,
      checkHtml,
      log,
      answerWithinMs,
      lookEveryMs: everyMs,
      url: databaseReplicaUrl ?? databaseUrl,
      report: (failure) => send({ kind: 'report', failure }),
      onFailure: () => fillFromFolder(store, config),
    }),
    followViews({ store, primary, url: databaseUrl, log, answerWithinMs, sendEveryMs: everyMs }),
  ]);
}

/** Old content is better than none. */
async function fillFromFolder(store: Store, config: Config): Promise<void> {
  try {
    mendIndex(store);
    if (store.index.isFilled()) return;
    const { fillIndex } = await import('./publishing/fill-index.ts');
    const count = await fillIndex(store, config);
    log(`The index was empty; it holds the ${count} records of the folder ${config.contentDir} now.`);
  } catch (error) {
    log(`The index can't be filled: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function stop(options: Parameters<typeof sendLastViews>[0]): Promise<void> {
  await sendLastViews(options).catch(() => undefined);
  process.exit();
}

function send(message: object): void {
  if (process.connected) process.send?.(message);
}
