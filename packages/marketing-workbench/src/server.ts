import { closeSync } from 'node:fs';
import { createEventCounter } from './api/event-counter.ts';
import { type Config, ConfigError, findProgram, readConfig } from './config.ts';
import { announceWhileRunning } from './publishing/announce-live.ts';
import { limitHeapGrowth } from './publishing/process-limits.ts';
import { createBuiltSite } from './server/built-site.ts';
import { createEventQueue, type EventQueue } from './server/event-queue.ts';
import { type DatabaseFollower, followDatabase } from './server/follow-database.ts';
import { keepDataFiles } from './server/keep-data-files.ts';
import { listenUntilStopped } from './server/lifetime.ts';
import { ignoreLogFailures } from './server/log.ts';
import { formatMetrics } from './server/monitoring/families.ts';
import { openLog } from './server/monitoring/log-writer.ts';
import { createMetricsIfWanted, hasMetrics } from './server/monitoring/monitoring.ts';
import { createNodeMetrics } from './server/monitoring/node-metrics.ts';
import { createProcessMetrics } from './server/monitoring/process-metrics.ts';
import { createLineLog, keepIndexFilled } from './server/repair.ts';
import { superviseWorkers } from './server/workers.ts';
import { describeDiskFailure } from './store/database.ts';
import { replaceDamagedIndex } from './store/index/index-file.ts';
import { listLostFiles, noteLost } from './store/media/stored-media.ts';
import { StateError } from './store/state/state.ts';
import { openStore, type Store } from './store/store.ts';

const FILLER = findProgram('index-filler');
const FOLLOWER = findProgram('follower');
const WORKER = findProgram('worker');

/**
 * Opening the access log fails with these for a pipe without a reader and on a full disk; it is
 * tried again later.
 */
const TEMPORARY = ['ENXIO', 'ENOSPC'];

ignoreLogFailures();
limitHeapGrowth();
await serveSite();

/**
 * Serves the built site from the local index, in this process or in several that it looks after.
 */
async function serveSite(): Promise<void> {
  try {
    const config = readConfig();
    checkAccessLog(config);
    const store = openSiteStore(config);
    const database = followDatabase({ databaseUrl: config.databaseUrl, program: FOLLOWER, store });
    const filling =
      config.databaseUrl === undefined && keepIndexFilled({ ...config, program: FILLER, store });
    const announcing =
      config.databaseUrl === undefined &&
      announceWhileRunning({ config, store, log: createLineLog('notices') });
    const events = createEventQueue(store);
    const filesKept = keepDataFiles(store);
    await (config.workers === 1 ? serveHere : serveInWorkers)(config, { store, database, events });
    await events.stop();
    await filesKept.stop();
    if (announcing) await announcing.stop();
    if (filling) await filling.stop();
    await database.stop();
    store.close();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StateError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function checkAccessLog({ accessLog }: Config): void {
  if (accessLog === undefined || accessLog === 'stdout') return;
  try {
    closeSync(openLog(accessLog).fd);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (TEMPORARY.includes(code)) return;
    throw new ConfigError(
      `ACCESS_LOG ${accessLog.path} can't be opened (${code}); create its folder and let this account write there, or choose another path.`,
      { cause: error },
    );
  }
}

function openSiteStore(config: Config): Store {
  try {
    const store = openStore({ ...config, log: createLineLog('index') });
    replaceDamagedIndex(store);
    if (store.index.isFilled()) noteLost(store, listLostFiles(store));
    return store;
  } catch (error) {
    if (error instanceof StateError) throw error;
    throw new ConfigError(describeDiskFailure(error, config.dataDir), { cause: error });
  }
}

type ServerParts = {
  readonly store: Store;
  readonly database: DatabaseFollower;
  readonly events: EventQueue;
};

async function serveHere(config: Config, { store, database, events }: ServerParts): Promise<void> {
  const metrics = createMetricsIfWanted(config);
  metrics?.addSource(createNodeMetrics({ store, database }));
  const draining = new AbortController();
  const app = await createBuiltSite(config, {
    store,
    describeDatabase: database.describe,
    isReady: () => !draining.signal.aborted,
    countEvent: createCounter({ database, events }),
    metrics: metrics && { ...metrics, scrape: async () => formatMetrics(metrics.read()) },
  });
  await listenUntilStopped(app, { ...config, onDrain: () => draining.abort() });
}

async function serveInWorkers(
  config: Config,
  { store, database, events }: ServerParts,
): Promise<void> {
  await superviseWorkers({
    config,
    program: WORKER,
    describeDatabase: database.describe,
    countEvent: createCounter({ database, events }),
    readSamples: createSupervisorSamples(config, { store, database, events }),
  });
}

function createSupervisorSamples(config: Config, parts: ServerParts) {
  if (!hasMetrics(config)) return undefined;
  const [readProcess, readNode] = [createProcessMetrics(), createNodeMetrics(parts)];
  return () => ({ ...readProcess(), ...readNode() });
}

function createCounter({ database, events }: Omit<ServerParts, 'store'>) {
  return createEventCounter((event, now) => {
    if (event.kind !== 'search') return events.add(event, now);
    const { words, results } = event;
    // Noted before it is counted, a search would not have been asked for often enough to keep its
    // words.
    return events.add(event, now, () => database.noteSearch({ words, results }));
  });
}
