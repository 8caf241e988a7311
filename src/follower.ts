/** A process beside the server's: it alone speaks with PostgreSQL, so that neither its memory nor its waits are a reader's. */
import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { followContent } from './store/postgres/follow-content.ts';
import { followViews, sendLastViews } from './store/postgres/follow-views.ts';
import { createPrimaryWatch } from './store/postgres/primary-watch.ts';
import { readRevision } from './store/revision.ts';
import { openStore, type Store } from './store/store.ts';
import { hashManifest } from './store/sync/manifest.ts';
import { syncStore } from './store/sync/sync.ts';

await follow(readConfig());

async function follow(config: Config): Promise<void> {
  const { databaseUrl, databaseReplicaUrl, dataDir } = config;
  if (databaseUrl === undefined) return;
  const everyMs = config.databaseLookSeconds * 1000;
  const answerWithinMs = config.databaseAnswerSeconds * 1000;
  const store = openStore({ dataDir });
  // Without its server nobody needs this process, whatever the server died of.
  process.on('disconnect', () => process.exit());
  // Signals to all processes of the site are the server's to act on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('message', (message) => {
    if (message === 'stop') void stop({ store, url: databaseUrl, answerWithinMs });
  });
  await fillFromFolder(store, config);
  send({ kind: 'filled' });
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
    }),
    followViews({ store, primary, url: databaseUrl, log, answerWithinMs, sendEveryMs: everyMs }),
  ]);
}

/** A machine that never held any content begins with that of the folder it was deployed with. */
async function fillFromFolder(store: Store, { contentDir, dataDir }: Config): Promise<void> {
  if (readRevision(store) !== hashManifest(new Map())) return;
  const { compileContent } = await import('./content/compile-content.ts');
  const { records, problems } = await compileContent(contentDir, new Date(), {
    imageCacheDir: join(dataDir, 'images'),
  });
  if (problems.length > 0) {
    log(
      `The folder ${contentDir} has ${problems.length} problems and is not used; run npm run content -- check.`,
    );
    return;
  }
  syncStore(store, records);
  log(`The index was empty; it holds the ${records.length} records of the folder ${contentDir} now.`);
}

async function stop(options: Parameters<typeof sendLastViews>[0]): Promise<void> {
  await sendLastViews(options).catch(() => undefined);
  process.exit();
}

function send(message: object): void {
  if (process.connected) process.send?.(message);
}

/** A line of JSON, as the server writes its own. */
function log(message: string): void {
  console.log(
    JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, name: 'follower', msg: message }),
  );
}
