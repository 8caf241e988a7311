import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { test as baseTest, expect, inject } from 'vitest';
import {
  loadScreens,
  renderNotice,
  renderPage,
  renderPreview,
} from '../../packages/marketing-workbench/src/app/render-page.tsx';
import type { TrustedProxies } from '../../packages/marketing-workbench/src/config.ts';
import type { PageRenderer } from '../../packages/marketing-workbench/src/contract/page-renderer.ts';
import { createApp } from '../../packages/marketing-workbench/src/server/app.ts';
import type { ConnectionMax } from '../../packages/marketing-workbench/src/server/connections/connection-tracker.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import type { Slicing } from '../../packages/marketing-workbench/src/store/lists/slices.ts';
import { openStore } from '../../packages/marketing-workbench/src/store/store.ts';
import { readPage } from './page.ts';
import { NOW } from './records.ts';
import { syncStore } from './sync-store.ts';

export const ORIGIN = 'https://www.marketingworkbench.example';
export const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The files of `fixture-site.ts`. */
const ASSETS = {
  startScript: '/assets/page-start.js',
  analyticsScript: '/assets/analytics.js',
  styles: ['/assets/browser.css'],
  fonts: ['/assets/text-common.woff2'],
  rareFonts: ['/assets/text-rare.woff2'],
  modules: ['/assets/browser.js'],
  integrity: { '/assets/browser.css': 'sha384-styles', '/assets/browser.js': 'sha384-code' },
};

export type TestSiteOptions = {
  /** ISO 8601; the clock is stopped until `setTime`. */
  readonly now?: string;
  readonly describeDatabase?: () => string;
  readonly trustProxy?: TrustedProxies;
  readonly hstsSubdomains?: boolean;
  /** 16 MB, unless said otherwise. */
  readonly pageCacheBytes?: number;
  /** Wraps the application's page renderer. */
  readonly wrapRenderer?: (renderPage: PageRenderer) => PageRenderer;
  /** The folder of cards, instead of the shared one. */
  readonly cardDir?: string;
  /** Absolute path of the files of a build, instead of the shared ones. */
  readonly publicDir?: string;
  readonly previewSecret?: string;
  readonly webSubHub?: string;
  /** No limit, unless said otherwise. */
  readonly connectionMax?: ConnectionMax;
  /** Whether its addresses have the domain of its content instead of ORIGIN. */
  readonly hasOwnDomain?: boolean;
  /** How much is read in a turn; as the program does unless given. */
  readonly slicing?: Slicing;
  /** Limits of one file of the sitemap; those of the protocol unless given. */
  readonly sitemapLimits?: { readonly addresses: number; readonly bytes: number };
  /** Instead of the fixture content. */
  readonly records?: readonly ContentRecord[];
};

export type TestSite = Awaited<ReturnType<typeof createTestSite>>;

/** Returns the whole site with its own data folder, which is removed with it. */
export async function createTestSite(options: TestSiteOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'workbench-data-'));
  if (options.records === undefined)
    await cp(inject('fixtureDataDir'), dataDir, { recursive: true });
  const log: string[] = [];
  const rendered: string[] = [];
  let now = new Date(options.now ?? NOW);
  const start = (records?: readonly ContentRecord[]) =>
    startSite(dataDir, { ...options, records, log, rendered, now: () => now });
  let running = await start(options.records);

  const request = (wanted: InjectOptions) => running.app.inject(wanted);
  /** A GET by a reader's browser. */
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    request({ url, headers: { 'user-agent': READER, ...headers } });
  return {
    request,
    get,
    get app() {
      return running.app;
    },
    get store() {
      return running.store;
    },
    /** The addresses of the pages that it rendered so far. */
    rendered,
    setTime: (time: string) => {
      now = new Date(time);
    },
    /** The JSON of a call. */
    read: async <Body>(url: string): Promise<Body> => (await get(url)).json(),
    page: async (url: string) => readPage(await get(url)),
    /** Restarts the application on the same data; `happen` runs in between. */
    restart: async (happen?: () => void) => {
      await running.stop();
      happen?.();
      running = await start();
    },
    /** Returns and clears the log lines; a test that leaves lines fails. */
    takeLog: (): readonly string[] => log.splice(0),
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await rm(dataDir, { recursive: true });
      expect(log.splice(0), 'lines in the log').toEqual([]);
    },
  };
}

/**
 * A test of the site with the fixture content. All tests of a file share the site, so they must
 * only read.
 */
export const test = baseTest.extend(
  'site',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  async ({}, { onCleanup }) => {
    const site = await createTestSite();
    onCleanup(() => site[Symbol.asyncDispose]());
    return site;
  },
);

type Running = Omit<TestSiteOptions, 'now' | 'records'> & {
  readonly records: readonly ContentRecord[] | undefined;
  readonly log: string[];
  readonly rendered: string[];
  readonly now: () => Date;
};

async function startSite(dataDir: string, options: Running) {
  const {
    describeDatabase,
    trustProxy = 0,
    log,
    rendered,
    now,
    pageCacheBytes = 16_000_000,
  } = options;
  const render = options.wrapRenderer?.(renderPage) ?? renderPage;
  await loadScreens();
  const { slicing } = options;
  const store = openStore({ dataDir, log: (line) => log.push(line), ...(slicing && { slicing }) });
  if (options.records !== undefined) syncStore(store, options.records, now().getTime());
  const app = await createApp({
    store,
    cardDir: options.cardDir ?? inject('fixtureCardDir'),
    now,
    trustProxy,
    hstsSubdomains: options.hstsSubdomains ?? false,
    previewSecret: options.previewSecret,
    webSubHub: options.webSubHub,
    renderPage: (request) => {
      rendered.push(request.address.pathname + request.address.search);
      return render(request);
    },
    renderNotice,
    renderPreview,
    origin: options.hasOwnDomain ? undefined : ORIGIN,
    pageCacheBytes,
    describeDatabase: describeDatabase ?? (() => 'SQLite (embedded)'),
    findAssets: () => ASSETS,
    readConnectionMax: () => options.connectionMax,
    sitemapLimits: options.sitemapLimits,
    publicDir: options.publicDir ?? inject('fixturePublicDir'),
    log: { write: (line) => void log.push(line) },
  });
  const stop = async () => {
    await app.close();
    store.close();
  };
  return { app, store, stop };
}
