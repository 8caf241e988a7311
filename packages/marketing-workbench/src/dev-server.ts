import { createServer as createHttpServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, findBuilt, provideTypefaces, readConfig } from './config.ts';
import { isError } from './content/content-finding.ts';
import { createEditorServer } from './desk/editor/editor-server.ts';
import { createDevRequestListener } from './dev/dev-requests.ts';
import { createDraftPublisher } from './dev/draft-publisher.ts';
import { createOpenPages } from './dev/open-pages.ts';
import { PLAIN_LOG } from './dev/plain-log.ts';
import { requestUnsaved } from './dev/request-unsaved.ts';
import { createUnsavedTexts, type UnsavedTexts } from './dev/unsaved-texts.ts';
import { type AppOptions, createApp } from './server/app.ts';
import { CLIENT_DIR, loadBuiltRenderer, readBuiltAssets } from './server/built-site.ts';
import {
  formatListenOrigin,
  listen,
  listenUntilStopped,
  stopOnSignals,
} from './server/lifetime.ts';
import { createSecurityHeaders } from './server/security-headers.ts';
import { openStore } from './store/store.ts';
import { openCompiledTexts } from './store/sync/compiled-texts.ts';

type ShowUnsaved = UnsavedTexts['keep'];

provideTypefaces();
await serveDrafts();

/**
 * Serves the built site with every text of the folder; edits show at once. With `--desk` it has an
 * editor.
 */
async function serveDrafts(): Promise<void> {
  const config = readConfig();
  const http = createHttpServer();
  const hasEditor = process.argv.includes('--desk');
  const showUnsaved = Promise.withResolvers<ShowUnsaved>();
  const editor = hasEditor ? await startEditor(config, http, showUnsaved.promise) : undefined;
  if (hasEditor && editor === undefined) return;
  // Apart from the data of `npm start`, which must not hold drafts.
  using store = openStore({ dataDir: join(config.dataDir, 'dev') });
  using textCache = openCompiledTexts(config);
  const drafts = await createDraftPublisher(config, { store, textCache });
  const unsaved = createUnsavedTexts(drafts);
  const openPages = createOpenPages(unsaved.readVersion);
  showUnsaved.resolve((text) => {
    const address = unsaved.keep(text);
    openPages.announce();
    return address;
  });
  const options = { ...createSurroundings(config), store, editorOrigin: editor?.origin };
  const pages = await loadNotedPages(unsaved.find);
  const app = await createApp({
    ...options,
    ...pages.renderers,
    serverFactory: (answerSite) => {
      const headers = createSecurityHeaders(options);
      const { formatFindings } = pages;
      const listener = { ...config, headers, openPages, formatFindings, answerSite };
      return http.on('request', createDevRequestListener(listener));
    },
  });
  // Before the application waits for its connections to end.
  stopOnSignals(openPages.close, config);
  const watcher = drafts.follow(openPages.announce);
  await listenUntilStopped(app, config);
  watcher.close();
  await editor?.close();
}

/** Loads the built renderers. Pages carry the notes about the texts that they show. */
async function loadNotedPages(find: UnsavedTexts['find']) {
  const [renderer, { addNotes }, { formatFindingsPage }] = await Promise.all([
    loadBuiltRenderer(),
    import(pathToFileURL(findBuilt('server/add-notes.js')).href),
    import(pathToFileURL(findBuilt('server/format-findings-page.js')).href),
  ]);
  const renderers: Pick<AppOptions, 'renderNotice' | 'renderPreview' | 'renderPage'> = {
    ...renderer,
    renderNotice: async (notice) =>
      addNotes(await renderer.renderNotice(notice), '', find('', Date.now()).shown),
    renderPage: async (request) => {
      const { record, shown } = find(request.address.search, request.now.getTime());
      const page = await renderer.renderPage(
        record === undefined ? request : requestUnsaved(request, record),
      );
      return page.kind === 'redirect' ? page : addNotes(page, request.address.pathname, shown);
    },
  };
  const formatFindings = (search: string): string => {
    const { shown, findings = shown.site.findings } = find(search, Date.now());
    const problems = findings.filter(isError);
    return formatFindingsPage({ ...shown, site: { ...shown.site, findings, problems } });
  };
  return { renderers, formatFindings };
}

/**
 * Starts an editor at an address of its own, whose frame shows the site. Returns undefined if it
 * can't listen.
 */
async function startEditor(config: Config, site: Server, showUnsaved: Promise<ShowUnsaved>) {
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
    // Until the site is there, the editor's page waits.
    showUnsaved: async (text) => (await showUnsaved)(text),
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

function createSurroundings(config: Config) {
  const findAssets = readBuiltAssets(CLIENT_DIR);
  return {
    ...config,
    cardDir: join(config.dataDir, 'cards'),
    now: () => new Date(),
    // The development server always shows the folder and ignores DATABASE_URL.
    describeDatabase: () => 'SQLite (embedded)',
    // Notes change without a new revision of the content.
    pageCacheBytes: 0,
    // Without the service that counts readers.
    findAssets: (screen: string) => ({ ...findAssets(screen), analyticsScript: undefined }),
    publicDir: CLIENT_DIR,
    log: PLAIN_LOG,
    isDevelopment: true,
  };
}
