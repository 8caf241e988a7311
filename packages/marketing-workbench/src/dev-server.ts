import { watch } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { createServer as createViteServer, type ViteDevServer } from 'vite';
import { type Config, provideTypefaces, readConfig } from './config.ts';
import { type CompileLargeContent, createLargeContentCompiler } from './content/compile-content.ts';
import { formatFinding } from './content/content-finding.ts';
import { createEditorServer } from './desk/editor/editor-server.ts';
import { createDraftSite, type DraftSite, FINDINGS_PATH } from './dev/draft-site.ts';
import type { ShownSite } from './dev/finding-list.tsx';
import { PLAIN_LOG } from './dev/plain-log.ts';
import { serveOnlyModules } from './dev/served-modules.ts';
import { type AppOptions, createApp } from './server/app.ts';
import { formatListenOrigin, listen, listenUntilStopped } from './server/lifetime.ts';
import { openStore, type Store } from './store/store.ts';
import { openCompiledTexts } from './store/sync/compiled-texts.ts';
import { hashRecord } from './store/sync/source.ts';
import { syncSource } from './store/sync/sync.ts';

/** An editor writes a file in several steps; publishing waits for the last one. */
const SETTLE_MS = 80;

const ASSETS = {
  styles: ['/src/ui/styles/styles.css'],
  modules: ['/src/browser-dev.ts'],
  fonts: [],
  rareFonts: [],
  startScript: '/src/page-start.ts',
  integrity: {},
};

const RENDERER = '/src/app/render-page.tsx';
const NOTES = '/src/dev/add-notes.tsx';
const FINDINGS_PAGE = '/src/dev/format-findings-page.tsx';

provideTypefaces();
await serveFromSource();

/**
 * Serves the site from source, with every text of the folder; edits show at once. With `--desk` it
 * has an editor.
 */
async function serveFromSource(): Promise<void> {
  const config = readConfig();
  const { contentDir } = config;
  const http = createHttpServer();
  const hasEditor = process.argv.includes('--desk');
  const editor = hasEditor ? await startEditor(config, http) : undefined;
  if (hasEditor && editor === undefined) return;
  // Apart from the data of `npm start`, which must not hold drafts.
  using store = openStore({ dataDir: join(config.dataDir, 'dev') });
  using textCache = openCompiledTexts(config);
  const imageCacheDir = join(config.dataDir, 'images');
  const compile = createLargeContentCompiler({
    imageCacheDir,
    textCache,
    hashRecord,
    wanted: 'all',
  });
  let answerOthers: RequestListener = () => undefined;
  const vite = await createVite(config, http, (request, response) =>
    answerOthers(request, response),
  );
  let site = await publishDrafts(contentDir, store, compile);
  serveFindings(vite, () => ({ site, contentDir }));
  const app = await createApp({
    ...createSurroundings(config),
    store,
    editorOrigin: editor?.origin,
    ...createRenderers(vite, () => ({ site, contentDir })),
    serverFactory: (handler) => {
      answerOthers = handler;
      return http.on('request', (request, response) => {
        vite.middlewares(request, response, () => handler(request, response));
      });
    },
  });
  const watcher = watchContent(contentDir, vite, async () => {
    site = await publishDrafts(contentDir, store, compile);
  });
  await listenUntilStopped(app, config);
  watcher.close();
  await Promise.all([vite.close(), editor?.close()]);
}

/** The renderers of the current source. Pages carry the notes about the texts that they show. */
function createRenderers(
  vite: ViteDevServer,
  readSite: () => ShownSite,
): Pick<AppOptions, 'renderNotice' | 'renderPreview' | 'renderPage'> {
  const load = () => vite.ssrLoadModule(RENDERER);
  const addNotes = async (page: object, path: string) =>
    (await vite.ssrLoadModule(NOTES)).addNotes(page, path, readSite());
  return {
    renderNotice: async (notice) => addNotes(await (await load()).renderNotice(notice), ''),
    renderPreview: async (request) => (await load()).renderPreview(request),
    renderPage: async (request) => {
      const page = await (await load()).renderPage(request);
      return page.kind === 'redirect' ? page : addNotes(page, request.address.pathname);
    },
  };
}

function createVite(
  config: Config,
  http: Server,
  answerOthers: RequestListener,
): Promise<ViteDevServer> {
  const { plugins, server } = serveOnlyModules({ ...config, answerOthers });
  return createViteServer({
    configLoader: 'native',
    plugins,
    server: { ...server, middlewareMode: true, hmr: { server: http } },
  });
}

/**
 * Starts an editor at an address of its own, whose frame shows the site. Returns undefined if it
 * can't listen.
 */
async function startEditor(config: Config, site: Server) {
  const { dataDir, deskPort } = config;
  const findPort = () => {
    const bound = site.address();
    return typeof bound === 'object' && bound !== null ? bound.port : config.port;
  };
  const siteHost = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  const findPreviewOrigin = () => formatListenOrigin(siteHost, findPort());
  const editor = createEditorServer({
    ...config,
    formerDir: join(dataDir, 'desk'),
    findPreviewOrigin,
    log: PLAIN_LOG,
  });
  // Only this machine, because whoever reaches the editor can edit the texts. If the site has the
  // same host name, its pages can use their storage in the editor's frame.
  const host = siteHost === '127.0.0.1' ? siteHost : 'localhost';
  if (!(await listen(editor, { host, port: deskPort }, 'DESK_PORT=3101 npm run desk')))
    return undefined;
  const origin = formatListenOrigin(host, Number(new URL(editor.listeningOrigin).port));
  site.once('listening', () => console.log(`The editor is at ${origin}`));
  return { origin, close: () => editor.close() };
}

function serveFindings(vite: ViteDevServer, readSite: () => ShownSite): void {
  vite.middlewares.use(FINDINGS_PATH, async (_request, response) => {
    const { formatFindingsPage } = await vite.ssrLoadModule(FINDINGS_PAGE);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(formatFindingsPage(readSite()));
  });
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
    publicDir: undefined,
    log: PLAIN_LOG,
    isDevelopment: true,
  };
}

/** Publishes what can be shown of each text. */
async function publishDrafts(
  contentDir: string,
  store: Store,
  compile: CompileLargeContent,
): Promise<DraftSite> {
  const now = new Date();
  const site = createDraftSite(await compile(contentDir, now), now.getTime());
  if (site.source !== undefined) syncSource(store, site.source, now.getTime());
  for (const problem of site.problems) console.error(formatFinding(problem));
  return site;
}

function watchContent(contentDir: string, vite: ViteDevServer, publish: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const republish = async () => {
    await publish();
    vite.ws.send({ type: 'full-reload' });
  };
  /** A failure such as a locked index may not occur again at the next change. */
  const report = (error: unknown) => {
    console.error(error);
    vite.ws.send({ type: 'error', err: { message: String(error), stack: '' } });
  };
  const start = () =>
    watch(contentDir, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Node watches each file on Linux, and loses one that another file is renamed to, as most
        // editors save. What changes before the new watcher starts is published below.
        watcher.close();
        watcher = start();
        running = running.then(republish).catch(report);
      }, SETTLE_MS);
    }).on('error', report);
  let watcher = start();
  const close = () => {
    clearTimeout(timer);
    watcher.close();
  };
  return { close };
}
