import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EventCounter } from '../api/event-counter.ts';
import { type Config, findBuilt } from '../config.ts';
import type { NoticeRenderer, PageRenderer, PreviewRenderer } from '../contract/page-renderer.ts';
import { loadWordLists } from '../search/open-search.ts';
import type { Store } from '../store/store.ts';
import { createApp, type Monitoring } from './app.ts';
import { readConnectionMax } from './connections/connection-max.ts';
import { loadConverter } from './discovery/markdown.ts';
import { type AccessLog, createAccessLog } from './monitoring/access-log.ts';
import type { MetricsAccess } from './monitoring/metrics-handler.ts';
import type { ProcessMetrics } from './monitoring/monitoring.ts';
import { createRequestObserver } from './monitoring/request-observer.ts';
import type { CodeAssets } from './page-shell.ts';
import { createLineLog } from './repair.ts';

/** Folder of the files that browsers load. */
export const CLIENT_DIR = findBuilt('client');

type BuiltRenderer = {
  readonly renderPage: PageRenderer;
  readonly renderPreview: PreviewRenderer;
  readonly renderNotice: NoticeRenderer;
};

type SiteServices = {
  readonly store: Store;
  readonly describeDatabase: () => string;
  readonly isReady: () => boolean;
  readonly countEvent?: EventCounter;
  readonly metrics?: SiteMetrics | undefined;
};

type SiteMetrics = ProcessMetrics & {
  /** The metrics of the whole node. */
  readonly scrape: () => Promise<string>;
};

/** Throws if there is no build. */
export async function createBuiltSite(
  config: Config,
  surroundings: SiteServices,
): Promise<FastifyInstance> {
  const [renderer] = await Promise.all([loadBuiltRenderer(), loadConverter()]);
  loadWordLists(surroundings.store);
  const accessLog = openAccessLog(config, surroundings);
  const app = await createApp({
    ...config,
    ...surroundings,
    monitoring: createMonitoring(config, surroundings, accessLog),
    cardDir: join(config.dataDir, 'cards'),
    ...renderer,
    now: () => new Date(),
    findAssets: readBuiltAssets(CLIENT_DIR),
    publicDir: CLIENT_DIR,
    readConnectionMax,
  });
  if (accessLog !== undefined) app.addHook('onClose', accessLog.close);
  return app;
}

/** Loads the renderer with all screens, for which the first request would have to wait. */
export async function loadBuiltRenderer(): Promise<BuiltRenderer> {
  const { renderPage, renderPreview, renderNotice, loadScreens } = await import(
    pathToFileURL(findBuilt('server/render-page.js')).href
  );
  await loadScreens();
  return { renderPage, renderPreview, renderNotice };
}

function openAccessLog(config: Config, { metrics }: SiteServices): AccessLog | undefined {
  const { accessLog } = config;
  if (accessLog === undefined) return undefined;
  const log = createAccessLog(accessLog, config.trustProxy, createLineLog('access log'));
  metrics?.addSource(log.read);
  return log;
}

function createMonitoring(
  access: MetricsAccess,
  { metrics }: SiteServices,
  accessLog: AccessLog | undefined,
): Monitoring {
  const listeners = [metrics?.noteRequest, accessLog?.note].filter(
    (listener) => listener !== undefined,
  );
  return {
    observer: listeners.length === 0 ? undefined : createRequestObserver(listeners),
    ...(metrics && { metrics: { access, scrape: metrics.scrape, addSource: metrics.addSource } }),
  };
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);

type BuildManifest = z.infer<typeof manifestSchema>;

const integritySchema = z.record(z.string(), z.string());

export const ENTRY = 'src/browser.tsx';
const START_SCRIPT = 'src/page-start.ts';
const ANALYTICS = 'src/analytics.ts';
const RARE_FONT = /-rare-[\w-]+\.woff2$/;

export function readBuiltAssets(clientDir: string): (screen: string) => CodeAssets {
  const manifest = readBuildManifest(clientDir);
  const integrity = readBuildFile(clientDir, 'integrity.json', integritySchema);
  return (screen) => ({ integrity, ...collectAssets(manifest, screen) });
}

export function readBuildManifest(clientDir: string): BuildManifest {
  return readBuildFile(clientDir, 'manifest.json', manifestSchema);
}

function readBuildFile<Content>(
  clientDir: string,
  name: string,
  schema: z.ZodType<Content>,
): Content {
  const path = join(clientDir, '.vite', name);
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(
      `There is no usable build at ${path}; run: npm run build, or where the package is installed: npm ci`,
      { cause: error },
    );
  }
}

function collectAssets(manifest: BuildManifest, screen: string): Omit<CodeAssets, 'integrity'> {
  const keys = listWithImports(manifest, [ENTRY, `src/screens/${screen}-screen.tsx`]);
  const chunks = keys.flatMap((key) => manifest[key] ?? []);
  const fonts = chunks
    .flatMap(({ assets }) => assets)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `/${file}`);
  return {
    startScript: `/${manifest[START_SCRIPT]?.file ?? ''}`,
    analyticsScript: manifest[ANALYTICS]?.file && `/${manifest[ANALYTICS]?.file}`,
    fonts: fonts.filter((file) => !RARE_FONT.test(file)),
    rareFonts: fonts.filter((file) => RARE_FONT.test(file)),
    styles: [...new Set(chunks.flatMap(({ css }) => css))].map((file) => `/${file}`),
    modules: chunks.map(({ file }) => `/${file}`),
  };
}

export function listWithImports(
  manifest: BuildManifest,
  sources: readonly string[],
): readonly string[] {
  const visited = new Set<string>();
  const keys: string[] = [];
  const visit = (key: string) => {
    if (visited.has(key)) return;
    visited.add(key);
    manifest[key]?.imports.forEach(visit);
    keys.push(key);
  };
  sources.forEach(visit);
  return keys;
}
