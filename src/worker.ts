/** One of several processes that serve on one port; `server.ts` starts and stops them. */
import type { FastifyInstance } from 'fastify';
import { readConfig } from './config.ts';
import { createBuiltSite } from './server/built-site.ts';
import { listen } from './server/listen.ts';
import { createReadiness } from './server/readiness.ts';
import { linkToSupervisor } from './server/workers/supervisor-link.ts';
import { openStore } from './store/store.ts';

await serve();

async function serve(): Promise<void> {
  const config = readConfig();
  const readiness = createReadiness();
  const store = openStore(config);
  const starting = Promise.withResolvers<FastifyInstance>();
  const link = linkToSupervisor({
    onDrain: readiness.startDraining,
    onStop: () => void starting.promise.then((app) => app.close()),
  });
  const app = await createBuiltSite(config, { ...link, store, isReady: readiness.isReady });
  app.addHook('onClose', async () => {
    store.close();
    process.disconnect();
  });
  await listen(app, config);
  starting.resolve(app);
}
