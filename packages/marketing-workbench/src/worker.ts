/** One of several processes that serve on one port; `server.ts` starts and stops them. */
import { readConfig } from './config.ts';
import { limitHeapGrowth } from './publishing/process-limits.ts';
import { createBuiltSite } from './server/built-site.ts';
import { listen } from './server/lifetime.ts';
import { ignoreLogFailures } from './server/log.ts';
import { createMetricsIfWanted } from './server/monitoring/monitoring.ts';
import { createLineLog } from './server/repair.ts';
import { linkToSupervisor } from './server/workers.ts';
import { openStore } from './store/store.ts';

ignoreLogFailures();
limitHeapGrowth();
await serveAsWorker();

async function serveAsWorker(): Promise<void> {
  const config = readConfig();
  const draining = new AbortController();
  const store = openStore({ ...config, log: createLineLog('index') });
  const stopping = Promise.withResolvers<void>();
  const metrics = createMetricsIfWanted(config);
  const link = linkToSupervisor({
    readSamples: () => metrics?.read() ?? {},
    onDrain: () => draining.abort(),
    onStop: stopping.resolve,
  });
  const app = await createBuiltSite(config, {
    ...link,
    store,
    isReady: () => !draining.signal.aborted,
    metrics: metrics && { ...metrics, scrape: link.scrape },
  });
  if (await listen(app, config)) {
    await stopping.promise;
    await app.close();
  }
  store.close();
  process.disconnect();
}
