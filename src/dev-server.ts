import { watch } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join, resolve } from 'node:path';
import { createServer as createViteServer, type ViteDevServer } from 'vite';
import { type Config, readConfig } from './config.ts';
import { type CompileLargeContent, createLargeContentCompiler } from './content/compile-content.ts';
import { type ContentProblem, formatProblem } from './content/content-problem.ts';
import { createGuidePlugin } from './content/guide-plugin.ts';
import { createFolderSource } from './publishing/fill-index.ts';
import { createApp } from './server/app.ts';
import { listenUntilStopped } from './server/lifetime.ts';
import { openCompiledTexts } from './store/compiled-texts.ts';
import { openStore, type Store } from './store/store.ts';
import { hashRecord } from './store/sync/source.ts';
import { syncSource } from './store/sync/sync.ts';

/** An editor writes a file in several steps; publishing waits for the last one. */
const SETTLE_MS = 80;

const ASSETS = {
  icon: '/favicon.svg',
  styles: ['/src/ui/styles/styles.css'],
  modules: ['/src/browser-dev.ts'],
  fonts: [],
  rareFonts: [],
  startScript: '/src/page-start.ts',
  integrity: {},
};

const RENDERER = '/src/app/render-page.tsx';

await serve();

/** Serves the site from source; edits show at once. */
async function serve(): Promise<void> {
  const config = readConfig();
  using store = openStore({ dataDir: config.dataDir });
  using textCache = openCompiledTexts(config);
  const imageCacheDir = join(config.dataDir, 'images');
  const compile = createLargeContentCompiler({ imageCacheDir, textCache, hashRecord });
  const http = createHttpServer();
  const vite = await createViteServer({
    configLoader: 'native',
    plugins: [createGuidePlugin(config.contentDir, compile)],
    server: { middlewareMode: true, hmr: { server: http } },
  });
  const app = await createApp({
    ...createSurroundings(config),
    store,
    loadGuide: async () => (await vite.ssrLoadModule(RENDERER)).loadGuide(),
    renderNotice: async (notice) => (await vite.ssrLoadModule(RENDERER)).renderNotice(notice),
    renderPreview: async (request) => (await vite.ssrLoadModule(RENDERER)).renderPreview(request),
    renderPage: async (request) => (await vite.ssrLoadModule(RENDERER)).renderPage(request),
    serverFactory: (handler) =>
      http.on('request', (request, response) => {
        vite.middlewares(request, response, () => handler(request, response));
      }),
  });
  const publish = () => publishContent(config.contentDir, store, compile);
  await publish();
  const watcher = watchContent(config.contentDir, vite, publish);
  await listenUntilStopped(app, config);
  watcher.close();
  await vite.close();
}

function createSurroundings(config: Config) {
  return {
    ...config,
    cardDir: join(config.dataDir, 'cards'),
    now: () => new Date(),
    // The development server always shows the folder and ignores DATABASE_URL.
    describeDatabase: () => 'SQLite (embedded)',
    // An edited component changes pages without changing the content.
    pageCacheBytes: 0,
    findAssets: () => ASSETS,
    publicDir: resolve('public'),
    isDevelopment: true,
  };
}

/** Publishes the content folder, or nothing if it has problems. */
async function publishContent(
  contentDir: string,
  store: Store,
  compile: CompileLargeContent,
): Promise<readonly ContentProblem[]> {
  const compilation = await compile(contentDir, new Date());
  const { records, problems } = compilation;
  if (problems.length === 0) syncSource(store, createFolderSource(compilation, records), Date.now());
  for (const problem of problems) console.error(formatProblem(problem));
  return problems;
}

function watchContent(
  contentDir: string,
  vite: ViteDevServer,
  publish: () => Promise<readonly ContentProblem[]>,
) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const show = (message: string) => vite.ws.send({ type: 'error', err: { message, stack: '' } });
  const republish = async () => {
    const problems = await publish();
    if (problems.length === 0) vite.ws.send({ type: 'full-reload' });
    else show(problems.map(formatProblem).join('\n'));
  };
  /** A failure such as a locked index may not occur again at the next change. */
  const report = (error: unknown) => {
    console.error(error);
    show(String(error));
  };
  const watcher = watch(contentDir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(republish).catch(report);
    }, SETTLE_MS);
  });
  return watcher.on('error', report);
}
